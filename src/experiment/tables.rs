//! The tables of a sweep: what they hold and how each number is made.

use super::Plan;
use super::study;
use crate::catalogue::{Data, Value};
use crate::table::{Cell, Column, Role, Table, TableKind, TableSchema, Type};

/// One run: its point, its replicate, and what was measured.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) point: usize,
    pub(super) replicate: u64,
    pub(super) values: Vec<Option<f64>>,
}

fn column(name: &str, ty: Type, unit: &str, role: Role, doc: String) -> Column {
    Column { name: name.to_string().into(), ty, unit: unit.to_string().into(), role, doc: doc.into() }
}

/// The doc of a user's column: what the file says, or where it comes from.
fn doc(said: &str, otherwise: impl FnOnce() -> String) -> String {
    if said.is_empty() { otherwise() } else { said.to_string() }
}

fn point() -> Column {
    Column::key("point", Type::Text, "The point: 16 hexadecimal digits that follow from what it sets.")
}

/// The type of a parameter's column: that of all its values.
pub(super) fn parameter_type(plan: &Plan, parameter: usize) -> Type {
    let mut values = plan.points.iter().filter_map(|point| point.values[parameter].as_ref()).peekable();
    let all = |of: &dyn Fn(&Value) -> bool| plan.points.iter().filter_map(|p| p.values[parameter].as_ref()).all(of);
    if values.peek().is_none() {
        Type::Text
    } else if all(&|value| matches!(value.data, Data::Integer(_))) {
        Type::Integer
    } else if all(&|value| value.rational().is_some()) {
        Type::Float
    } else if all(&|value| matches!(value.data, Data::Bool(_))) {
        Type::Bool
    } else {
        Type::Text
    }
}

/// A parameter's value as a cell of its column; texts are shown by `shown`.
pub(super) fn parameter_cell<'a>(ty: Type, value: Option<&Value>, shown: &'a str) -> Cell<'a> {
    let Some(value) = value else { return Cell::Null };
    match (ty, &value.data) {
        (Type::Integer, Data::Integer(whole)) => Cell::Integer(*whole),
        (Type::Bool, Data::Bool(flag)) => Cell::Bool(*flag),
        (Type::Float, _) => value.rational().map(|exact| exact.to_f64()).into(),
        _ => Cell::Text(shown),
    }
}

fn parameters(plan: &Plan, role: &dyn Fn() -> Role) -> Vec<Column> {
    let of = |(k, parameter): (usize, &study::Parameter)| {
        let said = doc(&parameter.doc, || format!("The value of {}.", parameter.paths.join(" and ")));
        column(&parameter.name, parameter_type(plan, k), &parameter.unit, role(), said)
    };
    plan.study.parameters.iter().enumerate().map(of).collect()
}

fn measure_doc(measure: &study::Measure) -> String {
    doc(&measure.doc, || format!("Column {} of table {} of the run.", measure.column, measure.table))
}

/// One row a run.
pub(super) fn runs(plan: &Plan) -> TableSchema {
    let mut columns = vec![
        point(),
        Column::key(
            "replicate",
            Type::Integer,
            "The replicate, from 0: runs of one replicate share random numbers, \
                                                 unless points are independent.",
        ),
    ];
    columns.extend(parameters(plan, &|| Role::Note));
    let measures = plan.study.measures.iter();
    columns.extend(measures.map(|m| column(&m.name, Type::Float, &m.unit, Role::Measure, measure_doc(m))));
    TableSchema::new("runs", TableKind::Summary, "One row a run: what was set and what was measured.", columns)
}

/// Adds a run to the table of runs.
pub(super) fn push_run(table: &mut Table, plan: &Plan, row: &Row) {
    let values = &plan.points[row.point].values;
    let shown: Vec<String> = values.iter().map(|value| value.as_ref().map(study::show).unwrap_or_default()).collect();
    let mut cells: Vec<Cell<'_>> = vec![(&plan.points[row.point].hash).into(), row.replicate.into()];
    for (k, value) in values.iter().enumerate() {
        let ty = table.schema().columns[2 + k].ty;
        cells.push(parameter_cell(ty, value.as_ref(), &shown[k]));
    }
    cells.extend(row.values.iter().map(|value| Cell::from(*value)));
    table.push(&cells);
}

/// The cells of a point's parameters, from its row in the table of runs or of the plan.
pub(super) fn point_cells<'a>(plan: &Plan, point: usize, shown: &'a [String]) -> Vec<Cell<'a>> {
    let values = plan.points[point].values.iter().enumerate();
    values.map(|(k, value)| parameter_cell(parameter_type(plan, k), value.as_ref(), &shown[k])).collect()
}

/// One row a point: the mean of each measure and its interval.
pub(super) fn summary(plan: &Plan) -> TableSchema {
    let mut columns = vec![point()];
    columns.extend(parameters(plan, &|| Role::Key));
    columns.push(Column::weight("replicates", "How many runs the point has."));
    let percent = percent(plan);
    for measure in &plan.study.measures {
        let name = &measure.name;
        let mean = format!("{} Mean over replicates, with Student's {percent} t interval.", measure_doc(measure));
        columns.push(column(name, Type::Float, &measure.unit, Role::Measure, mean));
        let ends = [("low", "lower"), ("high", "upper")];
        for (end, words) in ends {
            let role = if end == "low" { Role::Low(name.clone().into()) } else { Role::High(name.clone().into()) };
            let said = format!("The {words} end of the {percent} t interval of the mean (Student 1908).");
            columns.push(column(&format!("{name}_{end}"), Type::Float, &measure.unit, role, said));
        }
    }
    let mut schema = TableSchema::new(
        "summary",
        TableKind::Summary,
        "What each point came to: means over replicates with t intervals, where there are several.",
        columns,
    )
    .headline();
    schema.key = vec!["point".into()];
    schema
}

fn percent(plan: &Plan) -> String {
    format!(
        "{} %",
        crate::scenario::inline(&Value::from((plan.study.level * 1e6).round() / 1e4)).trim_end_matches(".0")
    )
}

fn measure_key() -> Column {
    Column::key("measure", Type::Text, "The measure.")
}

/// One row a point and measure: every estimate.
pub(super) fn estimates(plan: &Plan) -> TableSchema {
    let float = |name, doc| Column::measure(name, Type::Float, "", doc);
    let mut columns = vec![point()];
    columns.extend(parameters(plan, &|| Role::Note));
    columns.extend([
        measure_key(),
        Column::weight("replicates", "How many runs have a value."),
        float("mean", "The arithmetic mean, in two passes."),
        Column::low("mean_low", "mean", "The lower end of Student's t interval (Student 1908)."),
        Column::high("mean_high", "mean", "The upper end of Student's t interval."),
        float("sd", "The sample's standard deviation (divisor n - 1)."),
        float("median", "The median (quantiles of type 7, Hyndman & Fan 1996)."),
        Column::low(
            "median_low",
            "median",
            "The lower end of the median's percentile bootstrap interval (Efron 1979).",
        ),
        Column::high("median_high", "median", "The upper end of it."),
        float("q05", "The quantile at 0.05, of type 7."),
        float("q25", "The quantile at 0.25."),
        float("q75", "The quantile at 0.75."),
        float("q95", "The quantile at 0.95."),
        float("least", "The least value."),
        float("greatest", "The greatest value."),
        float("bootstrap_low", "The lower end of the mean's percentile bootstrap interval; nothing above 10000 runs."),
        float("bootstrap_high", "The upper end of it."),
        float("wilson_low", "The lower end of Wilson's interval (1927), where every value is 0 or 1."),
        float("wilson_high", "The upper end of it."),
    ]);
    TableSchema::new(
        "estimates",
        TableKind::Summary,
        "Every estimate of each measure at each point, over replicates.",
        columns,
    )
}

/// One row a point and measure: how it differs from the first point.
pub(super) fn contrasts(plan: &Plan) -> TableSchema {
    let float = |name, doc| Column::measure(name, Type::Float, "", doc);
    let mut columns = vec![point()];
    columns.extend(parameters(plan, &|| Role::Note));
    columns.extend([
        measure_key(),
        Column::note("baseline", "The point that it is compared with: the first."),
        Column::weight("pairs", "How many pairs of runs of one replicate; nothing where points are independent."),
        float(
            "difference",
            "The mean of the differences of pairs (Student 1908), or of means where points are \
                             independent (Welch 1947).",
        ),
        Column::low("difference_low", "difference", "The lower end of its t interval."),
        Column::high("difference_high", "difference", "The upper end of its t interval."),
        float("p_value", "The two-sided p-value of no difference."),
        float("p_holm", "The same, corrected for all rows of this table (Holm 1979)."),
        float("cohen_d", "The difference in pooled standard deviations (Cohen 1988)."),
        float("cliffs_delta", "How much likelier a value here is above one there than below (Cliff 1993)."),
    ]);
    TableSchema::new(
        "contrasts",
        TableKind::Summary,
        "How each point differs from the first, measure by measure.",
        columns,
    )
}

/// One row a parameter and measure: Sobol's indices.
pub(super) fn indices() -> TableSchema {
    TableSchema::new(
        "indices",
        TableKind::Summary,
        "How much of the variance of a measure each parameter brings in: Sobol's indices, with percentile bootstrap \
         intervals over the rows of the design.",
        vec![
            Column::facet("measure", "The measure."),
            Column::key("parameter", Type::Text, "The parameter."),
            Column::measure("total_index", Type::Float, "", "By itself and together with others (Jansen 1999)."),
            Column::low("total_index_low", "total_index", "The lower end of its interval."),
            Column::high("total_index_high", "total_index", "The upper end of its interval."),
            Column::measure(
                "first_index",
                Type::Float,
                "",
                "By itself (Saltelli et al. 2010), the mean taken off before.",
            ),
            Column::low("first_index_low", "first_index", "The lower end of its interval."),
            Column::high("first_index_high", "first_index", "The upper end of its interval."),
            Column::weight("rows", "How many rows the matrices of the design have."),
        ],
    )
    .headline()
}

/// One row a measure and parameter: the measure at both ends of the parameter.
pub(super) fn swings() -> TableSchema {
    let float = |name, doc| Column::measure(name, Type::Float, "", doc);
    TableSchema::new(
        "swings",
        TableKind::Summary,
        "How far each measure swings between the lowest and the highest value of each parameter that is a number: means \
         over all points that have the value, which are alike in all other parameters.",
        vec![
            Column::facet("measure", "The measure."),
            Column::key("parameter", Type::Text, "The parameter."),
            Column::note("lowest", "Its lowest value."),
            Column::note("highest", "Its highest value."),
            float("at_lowest", "The mean of the measure at the lowest value."),
            float("at_highest", "The mean of the measure at the highest value."),
            float("centre", "The mean of the measure over all points."),
            float("swing", "The difference of both ends."),
        ],
    )
}

/// One row a measure and coefficient: a linear model over the sweep.
pub(super) fn regression() -> TableSchema {
    TableSchema::new(
        "regression",
        TableKind::Summary,
        "Ordinary least squares of each measure on the parameters that are numbers, one observation a run.",
        vec![
            Column::facet("measure", "The measure."),
            Column::key("term", Type::Text, "The parameter, or `intercept`."),
            Column::measure("coefficient", Type::Float, "", "The change of the measure by one unit of the parameter."),
            Column::low("coefficient_low", "coefficient", "The lower end of its t interval."),
            Column::high("coefficient_high", "coefficient", "The upper end of its t interval."),
            Column::measure("p_value", Type::Float, "", "The two-sided p-value of no effect."),
            Column::measure("r2", Type::Float, "", "The share of the measure's variance that the model explains."),
            Column::weight("observations", "How many runs it is fitted to."),
        ],
    )
}

/// One row an expectation.
pub(super) fn expectations() -> TableSchema {
    TableSchema::new(
        "expectations",
        TableKind::Summary,
        "What was expected, and what came out.",
        vec![
            Column::key("what", Type::Text, "What is compared."),
            Column::note("expected", "What is expected."),
            Column::measure("found", Type::Float, "", "What came out."),
            Column::note("verdict", "Whether it holds."),
            Column::note("source", "Where the expectation comes from."),
        ],
    )
    .headline()
}
