//! Boards: a lattice at several times, a cell a colour.
//!
//! The first two keys are the row and the column (`y` and `x` by those names), the column with role `X` the time,
//! the first measure the cell: a word takes a colour of its own, a number a shade; a note is written into it where cells
//! are large enough for all of them. Of many times six are shown, evenly chosen, with the first and the last; a film shows
//! all of them.

use super::colour::{ABSENT, AXIS, GRID, Ink, shade};
use super::context::Context;
use super::data::{Groups, Horizontal, is_number, is_share, keys, range, value};
use super::scale::{Scale, number};
use super::scene::{Anchor, Area, Item, Stroke};
use super::sheet::{Head, LABEL, Sample, Sheet, body_width, columns, panel_title, panels, widest};
use super::strip::word_colours;
use super::{Drawn, PlotError};
use crate::table::{Cell, Role, Table};

const MOST_FRAMES: usize = 6;
pub(super) const MOST_SIDE: usize = 1000;
/// Below this size, in pixels an em, notes in cells are left out.
const SMALLEST_NOTE: f64 = 7.0;

/// Draws the boards of a table.
pub(super) fn draw(table: &Table, cx: &Context<'_>) -> Result<Drawn, PlotError> {
    let schema = table.schema();
    let places = keys(schema);
    let &[first, second, ..] = places.as_slice() else { return Err(PlotError::missing(table, &Role::Key)) };
    let (row_key, column_key) = if schema.columns[first].name == "x" { (second, first) } else { (first, second) };
    let measure = schema.with_role(&Role::Measure).next().ok_or_else(|| PlotError::missing(table, &Role::Measure))?;
    let title = cx.table_title(table);
    let (row_of, rows) = coordinates(table, row_key);
    let (column_of, across) = coordinates(table, column_key);
    if table.is_empty() || rows > MOST_SIDE || across > MOST_SIDE {
        return Ok(Drawn::nothing(table, title, cx));
    }
    let mut group_columns: Vec<usize> = schema.with_role(&Role::Facet).collect();
    let boards = Groups::of(table, group_columns.clone());
    let sides: Vec<(usize, usize)> = (0..boards.len())
        .map(|board| boards.rows(board).collect::<Vec<_>>())
        .map(|rows| (side(&rows, &row_of).unwrap_or(1), side(&rows, &column_of).unwrap_or(1)))
        .collect();
    group_columns.extend(Horizontal::of(table).map(|h| h.column));
    let frames = Groups::of(table, group_columns);
    let chosen: Vec<usize> = if frames.len() <= MOST_FRAMES {
        (0..frames.len()).collect()
    } else {
        (0..MOST_FRAMES).map(|k| k * (frames.len() - 1) / (MOST_FRAMES - 1)).collect()
    };

    let words = Groups::of(table, vec![measure]);
    let inks = word_colours(words.names.iter().map(|n| n.first().map_or("", String::as_str)));
    let mut head = Head { title: title.clone(), subtitle: cx.axis(schema, measure), ..Head::default() };
    let numeric = is_number(schema, measure);
    let zs = range((0..table.len()).filter_map(|row| value(table, row, measure))).unwrap_or((0.0, 1.0));
    let z = if is_share(schema, measure, zs) {
        Scale::within(0.0, 1.0, 5, false)
    } else {
        Scale::around(zs.0, zs.1, 4, false)
    };
    if numeric {
        let entry = |(t, l): (&f64, &String)| (Sample::Fill(shade(z.place(*t, 0.0, 1.0))), l.clone());
        head.legend = z.ticks.iter().zip(&z.labels).map(entry).collect();
    } else {
        head.legend = (0..words.len()).map(|k| (Sample::Fill(inks[k]), words.show(k, table, cx))).collect();
    }
    if chosen.len() < frames.len() {
        let holes = [("shown", &*chosen.len().to_string()), ("all", &*frames.len().to_string())];
        head.notes.push(cx.say("frames_left_out", &holes));
    }
    let ink = |row: usize| -> Ink {
        match value(table, row, measure) {
            _ if table.cell(row, measure) == Cell::Null => ABSENT,
            Some(v) if numeric => shade(z.place(v, 0.0, 1.0)),
            _ => inks[words.of_row[row]],
        }
    };

    let notes = schema.with_role(&Role::Note).next();
    let note = |row: usize| notes.map_or_else(String::new, |note| table.cell(row, note).show());
    let noted = chosen.iter().filter(|_| notes.is_some());
    let written: Vec<String> = noted.flat_map(|frame| frames.rows(*frame)).map(note).collect();
    let widest_note = widest(cx, written.iter(), LABEL);

    let per_row = columns(chosen.len(), body_width(cx));
    #[expect(clippy::cast_precision_loss, reason = "at most a thousand cells a side")]
    let (shape, deep, wide) = (rows as f64 / across as f64, chosen.len().div_ceil(per_row) as f64, per_row as f64);
    let panel_width = ((body_width(cx) - 20.0 * (wide - 1.0)) / wide).min(420.0);
    let panel_height = (panel_width * shape).clamp(30.0, 420.0) + 24.0;
    let mut sheet = Sheet::new(cx, &head, deep * panel_height + (deep - 1.0) * 14.0);
    for (frame, place) in chosen.iter().zip(panels(&sheet.body, chosen.len(), per_row, (20.0, 14.0))) {
        panel_title(&mut sheet.scene, cx, &place, &frames.show(*frame, table, cx));
        let first = frames.rows(*frame).next().expect("a group has a row");
        let (rows, across) = sides[boards.of_row[first]];
        let mut colours = vec![ABSENT; rows * across];
        let mut words = vec![String::new(); if widest_note > 0.0 { rows * across } else { 0 }];
        for row in frames.rows(*frame) {
            if let (Some(r), Some(c)) = (row_of[row], column_of[row]) {
                colours[r * across + c] = ink(row);
                if let Some(word) = words.get_mut(r * across + c) {
                    *word = note(row);
                }
            }
        }
        let area = place.inset(0.0, 24.0, 0.0, 0.0);
        // Cells are squares, as large as the panel takes.
        #[expect(clippy::cast_precision_loss, reason = "at most a thousand cells a side")]
        let (m, n) = (across as f64, rows as f64);
        let side = (area.width() / m).min(area.height() / n);
        let board = Area::new(area.left, area.top, area.left + side * m, area.top + side * n);
        sheet.scene.items.push(Item::Cells { area: board, columns: across, colours: colours.clone() });
        sheet.scene.frame(board, Stroke::new(AXIS, 0.8));
        // As large as the widest allows in its cell; what would be too small to read is left out.
        let size = LABEL.min(side * 0.7).min(LABEL * (side - 3.0) / widest_note.max(1.0));
        if size < SMALLEST_NOTE {
            continue;
        }
        for (k, word) in words.iter().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "at most a thousand cells a side")]
            let (left, top) = (board.left + side * (k % across) as f64, board.top + side * (k / across) as f64);
            let cell = Area::new(left, top, left + side, top + side);
            if k % across > 0 {
                sheet.scene.segment((left, top), (left, cell.bottom), Stroke::new(GRID, 0.8));
            }
            if k >= across {
                sheet.scene.segment((left, top), (cell.right, top), Stroke::new(GRID, 0.8));
            }
            let at = (cell.centre().0, cell.centre().1 + size * 0.36);
            sheet.scene.text(at, word.as_str(), size, colours[k].on_top(), Anchor::Middle);
        }
    }
    let alt = cx.say(
        "alt_boards",
        &[
            ("measure", &cx.column(schema, measure)),
            ("frames", &frames.len().to_string()),
            ("rows", &rows.to_string()),
            ("columns", &across.to_string()),
            (
                "what",
                &if numeric {
                    format!("{} – {}", number(zs.0), number(zs.1))
                } else {
                    (0..words.len()).map(|k| words.show(k, table, cx)).collect::<Vec<_>>().join(cx.comma())
                },
            ),
        ],
    );
    Ok(Drawn { scene: sheet.scene, title, alt })
}

/// How long a side of the board of some rows is: a condition's board may be smaller than another's, and ends where its own
/// last row and column do.
pub(super) fn side(rows: &[usize], places: &[Option<usize>]) -> Option<usize> {
    rows.iter().filter_map(|row| places[*row]).max().map(|last| last + 1)
}

/// The place of each row along a side, and the side's length: whole numbers are places from the least
/// on, other keys stand in order of appearance.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked against the longest side")]
pub(super) fn coordinates(table: &Table, column: usize) -> (Vec<Option<usize>>, usize) {
    let values: Vec<Option<f64>> = (0..table.len()).map(|row| value(table, row, column)).collect();
    let spread = range(values.iter().flatten().copied());
    if let (Some((low, high)), true) = (spread, values.iter().all(|v| v.is_none_or(|v| v.fract() == 0.0))) {
        if high - low >= MOST_SIDE as f64 {
            return (vec![None; table.len()], MOST_SIDE + 1);
        }
        return (values.iter().map(|v| v.map(|v| (v - low) as usize)).collect(), (high - low) as usize + 1);
    }
    let groups = Groups::of(table, vec![column]);
    let count = groups.len();
    (groups.of_row.into_iter().map(Some).collect(), count)
}
