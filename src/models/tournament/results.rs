//! The statistics of a tournament: who scored what against whom, who won, who cooperated, who is a good partner.
//!
//! The measures are those of the field's common library (Knight et al. 2016, J. Open Research Software 4:e35), under its
//! names where it has one. Scores of players leave out matches against a twin unless [`Results::new`] is told to count
//! them; matrices keep them. Nothing here knows of strategies, games or tables.

use super::bout::{Bout, count};
use crate::sim::map_indexed;
use std::sync::{Arc, LazyLock};

/// What one repetition of a meeting came to.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Short {
    rounds: f64,
    weight: f64,
    scores: [f64; 2],
    cooperations: [f64; 2],
}

/// What a meeting that has not begun came to.
static NOTHING: LazyLock<Arc<Bout>> = LazyLock::new(Arc::default);

/// Two players who met, once or in every repetition.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// The players, by seat; equal for a player and its twin.
    pub players: [usize; 2],
    /// Its first repetition.
    first: Option<Short>,
    /// Those after the first: most meetings have none, and need no room beside their own.
    more: Vec<Short>,
    /// How many repetitions one match stands for, as nothing was drawn, if there is one.
    always: Option<usize>,
    /// The sum of those it holds, which meetings that went alike share.
    sum: Arc<Bout>,
}

impl Meeting {
    /// A meeting that has not begun.
    pub fn new(players: [usize; 2]) -> Self {
        Self { players, first: None, more: Vec::new(), always: None, sum: Arc::clone(&NOTHING) }
    }

    /// Takes the match of the next repetition.
    pub fn push(&mut self, bout: &Arc<Bout>) {
        let short = Short {
            rounds: bout.rounds,
            weight: bout.weight,
            scores: bout.scores,
            cooperations: [bout.cooperations(0), bout.cooperations(1)],
        };
        if self.first.is_none() {
            (self.first, self.sum) = (Some(short), Arc::clone(bout));
        } else {
            self.more.push(short);
            Arc::make_mut(&mut self.sum).add(bout, 1.0);
        }
    }

    /// Says that the only match so far stands for `repetitions` of them.
    pub fn always(&mut self, repetitions: usize) {
        self.always = Some(repetitions);
    }

    /// Whether any repetition was played.
    pub fn has_begun(&self) -> bool {
        self.first.is_some()
    }

    /// How often its sum counts.
    fn times(&self) -> f64 {
        count(self.always.unwrap_or(1) as u64)
    }

    fn at(&self, repetition: usize) -> &Short {
        match repetition {
            later if later > 0 && self.always.is_none() => &self.more[later - 1],
            _ => self.first.as_ref().expect("results are of meetings that were held"),
        }
    }
}

/// What a player's matches of a repetition come to that count; a match against a twin counts half for each of its seats.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    matches: f64,
    scores: f64,
    /// The sum of the matches' scores a round.
    per_round: f64,
    cooperations: f64,
    rounds: f64,
    /// Those against twins left out.
    wins: u64,
}

/// What a player's matches of all repetitions come to.
#[derive(Clone, Copy, Debug, Default)]
struct Behaviour {
    cooperations: f64,
    rounds: f64,
    /// How often its first action was C, twins left out.
    first: f64,
}

/// A square table, by player and opponent; nothing where they did not meet.
pub type Matrix = Vec<Vec<Option<f64>>>;

/// All meetings of a tournament.
#[derive(Clone, Debug)]
pub struct Results {
    players: usize,
    repetitions: usize,
    meetings: Vec<Meeting>,
    /// The meetings by player and opponent, and the player's seat in each: those of a cell start where `starts` says.
    seats: Vec<(usize, usize)>,
    starts: Vec<usize>,
    twins: bool,
    /// By player and repetition.
    totals: Vec<Vec<Total>>,
    /// By player.
    behaviour: Vec<Behaviour>,
}

impl Results {
    /// The results of meetings among `players`; `twins` says whether matches against a twin count in scores.
    pub fn new(players: usize, repetitions: usize, meetings: Vec<Meeting>, twins: bool) -> Self {
        let cells = |meeting: &Meeting| {
            let [a, b] = meeting.players;
            [a * players + b, b * players + a]
        };
        // Counted first, then put in place, in order of meetings.
        let mut starts = vec![0; players * players + 1];
        for cell in meetings.iter().flat_map(cells) {
            starts[cell + 1] += 1;
        }
        for cell in 0..players * players {
            starts[cell + 1] += starts[cell];
        }
        let mut next = starts.clone();
        let mut seats = vec![(0, 0); 2 * meetings.len()];
        for (k, meeting) in meetings.iter().enumerate() {
            for (seat, cell) in cells(meeting).into_iter().enumerate() {
                seats[next[cell]] = (k, seat);
                next[cell] += 1;
            }
        }
        let (totals, behaviour) = (Vec::new(), Vec::new());
        let mut results = Self { players, repetitions, meetings, seats, starts, twins, totals, behaviour };
        (results.totals, results.behaviour) = map_indexed(players, |player| results.add_up(player)).into_iter().unzip();
        results
    }

    /// Adds up a player's matches, in order of opponents.
    fn add_up(&self, player: usize) -> (Vec<Total>, Behaviour) {
        let (mut totals, mut behaviour) = (vec![Total::default(); self.repetitions], Behaviour::default());
        for opponent in 0..self.players {
            let (twin, mut first) = (opponent == player, 0.0);
            // A match against a twin has two seats, which count half each.
            let share = if twin { 0.5 } else { 1.0 };
            for (meeting, seat) in self.cell(player, opponent) {
                let (meeting, seat) = (&self.meetings[*meeting], *seat);
                let times = meeting.times();
                first += times * meeting.sum.first[seat];
                if twin && !self.twins {
                    continue;
                }
                behaviour.cooperations += share * times * meeting.sum.cooperations(seat);
                behaviour.rounds += share * times * meeting.sum.rounds;
                for (repetition, total) in totals.iter_mut().enumerate() {
                    let short = meeting.at(repetition);
                    total.matches += share;
                    total.scores += share * short.scores[seat];
                    total.per_round += share * (short.scores[seat] / short.weight);
                    total.cooperations += share * short.cooperations[seat];
                    total.rounds += share * short.rounds;
                    total.wins += u64::from(!twin && short.scores[seat] > short.scores[1 - seat]);
                }
            }
            behaviour.first += if twin { 0.0 } else { first };
        }
        (totals, behaviour)
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The number of repetitions.
    pub fn repetitions(&self) -> usize {
        self.repetitions
    }

    /// The meetings.
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    fn cell(&self, player: usize, opponent: usize) -> &[(usize, usize)] {
        let cell = player * self.players + opponent;
        &self.seats[self.starts[cell]..self.starts[cell + 1]]
    }

    /// Whether two players met.
    pub fn met(&self, player: usize, opponent: usize) -> bool {
        !self.cell(player, opponent).is_empty()
    }

    /// By player and repetition: a measure of the matches that count.
    fn by_repetition(&self, measure: impl Fn(&Total) -> f64) -> Vec<Vec<f64>> {
        self.totals.iter().map(|totals| totals.iter().map(&measure).collect()).collect()
    }

    /// Whether any match of a player counts: who meets nobody has no scores to be ranked by.
    pub fn plays(&self, player: usize) -> bool {
        self.totals[player].first().is_some_and(|total| total.matches > 0.0)
    }

    /// By player and repetition: the sum of scores.
    pub fn scores(&self) -> Vec<Vec<f64>> {
        self.by_repetition(|total| total.scores)
    }

    /// By player and repetition: the mean over matches of the score a round; 0 without matches.
    pub fn normalised_scores(&self) -> Vec<Vec<f64>> {
        self.by_repetition(|total| if total.matches > 0.0 { total.per_round / total.matches } else { 0.0 })
    }

    /// By player and repetition: the share of all rounds with C.
    pub fn cooperation_by_repetition(&self) -> Vec<Vec<f64>> {
        self.by_repetition(|total| ratio(total.cooperations, total.rounds))
    }

    /// By player and repetition: how many matches it won. A match against a twin has no winner.
    pub fn wins(&self) -> Vec<Vec<f64>> {
        self.by_repetition(|total| count(total.wins))
    }

    /// The players from best to worst by the median over repetitions of the normalised score; equals keep their order, and who
    /// meets nobody is last.
    pub fn ranking(&self) -> Vec<usize> {
        let medians: Vec<f64> = self.normalised_scores().iter().map(|scores| median(scores)).collect();
        let mut order: Vec<usize> = (0..self.players).collect();
        let place = |player: usize| (self.plays(player), medians[player]);
        order.sort_by(|a, b| {
            let ((plays, median), (other, least)) = (place(*b), place(*a));
            plays.cmp(&other).then(median.total_cmp(&least))
        });
        order
    }

    /// By repetition: a measure of a player against an opponent, the mean over their matches. Nothing if they did not meet.
    fn against(&self, [player, opponent]: [usize; 2], measure: impl Fn(&Short, usize) -> f64) -> Option<Vec<f64>> {
        let cell = self.cell(player, opponent);
        let n = count(cell.len() as u64);
        let at = |repetition: usize| {
            cell.iter().map(|(meeting, seat)| measure(self.meetings[*meeting].at(repetition), *seat)).sum::<f64>() / n
        };
        (!cell.is_empty()).then(|| (0..self.repetitions).map(at).collect())
    }

    /// By repetition: the score a round of a player against an opponent.
    pub fn payoffs(&self, pair: [usize; 2]) -> Option<Vec<f64>> {
        self.against(pair, |short, seat| short.scores[seat] / short.weight)
    }

    /// By repetition: by how much the player's score a round exceeds the opponent's.
    pub fn score_differences(&self, pair: [usize; 2]) -> Option<Vec<f64>> {
        self.against(pair, |short, seat| (short.scores[seat] - short.scores[1 - seat]) / short.weight)
    }

    /// By repetition: the number of rounds.
    pub fn match_lengths(&self, pair: [usize; 2]) -> Option<Vec<f64>> {
        self.against(pair, |short, _| short.rounds)
    }

    /// By repetition: the share of rounds with C.
    pub fn cooperation_rates(&self, pair: [usize; 2]) -> Option<Vec<f64>> {
        self.against(pair, |short, seat| short.cooperations[seat] / short.rounds)
    }

    /// How many matches two players had over all repetitions.
    pub fn match_count(&self, [player, opponent]: [usize; 2]) -> usize {
        let seats = if player == opponent { 2 } else { 1 };
        self.cell(player, opponent).len() / seats * self.repetitions
    }

    fn matrix(&self, of: impl Fn([usize; 2]) -> Option<f64>) -> Matrix {
        (0..self.players).map(|i| (0..self.players).map(|j| of([i, j])).collect()).collect()
    }

    /// The mean score a round of player against opponent.
    pub fn payoff_matrix(&self) -> Matrix {
        self.matrix(|pair| self.payoffs(pair).map(|values| mean(&values)))
    }

    /// The standard deviation over repetitions (divisor n) of the score a round.
    pub fn payoff_deviations(&self) -> Matrix {
        self.matrix(|pair| {
            self.payoffs(pair).map(|values| {
                let centre = mean(&values);
                mean(&values.iter().map(|x| (x - centre) * (x - centre)).collect::<Vec<_>>()).sqrt()
            })
        })
    }

    /// The mean difference of scores a round.
    pub fn mean_score_differences(&self) -> Matrix {
        self.matrix(|pair| self.score_differences(pair).map(|values| mean(&values)))
    }

    /// The number of rounds with C over all repetitions; of a match against a twin, one seat's mean.
    pub fn cooperation(&self) -> Matrix {
        self.matrix(|pair| {
            self.against(pair, |short, seat| short.cooperations[seat]).map(|values| {
                let meetings = self.cell(pair[0], pair[1]).len();
                let seats = if pair[0] == pair[1] { 2 } else { 1 };
                values.iter().sum::<f64>() * count((meetings / seats) as u64)
            })
        })
    }

    /// The mean share of rounds with C.
    pub fn normalised_cooperation(&self) -> Matrix {
        self.matrix(|pair| self.cooperation_rates(pair).map(|values| mean(&values)))
    }

    /// `2 c - 1` of the share of cooperation: -1 for none, 1 for all.
    pub fn vengeful_cooperation(&self) -> Matrix {
        let rescaled = |row: Vec<Option<f64>>| row.into_iter().map(|c| c.map(|c| 2.0 * (c - 0.5))).collect();
        self.normalised_cooperation().into_iter().map(rescaled).collect()
    }

    /// Sums over all repetitions of a seat's counts against an opponent; nothing against a twin or where they did not meet.
    fn sums<const N: usize>(&self, [i, j]: [usize; 2], of: impl Fn(&Bout, usize) -> [f64; N]) -> Option<[f64; N]> {
        let cell = self.cell(i, j);
        (i != j && !cell.is_empty()).then(|| {
            cell.iter().fold([0.0; N], |mut sum, (meeting, seat)| {
                let meeting = &self.meetings[*meeting];
                for (sum, more) in sum.iter_mut().zip(of(&meeting.sum, *seat)) {
                    *sum += meeting.times() * more;
                }
                sum
            })
        })
    }

    /// How often each state occurred: CC, CD, DC, DD, own action first.
    pub fn states(&self, pair: [usize; 2]) -> Option<[f64; 4]> {
        self.sums(pair, |bout, seat| bout.states[seat])
    }

    /// How often each state was answered by each action: CC then C, CC then D, CD then C and so on.
    pub fn answers(&self, pair: [usize; 2]) -> Option<[f64; 8]> {
        self.sums(pair, |bout, seat| bout.answers[seat])
    }

    /// A player's sums over opponents, twins left out.
    fn own<const N: usize>(&self, player: usize, of: impl Fn([usize; 2]) -> Option<[f64; N]>) -> Vec<[f64; N]> {
        (0..self.players).filter_map(|opponent| of([player, opponent])).collect()
    }

    /// By player: the mean over opponents of the share of each state.
    pub fn state_rates(&self) -> Vec<[f64; 4]> {
        let rates = |player: usize| {
            let shares: Vec<[f64; 4]> = self.own(player, |pair| self.states(pair)).iter().map(shares).collect();
            std::array::from_fn(|k| mean(&shares.iter().map(|share| share[k]).collect::<Vec<_>>()))
        };
        (0..self.players).map(rates).collect()
    }

    /// By player and state: the mean over the opponents with whom the state was answered of the share of answers with C.
    /// Nothing if it never was.
    pub fn answer_rates(&self) -> Vec<[Option<f64>; 4]> {
        let rates = |player: usize| {
            let answers = self.own(player, |pair| self.answers(pair));
            std::array::from_fn(|state| {
                let rates: Vec<f64> = answers
                    .iter()
                    .map(|a| (a[2 * state], a[2 * state] + a[2 * state + 1]))
                    .filter(|(_, all)| *all > 0.0)
                    .map(|(c, all)| c / all)
                    .collect();
                (!rates.is_empty()).then(|| mean(&rates))
            })
        };
        (0..self.players).map(rates).collect()
    }

    /// By player and state: the share of all answers, whoever the opponent, with C. Nothing if there were none.
    pub fn pooled_answers(&self) -> Vec<[Option<f64>; 4]> {
        let pooled = |player: usize| {
            let answers = self.own(player, |pair| self.answers(pair));
            let sum = |k: usize| answers.iter().map(|a| a[k]).sum::<f64>();
            std::array::from_fn(|state| {
                let (c, d) = (sum(2 * state), sum(2 * state + 1));
                (c + d > 0.0).then(|| c / (c + d))
            })
        };
        (0..self.players).map(pooled).collect()
    }

    /// By player: in how many matches its first action was C, twins left out, and in how many of how many.
    pub fn initial_cooperation(&self) -> Vec<(f64, f64)> {
        let matches = |player: usize| self.matches(player) * count(self.repetitions as u64);
        self.behaviour.iter().enumerate().map(|(player, own)| (own.first, matches(player))).collect()
    }

    /// In how many matches a player is a repetition, twins left out.
    fn matches(&self, player: usize) -> f64 {
        let met = (0..self.players).filter(|opponent| *opponent != player);
        count(met.map(|opponent| self.cell(player, opponent).len() as u64).sum())
    }

    /// By player: the share of all its rounds with C.
    pub fn cooperating_rating(&self) -> Vec<f64> {
        self.behaviour.iter().map(|own| ratio(own.cooperations, own.rounds)).collect()
    }

    /// In how many matches the player cooperated at least as often as its opponent; 0 against a twin.
    pub fn good_partner_matrix(&self) -> Matrix {
        self.matrix(|[i, j]| {
            let good = |(meeting, seat): &(usize, usize)| {
                let meeting = &self.meetings[*meeting];
                let as_good = |k: &usize| {
                    let c = meeting.at(*k).cooperations;
                    c[*seat] >= c[1 - *seat]
                };
                count((0..self.repetitions).filter(as_good).count() as u64)
            };
            let cell = self.cell(i, j);
            (!cell.is_empty()).then(|| if i == j { 0.0 } else { cell.iter().map(good).sum() })
        })
    }

    /// By player: the share of its matches in which it was a good partner, twins left out.
    pub fn good_partner_rating(&self) -> Vec<f64> {
        let matrix = self.good_partner_matrix();
        let rate = |player: usize| {
            let good: f64 = matrix[player].iter().flatten().sum();
            ratio(good, self.matches(player) * count(self.repetitions as u64))
        };
        (0..self.players).map(rate).collect()
    }

    /// The principal eigenvector of mutual cooperation: who cooperates with those who cooperate (eigenjesus), or, with
    /// defection counted against (eigenmoses), who also refuses those who do not (Singer-Clark 2014). Unit length, sum not
    /// negative. Iteration stops when a step moves the vector by less than `tolerance`.
    pub fn eigen_ratings(&self, vengeful: bool, tolerance: f64) -> Vec<f64> {
        let matrix = if vengeful { self.vengeful_cooperation() } else { self.normalised_cooperation() };
        principal(&matrix, tolerance)
    }
}

/// The principal eigenvector by power iteration from equal weights.
fn principal(matrix: &Matrix, tolerance: f64) -> Vec<f64> {
    const MOST_STEPS: usize = 10_000;
    let n = matrix.len();
    let unit = |vector: Vec<f64>| {
        let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length > 0.0 { vector.iter().map(|x| x / length).collect() } else { vector }
    };
    let mut vector: Vec<f64> = unit(vec![1.0; n]);
    for _ in 0..MOST_STEPS {
        let product = |row: &Vec<Option<f64>>| row.iter().zip(&vector).map(|(a, x)| a.unwrap_or(0.0) * x).sum();
        let next: Vec<f64> = unit(matrix.iter().map(product).collect());
        let moved = next.iter().zip(&vector).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
        vector = next;
        if moved < tolerance {
            break;
        }
    }
    let sign = if vector.iter().sum::<f64>() < 0.0 { -1.0 } else { 1.0 };
    vector.into_iter().map(|x| sign * x + 0.0).collect()
}

fn shares(counts: &[f64; 4]) -> [f64; 4] {
    let sum: f64 = counts.iter().sum();
    counts.map(|n| ratio(n, sum))
}

/// A quotient; 0 of nothing.
fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The mean; 0 of nothing.
pub(super) fn mean(values: &[f64]) -> f64 {
    crate::stats::Summary::of(values).map_or(0.0, |summary| summary.mean)
}

/// The median; 0 of nothing.
pub(super) fn median(values: &[f64]) -> f64 {
    crate::stats::quantile(&crate::stats::sorted(values), 0.5).unwrap_or(0.0)
}
