//! `comity sweep`: plan, run, watch, submit and merge the runs of an experiment.

mod args;
mod merge;
mod work;

pub(super) use args::SweepArgs;
pub(super) use merge::{EXPERIMENT, drawn, results_of};
pub(super) use work::is_sweep;

use super::args::{DirArgs, Format};
use super::{Failure, Outcome, Status, show};
use crate::error::Diagnostic;
use crate::experiment::shard::State;
use crate::experiment::{Plan, Ranges, Request, Site, pilot, run_shard, submission};
use crate::ids::{RunKey, Seed};
use crate::models::Lab;
use crate::sim::{Purpose, Who};
use crate::store::{read_text, sweep_up, table_digest, write_file};
use crate::table::{Cell, Column, Table, TableKind, TableSchema, Type};
use args::{Changes, EngineArg, GcArgs, PlainArgs, PlanArgs, RunArgs, ShardArgs, SubmitArgs, SweepCommand, VerifyArgs};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use work::{Sweep, duration, require_sweep};

/// `comity sweep COMMAND`
pub(super) fn sweep(command: &SweepCommand, lab: &Lab) -> Outcome {
    match command {
        SweepCommand::Run(args) => run(args, lab),
        SweepCommand::Plan(args) => plan(args, lab),
        SweepCommand::Shard(args) => shard(args, lab),
        SweepCommand::Status(args) => status(args, lab),
        SweepCommand::Missing(args) => missing(args, lab),
        SweepCommand::Submit(args) => submit(args, lab),
        SweepCommand::Merge(args) => {
            merge::merge(&Sweep::open(&args.dir, lab)?, args.no_plots, args.format.format, lab)
        }
        SweepCommand::Verify(args) => verify(args, lab),
        SweepCommand::Gc(args) => gc(args),
    }
}

/// Makes the plan of an experiment file.
fn planned(file: &Path, changes: &Changes, lab: &Lab) -> Result<Plan, Failure> {
    let experiment = read_text(file)?;
    let name = file.display().to_string();
    let study = crate::experiment::Study::read(&experiment, &name)?;
    let scenario = file.parent().unwrap_or(Path::new("")).join(&study.scenario);
    let request = Request {
        experiment_name: name,
        experiment,
        scenario_name: scenario.display().to_string(),
        scenario: read_text(&scenario)?,
        set: changes.set.clone(),
        seed: changes.seed,
        replicates: changes.replicates,
        shards: changes.shards,
    };
    Ok(Plan::new(request, lab)?)
}

/// `out/<experiment>-<digest8>`.
fn target(out: Option<&PathBuf>, file: &Path, plan: &Plan) -> PathBuf {
    let stem = file.file_stem().map_or_else(|| "sweep".into(), |stem| stem.to_string_lossy().into_owned());
    out.cloned().unwrap_or_else(|| Path::new("out").join(format!("{stem}-{}", &plan.digest[..8])))
}

fn run(args: &RunArgs, lab: &Lab) -> Outcome {
    let sweep = if args.experiment.is_dir() {
        if args.changes.any() || args.out.is_some() {
            let found = "changes of a sweep that was planned already";
            let fault = Diagnostic::new("planned-already", found, "the directory alone");
            return Err(fault.help("give the experiment file, and another directory with --out").into());
        }
        Sweep::open(&args.experiment, lab)?
    } else {
        let plan = planned(&args.experiment, &args.changes, lab)?;
        Sweep::create(&target(args.out.as_ref(), &args.experiment, &plan), plan, lab)?
    };
    let missing = sweep.missing();
    let there = sweep.plan.shards - missing.0.len() as u64;
    show::note(&format!(
        "{} points, {} runs in {} shards ({there} are there already) on {} threads, in {}",
        sweep.plan.points.len(),
        sweep.plan.runs(),
        sweep.plan.shards,
        rayon::current_num_threads(),
        sweep.dir.display()
    ));
    sweep.run(&missing, lab)?;
    merge::merge(&sweep, args.no_plots, args.format.format, lab)
}

fn plan(args: &PlanArgs, lab: &Lab) -> Outcome {
    let plan = planned(&args.experiment, &args.changes, lab)?;
    let sweep = Sweep::create(&target(args.out.as_ref(), &args.experiment, &plan), plan, lab)?;
    let plan = &sweep.plan;
    // A few points say how long a run takes: the first, the middle and the last.
    let mut pilots = vec![0, plan.points.len() / 2, plan.points.len() - 1];
    pilots.dedup();
    let clock = Instant::now();
    for point in &pilots {
        pilot(plan, *point, lab)?;
    }
    #[expect(clippy::cast_precision_loss, reason = "a guess for people")]
    let (a_run, runs) = (clock.elapsed().as_secs_f64() / pilots.len() as f64, plan.runs() as f64);
    let threads = rayon::current_num_threads();
    let whole = a_run * runs / f64::from(u32::try_from(threads).unwrap_or(1));
    show::print(&match args.format.format {
        Format::Json => {
            let answer = json!({
                "directory": sweep.dir.display().to_string(), "digest": plan.digest, "points": plan.points.len(),
                "replicates": plan.replicates, "runs": plan.runs(), "shards": plan.shards,
            });
            format!("{answer}\n")
        }
        Format::Table | Format::Csv => format!(
            "directory   {}\ndigest      {}\npoints      {}\nreplicates  {}\nruns        {}\nshards      {}\n",
            sweep.dir.display(),
            plan.digest,
            plan.points.len(),
            plan.replicates,
            plan.runs(),
            plan.shards
        ),
    });
    show::note(&format!(
        "{} pilot runs took {} each: about {} on {threads} threads here{}",
        pilots.len(),
        duration(a_run),
        duration(whole),
        advice(plan, whole, a_run * runs)
    ));
    Ok(Status::Done)
}

/// Whether a cluster is worth it, and with how many shards.
fn advice(plan: &Plan, here: f64, work: f64) -> String {
    const WORTH_IT: f64 = 7200.0;
    const A_SHARD: f64 = 300.0;
    if here < WORTH_IT {
        return String::new();
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a guess for people")]
    let shards = (work / A_SHARD).ceil() as u64;
    let shards = shards.clamp(1, plan.runs());
    format!("; for a cluster, plan with --shards {shards}, of about 5 min each, and see `comity sweep submit`")
}

fn shard(args: &ShardArgs, lab: &Lab) -> Outcome {
    let sweep = Sweep::open(&args.dir, lab)?;
    let shards = match &args.shards {
        Some(text) => text.clone(),
        None => ["SLURM_ARRAY_TASK_ID", "HQ_TASK_ID", "JOB_COMPLETION_INDEX"]
            .iter()
            .find_map(|name| std::env::var(name).ok())
            .ok_or_else(|| {
                let expected = "SLURM_ARRAY_TASK_ID, HQ_TASK_ID or JOB_COMPLETION_INDEX in the environment";
                Diagnostic::new("no-shard", "--from-env outside of a scheduler", expected)
            })?,
    };
    let shards = Ranges::parse(&shards, sweep.plan.shards)?;
    let ran = sweep.run(&shards, lab)?;
    show::note(&format!("{} shards: {ran} run, {} there already", shards.0.len(), shards.0.len() as u64 - ran));
    Ok(Status::Done)
}

fn status(args: &PlainArgs, lab: &Lab) -> Outcome {
    let sweep = Sweep::open(&args.dir, lab)?;
    let columns = vec![
        Column::key("state", Type::Text, "The state of shards."),
        Column::measure("shards", Type::Integer, "", "How many."),
        Column::note("which", "Which."),
    ];
    let schema = TableSchema::new("status", TableKind::Summary, "The shards, by what their files say.", columns);
    let mut of_state = [State::Done, State::Missing, State::Corrupt, State::Foreign].map(|state| (state, Vec::new()));
    for shard in 0..sweep.plan.shards {
        let (state, wrong) = sweep.state(shard)?;
        wrong.iter().for_each(|words| show::note(words));
        of_state.iter_mut().filter(|(other, _)| *other == state).for_each(|(_, shards)| shards.push(shard));
    }
    let mut table = Table::new(schema);
    let mut bad = 0;
    for (state, shards) in of_state {
        bad += if matches!(state, State::Corrupt | State::Foreign) { shards.len() } else { 0 };
        let count = shards.len();
        table.push(&[state.word().into(), count.into(), Cell::Text(&Ranges(shards).to_string())]);
    }
    show::print(&show::tables(&[&table], args.format.format));
    Ok(if bad == 0 { Status::Done } else { Status::No })
}

fn missing(args: &PlainArgs, lab: &Lab) -> Outcome {
    let missing = Sweep::open(&args.dir, lab)?.missing();
    show::print(&match args.format.format {
        Format::Json => format!("{}\n", json!({ "missing": missing.0 })),
        Format::Table | Format::Csv if missing.0.is_empty() => String::new(),
        Format::Table | Format::Csv => format!("{missing}\n"),
    });
    Ok(Status::Done)
}

fn submit(args: &SubmitArgs, lab: &Lab) -> Outcome {
    let sweep = Sweep::open(&args.dir, lab)?;
    let missing = sweep.missing();
    if missing.0.is_empty() {
        show::note("no shard is missing; `comity sweep merge` puts them together");
        return Ok(Status::Done);
    }
    let here = std::env::current_dir().unwrap_or_default();
    let directory = here.join(&sweep.dir).display().to_string();
    let program = std::env::current_exe().map_or_else(|_| "comity".to_string(), |path| path.display().to_string());
    let name = match args.engine {
        EngineArg::Slurm => "slurm",
        EngineArg::Parallel => "parallel",
        EngineArg::Local => "local",
    };
    let window = u64::from(args.chunk.or_else(|| most_in_an_array(args.engine)).unwrap_or(1000));
    let (engine, jobs) = (args.engine.engine(), args.jobs as usize);
    let site = Site { engine, directory: &directory, program: &program, jobs, window };
    for (k, shards) in missing.chunks(window).iter().enumerate() {
        let script = submission(&sweep.plan, shards, &site);
        let path = sweep.dir.join("submit").join(format!("{name}-{k}.sh"));
        write_file(&path, script.as_bytes())?;
        show::print(&format!("{}\n", path.display()));
        if args.yes {
            let starter = if args.engine == EngineArg::Slurm { "sbatch" } else { "sh" };
            let ended = std::process::Command::new(starter).arg(&path).status().map_err(|error| {
                Diagnostic::new("no-scheduler", format!("{starter}: {error}"), "a scheduler on this machine")
            })?;
            if !ended.success() {
                let found = format!("{starter} {}: {ended}", path.display());
                return Err(Diagnostic::new("not-submitted", found, "a submission that succeeds").into());
            }
        }
    }
    if !args.yes {
        show::note("nothing was submitted: read the scripts, then give --yes or start them yourself");
    }
    Ok(Status::Done)
}

/// What the site's Slurm takes in one array, where it can be asked: indices are below `MaxArraySize`.
fn most_in_an_array(engine: EngineArg) -> Option<u32> {
    if engine != EngineArg::Slurm {
        return None;
    }
    let said = std::process::Command::new("scontrol").args(["show", "config"]).output().ok()?;
    let text = String::from_utf8(said.stdout).ok()?;
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix("MaxArraySize"))?;
    line.trim_start_matches([' ', '=']).trim().parse().ok().filter(|most| *most > 0)
}

/// `comity verify DIR` of a sweep: every shard again.
pub(super) fn verify_all(args: &DirArgs, lab: &Lab) -> Outcome {
    verify(&VerifyArgs { dir: args.dir.clone(), rerun: u64::MAX, seed: 1, format: args.format }, lab)
}

fn verify(args: &VerifyArgs, lab: &Lab) -> Outcome {
    let sweep = Sweep::open(&args.dir, lab)?;
    let mut differences = Vec::new();
    let mut whole = Vec::new();
    for shard in 0..sweep.plan.shards {
        match sweep.state(shard)? {
            (State::Done, _) => whole.push(shard),
            (State::Missing, _) => differences.push(format!("shard {shard} is missing")),
            (_, wrong) => differences.push(wrong.unwrap_or_default()),
        }
    }
    let again = some(&whole, args.rerun, args.seed);
    let mut differs = None;
    for shard in &again {
        let runs = run_shard(&sweep.plan, *shard, lab, &|_| (), &|| false)?;
        let there = sweep.read(*shard)?;
        if there.is_none_or(|there| table_digest(&there) != table_digest(&runs)) {
            let fault = sweep.differs(*shard, None);
            differences.push(fault.to_string());
            differs.get_or_insert(fault);
        }
    }
    if whole.len() as u64 == sweep.plan.shards
        && let Some(wrong) = merge::wrong_results(&sweep)?
    {
        differences.push(wrong);
    }
    let same = differences.is_empty();
    show::print(&match args.format.format {
        Format::Json => {
            format!("{}\n", json!({ "verified": same, "run_again": again, "differences": differences }))
        }
        Format::Table | Format::Csv if same => {
            format!("{}: {} shards run again, and the same to the byte\n", args.dir.display(), again.len())
        }
        Format::Table | Format::Csv => {
            format!("{}: not verified\n  {}\n", args.dir.display(), differences.join("\n  "))
        }
    });
    match differs {
        Some(fault) => Err(Failure::Other(65, fault)),
        None => Ok(if same { Status::Done } else { Status::No }),
    }
}

/// Some of the shards, each as likely as the others.
fn some(shards: &[u64], count: u64, seed: u64) -> Vec<u64> {
    let mut shards = shards.to_vec();
    let key = RunKey::derive(Seed(seed), 0, "verify");
    key.draws(Who::agent("verify"), Purpose::Choice).shuffle(&mut shards);
    shards.truncate(usize::try_from(count).unwrap_or(usize::MAX));
    shards.sort_unstable();
    shards
}

fn gc(args: &GcArgs) -> Outcome {
    require_sweep(&args.dir)?;
    let age = Duration::from_secs(args.older_than);
    let stale = |data: &std::fs::Metadata| {
        data.modified().ok().and_then(|at| at.elapsed().ok()).is_some_and(|since| since >= age)
    };
    for path in sweep_up(&args.dir, &stale)? {
        show::print(&format!("{}\n", path.display()));
    }
    Ok(Status::Done)
}
