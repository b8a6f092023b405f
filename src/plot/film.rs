//! Films: the boards of a table one after another, as an animated PNG.
//!
//! An animated PNG is a PNG with further frames in chunks of their own (the third edition of the PNG specification, sections
//! 11.3.6.1 to 11.3.6.3); what does not know them shows the first frame. A frame is the bare lattice, a square of pixels a cell,
//! in the colours of the figure of the same table. Equal tables give equal bytes.

use super::boards::{MOST_SIDE, coordinates, side};
use super::colour::{ABSENT, Ink, shade};
use super::data::{Groups, Horizontal, is_number, keys, range, value};
use super::strip::word_colours;
use crate::table::{Cell, Role, Table, TableKind};

/// Sides of films are at most so many pixels, if a cell is not less than one.
const SIDE: usize = 480;
/// So many shades stand for numbers.
const SHADES: u8 = 64;
/// How long a frame is shown, and the last one, in milliseconds.
const FRAME_MS: u16 = 120;
const LAST_MS: u16 = 1500;
const LEVEL: u8 = 6;

/// A film.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// Its name, fit for a file: the table's, `film`, and a number where there are several.
    pub name: String,
    /// The animated PNG.
    pub png: Vec<u8>,
    /// How many frames it has.
    pub frames: usize,
}

/// The films of a table of frames, one for each of its facets' values with at least two times; none of another table.
pub fn films(table: &Table) -> Vec<Film> {
    if table.schema().kind != TableKind::Frames {
        return Vec::new();
    }
    let facets = Groups::of(table, table.schema().with_role(&Role::Facet).collect());
    let films = (0..facets.len()).filter_map(|group| film(table, &facets.rows(group).collect::<Vec<_>>()));
    let mut found: Vec<Film> = films.collect();
    let several = found.len() > 1;
    for (k, film) in found.iter_mut().enumerate() {
        film.name = format!("{}-film", table.name());
        if several {
            film.name = format!("{}-{}", film.name, k + 1);
        }
    }
    found
}

fn film(table: &Table, rows: &[usize]) -> Option<Film> {
    let schema = table.schema();
    let &[first, second, ..] = keys(schema).as_slice() else { return None };
    let (row_key, column_key) = if schema.columns[first].name == "x" { (second, first) } else { (first, second) };
    let measure = schema.with_role(&Role::Measure).next()?;
    let times = Horizontal::of(table)?;
    let (row_of, deep) = coordinates(table, row_key);
    let (column_of, wide) = coordinates(table, column_key);
    let end = |of: &[Option<usize>], most: usize| side(rows, of).map(|n| n.min(most)).filter(|n| *n <= MOST_SIDE);
    let (deep, wide) = (end(&row_of, deep)?, end(&column_of, wide)?);
    let (palette, codes) = colours(table, measure);
    let mut order: Vec<f64> = rows.iter().filter_map(|row| times.of_row[*row]).collect();
    order.sort_by(f64::total_cmp);
    order.dedup();
    if order.len() < 2 {
        return None;
    }
    let mut frames = vec![vec![0u8; deep * wide]; order.len()];
    for row in rows {
        if let (Some(time), Some(r), Some(c)) = (times.of_row[*row], row_of[*row], column_of[*row]) {
            frames[order.partition_point(|other| *other < time)][r * wide + c] = codes[*row];
        }
    }
    let scale = (SIDE / deep.max(wide)).max(1);
    let png = encode(&palette, (wide, deep), scale, &frames);
    Some(Film { name: String::new(), png, frames: frames.len() })
}

/// The palette, absence first, and each row's place in it.
fn colours(table: &Table, measure: usize) -> (Vec<Ink>, Vec<u8>) {
    if is_number(table.schema(), measure) {
        let (low, high) = range((0..table.len()).filter_map(|row| value(table, row, measure))).unwrap_or((0.0, 1.0));
        let palette = (0..SHADES).map(|k| shade(f64::from(k) / f64::from(SHADES - 1)));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place among a few shades")]
        let code = |v: f64| 1 + ((v - low) / (high - low).max(1e-300) * f64::from(SHADES - 1)).round() as u8;
        let codes = (0..table.len()).map(|row| value(table, row, measure).map_or(0, code)).collect();
        return (std::iter::once(ABSENT).chain(palette).collect(), codes);
    }
    let words = Groups::of(table, vec![measure]);
    let inks = word_colours(words.names.iter().map(|name| name.first().map_or("", String::as_str)));
    let code = |row: usize| match table.cell(row, measure) {
        Cell::Null => 0,
        _ => u8::try_from(words.of_row[row] + 1).unwrap_or(u8::MAX),
    };
    let codes = (0..table.len()).map(code).collect();
    (std::iter::once(ABSENT).chain(inks.into_iter().take(usize::from(u8::MAX))).collect(), codes)
}

/// Writes the frames; pixels are compressed here, as in still figures.
fn encode(palette: &[Ink], (wide, deep): (usize, usize), scale: usize, frames: &[Vec<u8>]) -> Vec<u8> {
    let size = |cells: usize| u32::try_from(cells * scale).expect("a film fits a screen");
    let (width, height) = (size(wide), size(deep));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.iter().flat_map(|ink| [ink.rgb.0, ink.rgb.1, ink.rgb.2]).collect::<Vec<u8>>());
    let mut writer = encoder.write_header().expect("memory takes every write");
    let mut chunk = |name: &[u8; 4], data: &[u8]| {
        writer.write_chunk(png::chunk::ChunkType(*name), data).expect("memory takes every write");
    };
    let count = u32::try_from(frames.len()).expect("a film has few frames");
    chunk(b"acTL", &[count.to_be_bytes(), 0u32.to_be_bytes()].concat());
    let mut sequence = 0u32;
    for (k, frame) in frames.iter().enumerate() {
        let delay = if k + 1 == frames.len() { LAST_MS } else { FRAME_MS };
        let control = [sequence, width, height, 0, 0].map(u32::to_be_bytes).concat();
        let timing = [delay, 1000].map(u16::to_be_bytes).concat();
        chunk(b"fcTL", &[&control[..], &timing, &[0, 0]].concat());
        sequence += 1;
        let mut rows = Vec::with_capacity((width as usize + 1) * height as usize);
        for row in frame.chunks(wide) {
            for _ in 0..scale {
                rows.push(0);
                rows.extend(row.iter().flat_map(|code| std::iter::repeat_n(*code, scale)));
            }
        }
        let pixels = miniz_oxide::deflate::compress_to_vec_zlib(&rows, LEVEL);
        if k == 0 {
            chunk(b"IDAT", &pixels);
        } else {
            chunk(b"fdAT", &[&sequence.to_be_bytes()[..], &pixels].concat());
            sequence += 1;
        }
    }
    drop(writer);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Column, TableSchema, Type};

    #[test]
    fn a_film_has_all_frames_and_the_first_is_a_picture() {
        let columns = vec![
            Column::facet("condition", "c"),
            Column::x("generation", Type::Integer, "", "t"),
            Column::key("y", Type::Integer, "y"),
            Column::key("x", Type::Integer, "x"),
            Column::measure("strategy", Type::Text, "", "s"),
        ];
        let mut table = Table::new(TableSchema::new("territory", TableKind::Frames, "d", columns));
        for (condition, side) in [("a", 3i64), ("b", 2)] {
            for time in 0..4i64 {
                for k in 0..side * side {
                    let word = if (k + time) % 2 == 0 { "C" } else { "D" };
                    let place = [(k / side + 1).into(), (k % side + 1).into()];
                    table.push(&[condition.into(), time.into(), place[0], place[1], word.into()]);
                }
            }
        }
        let films = films(&table);
        let names: Vec<&str> = films.iter().map(|film| film.name.as_str()).collect();
        assert_eq!(names, ["territory-film-1", "territory-film-2"]);
        let decoder = png::Decoder::new(&films[0].png[..]);
        let mut reader = decoder.read_info().expect("a PNG");
        let info = reader.info();
        assert_eq!((info.width, info.height), (480, 480));
        assert_eq!(info.animation_control().map(|control| control.num_frames), Some(4));
        // Every frame can be read, and they differ.
        let mut buffers = vec![vec![0; reader.output_buffer_size()]; 4];
        for buffer in &mut buffers {
            reader.next_frame(buffer).expect("a frame");
        }
        assert_eq!(buffers[0], buffers[2]);
        assert_ne!(buffers[0], buffers[1]);
    }
}
