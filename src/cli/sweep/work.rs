//! A sweep's directory: its plan, its shards, and running what is missing.

use crate::cli::progress::Progress;
use crate::cli::{Failure, show};
use crate::error::{Diagnostic, Location};
use crate::experiment::shard::{self, State};
use crate::experiment::{Plan, Ranges, SweepError, run_shard};
use crate::models::Lab;
use crate::sim::map_indexed;
use crate::store::{Published, publish, published, read_text, table_digest};
use crate::table::Table;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The file of the plan.
const PLAN: &str = "plan.json";

/// A sweep on disk.
pub(super) struct Sweep {
    pub(super) dir: PathBuf,
    pub(super) plan: Plan,
}

/// Whether a directory is that of a sweep.
pub(in crate::cli) fn is_sweep(dir: &Path) -> bool {
    dir.join(PLAN).exists()
}

/// Refuses a directory that is not that of a sweep.
pub(super) fn require_sweep(dir: &Path) -> Result<(), Diagnostic> {
    if is_sweep(dir) {
        return Ok(());
    }
    let found = format!("no {PLAN} in {}", dir.display());
    let fault = Diagnostic::new("no-plan", found, "the directory of a sweep");
    Err(fault.help("`comity sweep plan EXPERIMENT --out DIR` makes one"))
}

impl Sweep {
    /// Opens the sweep of a directory.
    pub(super) fn open(dir: &Path, lab: &Lab) -> Result<Self, Failure> {
        require_sweep(dir)?;
        let file = dir.join(PLAN);
        let plan = Plan::read(&read_text(&file)?, &file.display().to_string(), lab)?;
        Ok(Self { dir: dir.to_path_buf(), plan })
    }

    /// Writes a plan into its directory; one that is there already must be the same.
    pub(super) fn create(dir: &Path, plan: Plan, lab: &Lab) -> Result<Self, Failure> {
        // A writer that was killed before it had written the plan leaves its `tmp`.
        let other = |entry: std::io::Result<std::fs::DirEntry>| entry.is_ok_and(|entry| entry.file_name() != "tmp");
        if dir.exists() && !is_sweep(dir) && std::fs::read_dir(dir).is_ok_and(|mut entries| entries.any(other)) {
            let fault = Diagnostic::new("in-the-way", "something that is no sweep is there", "a place of its own");
            return Err(fault
                .help("choose another place with --out")
                .at(Location::document(dir.display().to_string()))
                .into());
        }
        match publish(dir, PLAN, plan.to_json().as_bytes(), &aside())? {
            Published::New => Ok(Self { dir: dir.to_path_buf(), plan }),
            Published::Taken => {
                let there = Self::open(dir, lab)?;
                if there.plan.digest == plan.digest {
                    return Ok(there);
                }
                let found = format!("plan {} is there", &there.plan.digest[..16]);
                let expected = format!("plan {}, or a place of its own", &plan.digest[..16]);
                let fault = Diagnostic::new("another-plan", found, expected)
                    .help("choose another place with --out")
                    .at(Location::document(dir.join(PLAN).display().to_string()));
                Err(Failure::Other(66, fault))
            }
        }
    }

    fn name(&self, shard: u64) -> String {
        format!("shards/{}", shard::name(shard, self.plan.shards))
    }

    /// A shard's runs, if it is published.
    pub(super) fn read(&self, shard: u64) -> Result<Option<Table>, SweepError> {
        let path = self.dir.join(self.name(shard));
        let Some(bytes) = published(&path)? else { return Ok(None) };
        shard::read(&self.plan, shard, &bytes, &path.display().to_string()).map(Some)
    }

    /// The state of a shard, with what is wrong with it.
    pub(super) fn state(&self, shard: u64) -> Result<(State, Option<String>), SweepError> {
        match self.read(shard) {
            Ok(Some(_)) => Ok((State::Done, None)),
            Ok(None) => Ok((State::Missing, None)),
            Err(SweepError::Foreign(fault)) => Ok((State::Foreign, Some(fault.to_string()))),
            Err(SweepError::Input(faults)) => Ok((State::Corrupt, Some(faults.to_string()))),
            Err(other) => Err(other),
        }
    }

    /// The shards that are not published.
    pub(super) fn missing(&self) -> Ranges {
        let there = |shard: &u64| self.dir.join(self.name(*shard)).exists();
        Ranges((0..self.plan.shards).filter(|shard| !there(shard)).collect())
    }

    /// Runs a shard, unless it is there, and publishes it. Gives whether it was run.
    pub(super) fn shard(
        &self,
        shard: u64,
        lab: &Lab,
        done: &(dyn Fn(u64) + Sync),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<bool, SweepError> {
        if let Some(runs) = self.read(shard)? {
            done(runs.len() as u64);
            return Ok(false);
        }
        let runs = run_shard(&self.plan, shard, lab, done, stop)?;
        let bytes = shard::write(&self.plan, shard, &runs);
        let name = self.name(shard);
        if publish(&self.dir, &name, &bytes, &aside())? == Published::Taken {
            let twin = self.read(shard)?;
            if twin.is_none_or(|twin| table_digest(&twin) != table_digest(&runs)) {
                let kept = format!("differs/{}.{}", shard::name(shard, self.plan.shards), aside());
                publish(&self.dir, &kept, &bytes, &aside())?;
                return Err(SweepError::Differs(self.differs(shard, Some(&kept))));
            }
        }
        Ok(true)
    }

    /// The fault of a shard that comes out otherwise.
    pub(super) fn differs(&self, shard: u64, kept: Option<&str>) -> Diagnostic {
        let found = format!("shard {shard} comes out otherwise than it was published");
        let at = Location::document(self.dir.join(self.name(shard)).display().to_string());
        let fault = Diagnostic::new("shard-differs", found, "the same rows, to the byte").at(at);
        match kept {
            Some(kept) => fault.help(format!("both are kept: the other is {}", self.dir.join(kept).display())),
            None => fault,
        }
    }

    /// Runs shards, several at a time: a shard may be one run, and threads should not wait for each other.
    pub(super) fn run(&self, shards: &Ranges, lab: &Lab) -> Result<u64, Failure> {
        let stop = stop_on_signals();
        let runs = |shard: u64| {
            let units = self.plan.range(shard);
            (units.end - units.start) * if self.plan.study.stop.is_some() { self.plan.replicates } else { 1 }
        };
        let meter = Meter::new(&self.plan.study.title, shards.0.iter().map(|shard| runs(*shard)).sum());
        // The first of the shards with a fault: those after it need not be run. Those before it are, so that it does not
        // depend on which thread was faster which fault is told.
        let at_fault = AtomicUsize::new(usize::MAX);
        let results = map_indexed(shards.0.len(), |k| {
            let shard = shards.0[k];
            let done = AtomicU64::new(0);
            let told = |more: u64| {
                done.fetch_add(more, Ordering::Relaxed);
                meter.add(more);
            };
            let stopped = || stop.load(Ordering::Relaxed) || at_fault.load(Ordering::Relaxed) < k;
            let result = if stopped() { Err(SweepError::Interrupted) } else { self.shard(shard, lab, &told, &stopped) };
            if result.as_ref().is_err_and(|error| !matches!(error, SweepError::Interrupted)) {
                at_fault.fetch_min(k, Ordering::Relaxed);
            }
            // A point that stopped early has fewer runs than were foreseen.
            meter.add(runs(shard).saturating_sub(done.into_inner()));
            result
        });
        // From here on a signal ends the process at once.
        stop.store(true, Ordering::Relaxed);
        let mut ran = 0;
        let mut interrupted = false;
        for result in results {
            match result {
                Ok(new) => ran += u64::from(new),
                Err(SweepError::Interrupted) => interrupted = true,
                Err(other) => return Err(other.into()),
            }
        }
        if interrupted {
            let there = self.plan.shards - self.missing().0.len() as u64;
            let found = format!("interrupted; {there} of {} shards are there", self.plan.shards);
            let help = format!("go on with `comity sweep run {}`", self.dir.display());
            return Err(Failure::Other(75, Diagnostic::new("interrupted", found, "").help(help)));
        }
        Ok(ran)
    }
}

/// What tells the files of this process apart from those of another, on whatever machine.
fn aside() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let host = ["HOSTNAME", "SLURMD_NODENAME"].iter().find_map(|name| std::env::var(name).ok()).unwrap_or_default();
    let host: String = host.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    format!("{host}.{}.{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// A flag that is set when the process is asked to end; asked twice, it ends.
fn stop_on_signals() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT] {
        // Without a handler the signal ends the process, and the shard at work is lost: what a kill does too.
        _ = signal_hook::flag::register_conditional_shutdown(signal, 75, Arc::clone(&stop));
        _ = signal_hook::flag::register(signal, Arc::clone(&stop));
    }
    stop
}

/// How far the runs are: a bar on a terminal, else a line from time to time.
struct Meter {
    bar: Progress,
    total: u64,
    done: AtomicU64,
    start: Instant,
    told: Mutex<Instant>,
}

impl Meter {
    fn new(title: &str, total: u64) -> Self {
        let now = Instant::now();
        Self { bar: Progress::new(title), total, done: AtomicU64::new(0), start: now, told: Mutex::new(now) }
    }

    fn add(&self, more: u64) {
        const BETWEEN: Duration = Duration::from_secs(10);
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        self.bar.at(done, self.total);
        if self.bar.is_shown() {
            return;
        }
        let Ok(mut told) = self.told.try_lock() else { return };
        if told.elapsed() < BETWEEN || done == 0 {
            return;
        }
        *told = Instant::now();
        #[expect(clippy::cast_precision_loss, reason = "a guess for people")]
        let left = self.start.elapsed().as_secs_f64() * (self.total.saturating_sub(done)) as f64 / done as f64;
        show::note(&format!("{done} of {} runs, about {} left", self.total, duration(left)));
    }
}

/// Seconds in words.
pub(super) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}
