#!/usr/bin/env bash
# A sweep on a real Slurm: two nodes on this host, forty shards, one node killed with its tasks midway, and in the end the
# digest of the local run.
#
#     tests/slurm.sh [target/release/comity]
#
# Exit: 0 it holds, 1 it does not, 77 it could not be tried here (the last line says why). All files are in a directory of its
# own, all servers listen on 127.0.0.1 alone, and only processes that this script started are ended, each by its number.
set -euo pipefail
cd "$(dirname "$0")/.."

comity=$(realpath "${1:-target/release/comity}")
skip() { echo "skipped: no Slurm: $*"; exit 77; }
for tool in munged slurmctld slurmd sbatch squeue scontrol; do
    command -v "$tool" > /dev/null || skip "$tool is not installed (Debian: slurm-wlm munge)"
done
[ "$(id -u)" = 0 ] || skip "slurmd starts tasks as root alone"
[ -x "$comity" ] || { echo "no program $comity: cargo build --release"; exit 1; }

work=$(mktemp -d)
servers=()
finish() {
    status=$?
    scancel --quiet --name="${job:-none}" 2> /dev/null || true
    for pid in "${servers[@]}"; do kill "$pid" 2> /dev/null || true; done
    for pid in "${servers[@]}"; do wait "$pid" 2> /dev/null || true; done
    if [ "$status" = 1 ]; then tail -n 20 "$work"/slurm/*.log || true; fi
    rm -rf "$work"
}
trap finish EXIT

# Ports that another copy of this script does not take.
base=$((20000 + $$ % 10000))
host=$(hostname -s)
mkdir -p "$work"/munge "$work"/slurm/{state,w1,w2}
chmod 700 "$work"/munge
dd if=/dev/urandom of="$work"/munge/key bs=1024 count=1 status=none
chmod 400 "$work"/munge/key
cat > "$work"/slurm/slurm.conf <<CONF
ClusterName=comity
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$base
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=$work/slurm/state
SlurmdSpoolDir=$work/slurm/%n
SlurmctldPidFile=$work/slurm/slurmctld.pid
SlurmdPidFile=$work/slurm/%n.pid
SlurmctldLogFile=$work/slurm/slurmctld.log
SlurmdLogFile=$work/slurm/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MailProg=/bin/true
JobRequeue=1
SlurmdTimeout=10
InactiveLimit=0
ReturnToService=2
MaxArraySize=1001
NodeName=w1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((base + 1)) CPUs=2 State=UNKNOWN
NodeName=w2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((base + 2)) CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
echo "CgroupPlugin=cgroup/v1" > "$work"/slurm/cgroup.conf
export SLURM_CONF=$work/slurm/slurm.conf

munged --foreground --force --key-file "$work"/munge/key --socket "$work"/munge/socket --pid-file "$work"/munge/pid \
    --log-file "$work"/munge/log --seed-file "$work"/munge/seed 2> "$work"/munge/errors &
servers+=($!)
for _ in $(seq 100); do [ -S "$work"/munge/socket ] && break; sleep 0.1; done
slurmctld -D -i > "$work"/slurm/controller.out 2>&1 &
servers+=($!)
for node in w1 w2; do
    slurmd -D -N $node > "$work"/slurm/$node.out 2>&1 &
    servers+=($!)
    [ $node = w1 ] && victim=$!
done
for _ in $(seq 60); do
    [ "$(sinfo --noheader --format=%D --states=idle 2> /dev/null | awk '{n += $1} END {print n + 0}')" = 2 ] && break
    sleep 1
done
sinfo --Node --noheader
[ "$(sinfo --noheader --format=%D --states=idle | awk '{n += $1} END {print n + 0}')" = 2 ] || { echo "the nodes do not come up"; exit 1; }

cat > "$work"/two.toml <<SCENARIO
schema = 1
title = "two"
seed = 7
[model.repeated]
length = { known = 200000 }
repetitions = 20
noise = 0.1
[[agents]]
name = "a"
strategy = "gradual"
[[agents]]
name = "b"
strategy = "gtft"
SCENARIO
cat > "$work"/forty.toml <<EXPERIMENT
schema = 1
title = "forty shards"
scenario = "two.toml"
replicates = 40
[[parameters]]
name = "noise"
path = "model.repeated.noise"
[[points]]
grid = { noise = [0.0, 0.02, 0.05, 0.1, 0.2] }
[[measures]]
name = "score"
table = "agents"
row = { agent = "b" }
column = "score_per_round"
EXPERIMENT
digest() { sed -n 's/^ *"digest": "\([0-9a-f]*\)",$/\1/p' "$1"/results/manifest.json | head -n 1; }

cd "$work"
"$comity" sweep plan forty.toml --shards 40 --out cluster
job=comity-$(sed -n 's/.*"digest": *"\([0-9a-f]\{8\}\).*/\1/p' cluster/plan.json | head -n 1)
"$comity" sweep submit cluster --engine slurm --yes
published() { find cluster/shards -name '*.csv' 2> /dev/null | wc -l; }
for _ in $(seq 300); do [ "$(published)" -ge 8 ] && break; sleep 0.2; done

# The tasks of the node, which say its name. A shard takes a second, so that one that is seen is there to be killed.
of_w1() {
    for task in $(pgrep -f "sweep shard $work/cluster" || true); do
        tr '\0' '\n' < /proc/"$task"/environ 2> /dev/null | grep -q '^SLURMD_NODENAME=w1$' && echo "$task"
    done
    true
}
for _ in $(seq 300); do [ -n "$(of_w1)" ] && break; sleep 0.05; done

# The node's daemon, then what its steps are: a step's daemon is the parent of the task.
before=$(published)
kill -KILL "$victim"
killed=0
for task in $(of_w1); do
    parent=$(awk '{print $4}' /proc/"$task"/stat 2> /dev/null) || continue
    kill -KILL "$parent" "$task" 2> /dev/null && killed=$((killed + 1))
done
echo "killed node w1 and $killed of its tasks when $before of 40 shards were there"
[ "$killed" -ge 1 ] || { echo "no task of w1 was there to be killed"; exit 1; }
[ "$before" -lt 40 ] || { echo "too late: all shards were there"; exit 1; }

for _ in $(seq 420); do [ -z "$(squeue --noheader)" ] && break; sleep 1; done
[ -z "$(squeue --noheader)" ] || { squeue; echo "the queue does not drain"; exit 1; }
grep -o 'requeue job.*due to failure of node w1' slurm/slurmctld.log | sort -u || true
"$comity" sweep status cluster
missing=$("$comity" sweep missing cluster)
if [ -n "$missing" ]; then
    # What a site's limit on restarts leaves is submitted again, and nothing else.
    echo "submitted again: $missing"
    "$comity" sweep submit cluster --engine slurm --yes
    for _ in $(seq 420); do [ -z "$(squeue --noheader)" ] && break; sleep 1; done
fi
"$comity" sweep merge cluster --no-plots > /dev/null
"$comity" sweep run forty.toml --shards 3 --out local --no-plots > /dev/null
if [ "$(digest cluster)" = "$(digest local)" ] && [ -n "$(digest local)" ]; then
    echo "Slurm: forty shards, a node lost, and the digest of the local run: $(digest local | cut -c 1-16)"
else
    echo "the digests differ: cluster $(digest cluster), local $(digest local)"
    exit 1
fi
