//! Two-player strategies in a group: the others are taken for one opponent, who cooperated if enough of them did.
//!
//! The body is told the game of two in which all others do alike, and sees the group's actions as one player's. In a
//! two-player game it plays as it always does, with the same draws.

use super::{Share, Size, share_field, two_actions_each};
use crate::catalogue::{Entry, Field, Kind, Place, Schema};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::{NormalForm, Stage};
use crate::ids::PlayerId;
use crate::sim::Draws;
use crate::strategy::{Action, Facets, Record, Seen, Strategy, Told, View};
use std::sync::Arc;

/// A two-player strategy that takes a group for one opponent.
#[derive(Clone)]
struct AsOne {
    share: Share,
    body: Box<dyn Strategy>,
    need: u32,
    /// Own actions, and whether the group cooperated.
    records: [Record; 2],
}

impl AsOne {
    /// What the body is told: the game in which all others do alike.
    fn told(told: &Told) -> Told {
        if told.game.is_two_by_two() {
            return told.clone();
        }
        let size = Size::of(told);
        let worth = |own: usize, others: usize| {
            let mut counts = vec![0; 2];
            counts[others] = size.others;
            let worth = told.game.payoff(told.player, own, &counts).unwrap_or_default();
            Rational::from_decimal_of(worth).unwrap_or_default()
        };
        let table = [vec![worth(0, 0), worth(0, 1)], vec![worth(1, 0), worth(1, 1)]];
        let pair = NormalForm::symmetric("the group as one", ["C", "D"], &table).expect("a table of two by two");
        Told { game: Stage::Table(Arc::new(pair)), player: PlayerId(0), ..told.clone() }
    }
}

impl Strategy for AsOne {
    fn begin(&mut self, told: &Told) {
        self.need = self.share.of(Size::of(told).others);
        self.records = [Record::new(2), Record::new(2)];
        self.body.begin(&Self::told(told));
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        if let Some(own) = view.own.last() {
            self.records[0].push(own);
            self.records[1].push(Action::cooperate_if(view.seen.took(Action::C, 1) >= self.need));
        }
        let own = self.records[0].history();
        self.body.act(&View { round: view.round, own, seen: Seen::new(&self.records, 0) }, draws)
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        two_actions_each(told)?;
        self.body.fits(&Self::told(told))
    }

    fn parts(&self) -> Vec<&dyn Strategy> {
        vec![&*self.body]
    }

    fn parts_mut(&mut self) -> Vec<&mut dyn Strategy> {
        vec![&mut *self.body]
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[Entry {
    key: "group_as_one",
    title: "Group As One",
    aliases: &["against_the_group"],
    about: "Plays a two-player strategy against the group: the others cooperated if at least a share of them did.",
    source: "Axelrod & Dion 1988, Science 242:1385-1390 (reciprocity in groups)",
    facets: Facets::unbounded().group(),
    params: || {
        Schema::of(vec![
            share_field(0.5, "What share of the others must have cooperated."),
            Field::required("body", Kind::named("strategies"), "The two-player strategy."),
        ])
    },
    build: |params, catalogue| {
        let spec = catalogue.resolve(params.value("body"), &Place::root().key("body"))?;
        let body = catalogue.build(&spec, catalogue)?;
        let records = [Record::new(2), Record::new(2)];
        Ok(Box::new(AsOne { share: Share::read(params, "share")?, body, need: 0, records }))
    },
}];
