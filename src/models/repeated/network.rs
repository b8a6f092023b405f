//! The network of a condition: moves that may be lost, late or doubled, and agents that crash.

use crate::catalogue::{Field, Kind, Place, Schema, Value, fold, suggestion};
use crate::error::{Diagnostic, Faults};
use crate::exchange::{Crash, Latency, Network};
use crate::game::NormalForm;
use crate::ids::{AgentId, Tick};
use crate::models::fields;
use crate::play::Delivery;
use crate::strategy::Action;

/// A network, and which agents crash when.
#[derive(Clone, Debug)]
pub(super) struct NetworkSetting {
    delivery: Delivery,
    /// Name, from when, until when.
    pub(super) crashes: Vec<(String, Tick, Option<Tick>)>,
}

/// The schema of `[model.repeated.network]`.
pub(super) fn schema() -> Schema {
    let micros = || Kind::Integer { min: 0, max: 1_000_000_000_000 };
    let crash = Schema::of(vec![
        Field::required("agent", Kind::Text, "The agent that crashes."),
        Field::required("at_us", micros(), "From when on it does not hear.").unit("us"),
        Field::optional("until_us", micros(), "When it hears again; never if left out.").unit("us"),
    ]);
    Schema::of(vec![
        Field::with_default(
            "latency",
            Kind::OneOf(vec![
                Field::required("constant_us", micros(), "Every message travels as long.").unit("us"),
                Field::required(
                    "uniform_us",
                    Kind::List { of: Box::new(micros()), min: 2, max: 2 },
                    "Each duration of this range alike.",
                )
                .unit("us"),
                Field::required(
                    "exponential_us",
                    Kind::Number { min: 0.0, max: 1e12 },
                    "Exponentially distributed with this mean.",
                )
                .unit("us"),
            ]),
            {
                let mut table = crate::catalogue::Table::default();
                table.insert("constant_us", 250_000i64);
                table
            },
            "How long a message travels.",
        ),
        fields::round_us(),
        fields::loss(),
        fields::duplicate(),
        fields::late(),
        Field::with_default("late_us", micros(), 1_000_000i64, "How much longer a late message travels.").unit("us"),
        fields::deduplicates(),
        Field::with_default(
            "retries",
            Kind::Integer { min: 0, max: 100 },
            0i64,
            "How often a player asks again in a round without an answer.",
        ),
        Field::optional("missing", Kind::Text, "The action that counts where none arrives; by default the last one."),
        Field::with_default("crashes", Kind::list(Kind::Table(crash)), Value::from(Vec::new()), "Agents that crash."),
    ])
}

/// Reads a network whose table the schema has checked.
pub(super) fn network(value: &Value, place: &Place, game: &NormalForm, faults: &mut Faults) -> NetworkSetting {
    let params = value.section().expect("the schema declares a table");
    let micros = |value: &Value| u64::try_from(value.integer().unwrap_or(0)).expect("the schema bounds it");
    let (kind, latency) = params.variant("latency");
    let latency = match kind {
        "constant_us" => Latency::Constant { micros: micros(latency) },
        "uniform_us" => {
            let range = latency.as_list().unwrap_or_default();
            let (min, max) = (micros(&range[0]), micros(&range[1]));
            if min > max {
                faults.push(
                    Diagnostic::new("out-of-range", format!("latencies from {min} to {max}"), "the least first")
                        .at(place.key("latency").at(&latency.origin)),
                );
            }
            Latency::Uniform { min, max: max.max(min) }
        }
        _ => Latency::Exponential { mean: latency.number().unwrap_or(0.0) },
    };
    let names = &game.players()[0].actions;
    let missing = match params.get("missing").and_then(|value| Some((value, value.as_text()?))) {
        None => names.len() - 1,
        Some((value, wanted)) => names.iter().position(|name| fold(name) == fold(wanted)).unwrap_or_else(|| {
            let mut fault =
                Diagnostic::new("unknown-action", format!("unknown action {wanted:?}"), "an action of the game");
            if let Some(help) = suggestion(wanted, names.iter().map(String::as_str)) {
                fault = fault.help(help);
            }
            faults.push(fault.at(place.key("missing").at(&value.origin)));
            0
        }),
    };
    let crashes = params.list("crashes").iter().map(|value| {
        let crash = value.section().expect("the schema declares tables");
        let until = crash.get("until_us").map(|value| Tick(micros(value)));
        (crash.text("agent").to_string(), Tick(micros(crash.value("at_us"))), until)
    });
    let network = Network {
        latency,
        loss: params.number("loss"),
        duplicate: params.number("duplicate"),
        late: params.number("late"),
        late_micros: micros(params.value("late_us")),
        deduplicates: params.flag("deduplicates"),
        crashes: Vec::new(),
    };
    NetworkSetting {
        delivery: Delivery {
            network,
            round_us: micros(params.value("round_us")),
            retries: u32::try_from(params.integer("retries")).expect("the schema bounds it"),
            missing: Action(u8::try_from(missing).unwrap_or(u8::MAX)),
        },
        crashes: crashes.collect(),
    }
}

impl NetworkSetting {
    /// The network of a match between agents of these names.
    pub(super) fn between(&self, names: [&str; 2]) -> Delivery {
        let mut delivery = self.delivery.clone();
        for (k, name) in names.iter().enumerate() {
            let agent = AgentId::at(k);
            let own = self.crashes.iter().filter(|(crashed, _, _)| crashed == name);
            delivery.network.crashes.extend(own.map(|(_, at, until)| Crash { agent, at: *at, until: *until }));
        }
        delivery
    }
}
