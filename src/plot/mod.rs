//! Charts, from tables alone: the kind of a table and the roles of its columns choose the chart.
//!
//! A run directory can be redrawn years later, since nothing but a [`Table`] and its schema is read. The same
//! table and options give the same bytes of SVG and PNG on any machine, with or without fonts: letters
//! are outlines of an embedded font, sums run in the table's order, and no function of the platform's
//! mathematics is called. Every figure has a sentence that says what it shows ([`Figure::alt`]).
//!
//! Charts fill a scene of lines, areas and texts in pixels (`scene`); the scene is painted on two
//! backends of plotters, ours for SVG and its bitmap for PNG (`surface`). Nothing here knows of models,
//! runs, files or clocks.

mod boards;
mod colour;
mod context;
mod data;
mod density;
mod film;
mod font;
mod heat;
mod lines;
mod markup;
mod network;
mod payoffs;
mod ranking;
mod raster;
mod scale;
mod scene;
mod sequence;
mod shapes;
mod sheet;
mod stack;
mod strip;
mod surface;
mod svg;
mod tornado;
mod trajectory;
mod tree;
mod words;

pub use film::{Film, films};

use crate::labels::Lang;
pub(crate) use markup::{escape, inline as inline_svg};

use crate::error::Diagnostic;
use crate::table::{Cell, Role, Table, TableKind, TableSchema};
use context::Context;
use font::Fonts;
use scene::{Anchor, Scene};
use sheet::{Head, Sheet};
use std::collections::BTreeSet;

/// The least and the greatest width and height of a figure, in pixels.
pub const SIZES: std::ops::RangeInclusive<u32> = 240..=4000;

/// How figures are drawn.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The language of every word.
    pub lang: Lang,
    /// What stands under the figure: scenario, seed, repetitions, interval.
    pub caption: String,
    /// Another font (the bytes of a TrueType or OpenType file), whose characters come before the embedded font's.
    pub font: Option<&'a [u8]>,
    /// The width in pixels, within [`SIZES`].
    pub width: u32,
    /// The height in pixels, within [`SIZES`]; as the content asks if not given.
    pub height: Option<u32>,
    /// The run's series in order (its strategies, as a rule): each keeps one colour in all figures.
    pub colours: Vec<String>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { lang: Lang::En, caption: String::new(), font: None, width: 760, height: None, colours: Vec::new() }
    }
}

/// A drawn figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its name, fit for a file: the table's, and a measure's after a hyphen if the table has several figures.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The SVG file.
    pub svg: String,
    /// The PNG file, of twice as many pixels each way.
    pub png: Vec<u8>,
    /// What it shows, in a sentence or two made from the data.
    pub alt: String,
    /// Characters that no font has, each drawn as a box; ascending.
    pub missing_glyphs: Vec<char>,
}

/// A chart that a table can be drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChartKind {
    /// A game of two players: both payoffs in each cell.
    PayoffMatrix,
    /// A measure over two keys, in colours.
    HeatMap,
    /// A measure over `x`: lines with bands.
    Lines,
    /// Shares of a whole over `x`: areas on top of each other.
    Stack,
    /// A word over `x`: rows of coloured cells.
    Strip,
    /// How often each value occurred, with a box.
    Density,
    /// Things in order of a measure.
    Ranking,
    /// Messages between agents in time.
    Sequence,
    /// Paths in a plane or a simplex.
    Trajectory,
    /// Things on a circle and edges between them.
    Network,
    /// A game in extensive form: a tree of moves.
    Tree,
    /// A lattice at several times.
    Boards,
    /// How far a measure swings with each of several things.
    Tornado,
}

/// Why a table cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlotError {
    /// The bytes given as a font are none.
    #[error("the font is neither a TrueType nor an OpenType file")]
    Font,
    /// The asked size is out of range.
    #[error("a figure of {width} by {height} pixels")]
    Size {
        /// The asked width.
        width: u32,
        /// The asked height, 0 if none.
        height: u32,
    },
    /// The table has no column with a role that its kind of chart needs.
    #[error("table `{table}` has too few columns with the role {role:?}")]
    Role {
        /// The table's name.
        table: String,
        /// The role.
        role: Role,
    },
    /// The table has no column of a name that its kind of chart needs.
    #[error("table `{table}` has no column `{name}`")]
    Column {
        /// The table's name.
        table: String,
        /// The column's name.
        name: &'static str,
    },
}

impl PlotError {
    fn missing(table: &Table, role: &Role) -> Self {
        Self::Role { table: table.name().to_string(), role: role.clone() }
    }
}

impl From<PlotError> for Diagnostic {
    fn from(error: PlotError) -> Self {
        let (code, expected) = match &error {
            PlotError::Font => ("bad-font", "the bytes of a .ttf or .otf file".to_string()),
            PlotError::Size { .. } => {
                ("bad-figure-size", format!("a width and a height from {} to {} pixels", SIZES.start(), SIZES.end()))
            }
            PlotError::Role { .. } | PlotError::Column { .. } => {
                ("undrawable-table", "a schema with the columns that its kind is drawn from".to_string())
            }
        };
        Diagnostic::new(code, error.to_string(), expected)
    }
}

/// Numbers of one column, for the report: one number of decimals, one more than a figure shows.
pub(crate) mod column_numbers {
    use super::scale;

    /// How many decimals a column takes; none if its numbers are each best written for themselves.
    pub(crate) fn decimals(values: impl Iterator<Item = f64>) -> Option<usize> {
        let decimals = scale::decimals(values.filter(|v| v.is_finite()));
        decimals.map(|d| if d == 0 { 0 } else { d + 1 })
    }

    /// A finite number with so many decimals.
    pub(crate) fn show(value: f64, decimals: Option<usize>) -> String {
        scale::alike(value, decimals)
    }
}

/// A figure before it is painted.
struct Drawn {
    scene: Scene,
    title: String,
    alt: String,
}

impl Drawn {
    /// A figure that says that there is nothing to draw.
    fn nothing(table: &Table, title: String, cx: &Context<'_>) -> Self {
        let words = cx.say("no_rows", &[]);
        let subtitle = if title == cx.table_title(table) { String::new() } else { cx.table_title(table) };
        let mut sheet = Sheet::new(cx, &Head { title: title.clone(), subtitle, ..Head::default() }, 120.0);
        let body = sheet.body;
        sheet.scene.rect(body, colour::PALE);
        let at = (body.centre().0, body.centre().1 + 4.5);
        sheet.scene.text(at, &*words, sheet::LABEL, colour::SOFT, Anchor::Middle);
        let alt = format!("{title}{}{words}", cx.colon());
        Self { scene: sheet.scene, title, alt }
    }
}

/// The charts that a table is drawn as, each with the measure that it shows if there is one.
///
/// # Examples
/// ```
/// use comity::plot::{ChartKind, chart_kinds};
/// use comity::table::{Column, TableKind, TableSchema, Type};
///
/// let columns = vec![
///     Column::x("round", Type::Integer, "rounds", "The round."),
///     Column::measure("cooperation_rate", Type::Float, "share", "How many cooperated."),
/// ];
/// let schema = TableSchema::new("rounds", TableKind::Series, "By round.", columns);
/// assert_eq!(chart_kinds(&schema), [(ChartKind::Lines, Some("cooperation_rate".to_string()))]);
/// ```
pub fn chart_kinds(schema: &TableSchema) -> Vec<(ChartKind, Option<String>)> {
    plan(schema)
        .into_iter()
        .map(|(kind, measure)| (kind, measure.map(|m| schema.columns[m].name.to_string())))
        .collect()
}

/// The charts of a schema with the place of the measure that each shows.
fn plan(schema: &TableSchema) -> Vec<(ChartKind, Option<usize>)> {
    let measures = data::measures(schema);
    let each = |kind: ChartKind| -> Vec<_> { measures.iter().map(|m| (kind, Some(*m))).collect() };
    match schema.kind {
        TableKind::Matrix => {
            if payoffs::is_game(schema, &measures) && schema.with_role(&Role::Facet).next().is_none() {
                vec![(ChartKind::PayoffMatrix, None)]
            } else {
                each(ChartKind::HeatMap)
            }
        }
        TableKind::Series => {
            let words = data::categories(schema).into_iter().map(|m| (ChartKind::Strip, Some(m)));
            each(ChartKind::Lines).into_iter().chain(words).collect()
        }
        TableKind::Composition => {
            let whole = measures.first().map(|m| (ChartKind::Stack, Some(*m)));
            whole.into_iter().chain(each(ChartKind::Lines)).collect()
        }
        TableKind::Distribution => each(ChartKind::Density),
        TableKind::Summary if tornado::fits(schema) => vec![(ChartKind::Tornado, None)],
        TableKind::Summary => {
            // What has an interval was estimated, and is what the table is about; else its first fraction.
            let bounded = |m: &&usize| schema.bounds_of(&schema.columns[**m].name).is_some();
            let float = |m: &&usize| schema.columns[**m].ty == crate::table::Type::Float;
            let simulated =
                |m: &&usize| schema.columns[**m].name == "simulated" && ranking::reference(schema).is_some();
            let chosen: Vec<usize> = measures.iter().filter(|m| bounded(m) || simulated(m)).copied().collect();
            let chosen = if chosen.is_empty() {
                measures.iter().find(float).or(measures.first()).copied().into_iter().collect()
            } else {
                chosen
            };
            chosen.into_iter().map(|m| (ChartKind::Ranking, Some(m))).collect()
        }
        TableKind::Events => sequence::fits(schema).then_some((ChartKind::Sequence, None)).into_iter().collect(),
        TableKind::Trajectory => vec![(ChartKind::Trajectory, None)],
        TableKind::Graph if tree::fits(schema) => vec![(ChartKind::Tree, None)],
        TableKind::Graph => vec![(ChartKind::Network, None)],
        TableKind::Frames => vec![(ChartKind::Boards, None)],
    }
}

/// Whether the bytes are a font that figures can be drawn with.
///
/// # Errors
/// [`PlotError::Font`] if they are not.
pub fn check_font(bytes: &[u8]) -> Result<(), PlotError> {
    Fonts::new(Some(bytes)).map(|_| ())
}

/// Draws a table: one figure for each chart of [`chart_kinds`].
///
/// A game with more than twelve actions a player is drawn as two heat maps instead of a payoff matrix.
/// A table without rows is drawn as a figure that says so; a measure without a value in any row is not drawn. A
/// number that is not finite counts as none.
///
/// # Errors
/// [`PlotError::Font`] and [`PlotError::Size`] for options that cannot be; [`PlotError::Role`] and
/// [`PlotError::Column`] for a schema that lacks what its kind is drawn from.
pub fn draw(table: &Table, options: &Options<'_>) -> Result<Vec<Figure>, PlotError> {
    let height = options.height.unwrap_or(*SIZES.start());
    if !SIZES.contains(&options.width) || !SIZES.contains(&height) {
        return Err(PlotError::Size { width: options.width, height: options.height.unwrap_or(0) });
    }
    let fonts = Fonts::new(options.font)?;
    let cx = Context {
        fonts: &fonts,
        lang: options.lang,
        width: options.width,
        height: options.height,
        caption: &options.caption,
        series: options.colours.clone(),
        named: options.colours.len(),
    };
    let mut charts = plan(table.schema());
    if charts.contains(&(ChartKind::PayoffMatrix, None)) && payoffs::is_large(table) {
        let measures = data::measures(table.schema());
        charts = measures.into_iter().map(|m| (ChartKind::HeatMap, Some(m))).collect();
    }
    let several = charts.len() > 1;
    let said = |measure: usize| table.is_empty() || (0..table.len()).any(|row| table.cell(row, measure) != Cell::Null);
    charts.retain(|(_, measure)| measure.is_none_or(said));
    charts
        .into_iter()
        .map(|(kind, measure)| {
            let drawn = fitted(kind, measure, table, &cx)?;
            let measure = measure.filter(|_| several).map(|m| &table.schema().columns[m].name);
            let name = match measure {
                None => table.name().to_string(),
                Some(_) if kind == ChartKind::Stack => format!("{}-stack", table.name()),
                Some(measure) => format!("{}-{measure}", table.name()),
            };
            Ok(paint(name, drawn, &fonts))
        })
        .collect()
}

/// A chart in the size that is asked for. If that is too low for it, the chart is drawn on a larger sheet
/// of the same shape, which is then made smaller: small words are better than words on top of each other.
fn fitted(kind: ChartKind, measure: Option<usize>, table: &Table, cx: &Context<'_>) -> Result<Drawn, PlotError> {
    const LEAST_SQUEEZE: f64 = 0.7;
    const LARGEST: f64 = 12.0;
    let mut drawn = chart(kind, measure, table, cx)?;
    let Some(height) = cx.height else { return Ok(drawn) };
    let mut factor = 1.0;
    while drawn.scene.squeeze < LEAST_SQUEEZE && factor < LARGEST {
        factor *= 1.2;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few thousand pixels")]
        let larger = |pixels: u32| (f64::from(pixels) * factor).round() as u32;
        let cx = Context { width: larger(cx.width), height: Some(larger(height)), series: cx.series.clone(), ..*cx };
        drawn = chart(kind, measure, table, &cx)?;
    }
    drawn.scene = drawn.scene.scaled(1.0 / factor, cx.width, height);
    Ok(drawn)
}

fn chart(kind: ChartKind, measure: Option<usize>, table: &Table, cx: &Context<'_>) -> Result<Drawn, PlotError> {
    let measure = measure.or(data::measures(table.schema()).first().copied());
    let measure = || measure.ok_or_else(|| PlotError::missing(table, &Role::Measure));
    match kind {
        ChartKind::PayoffMatrix => {
            let measures = data::measures(table.schema());
            let &[row, column] = measures.as_slice() else { return Err(PlotError::missing(table, &Role::Measure)) };
            payoffs::draw(table, [row, column], cx)
        }
        ChartKind::HeatMap => heat::draw(table, measure()?, cx),
        ChartKind::Lines => lines::draw(table, measure()?, cx),
        ChartKind::Stack => stack::draw(table, measure()?, cx),
        ChartKind::Strip => strip::draw(table, measure()?, cx),
        ChartKind::Density => density::draw(table, measure()?, cx),
        ChartKind::Ranking => ranking::draw(table, measure()?, cx),
        ChartKind::Sequence => sequence::draw(table, cx),
        ChartKind::Trajectory => trajectory::draw(table, cx),
        ChartKind::Network => network::draw(table, cx),
        ChartKind::Tree => tree::draw(table, cx),
        ChartKind::Boards => boards::draw(table, cx),
        ChartKind::Tornado => tornado::draw(table, cx),
    }
}

/// Paints a scene as SVG and as PNG.
fn paint(name: String, drawn: Drawn, fonts: &Fonts<'_>) -> Figure {
    let Drawn { scene, title, alt } = drawn;
    let missing: BTreeSet<char> = scene.texts().flat_map(|text| fonts.missing(&text.words)).collect();
    let mut svg = svg::Svg::new(scene.width, scene.height, fonts);
    svg::sure(surface::paint(&scene, fonts, &mut svg));
    let (width, height) = (scene.width * raster::SCALE, scene.height * raster::SCALE);
    let mut pixels = vec![255; width as usize * height as usize * 3];
    let mut bitmap = raster::Raster::new(&mut pixels, (width, height), fonts);
    raster::sure(surface::paint(&scene, fonts, &mut bitmap));
    drop(bitmap);
    let png = raster::encode(width, height, &pixels);
    Figure { name, svg: svg.finish(&title, &alt), png, title, alt, missing_glyphs: missing.into_iter().collect() }
}
