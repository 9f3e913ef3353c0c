#!/bin/bash
# Processes that write and are killed at any moment, and many that write at once.
# Every acknowledged write must be there, no half of one, and the store must be sound.
# Tests/run gives the release build as KAL; KILLS says how many processes are killed, SEED when.
set -uo pipefail
cd "$(dirname "$0")/../.."
: "${KAL:?set KAL to the kal program}"
source Tests/scripts/needs
needs python3
kills=${KILLS:-300}
RANDOM=${SEED:-14}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_CONFIG_HOME=$folder/config XDG_DATA_HOME=$folder/data XDG_STATE_HOME=$folder/state HOME=$folder
unset KALENDS_STORE TZ NO_COLOR
failed=0

kal() { "$KAL" --store "$folder/store.sqlite" --set now=2026-11-18T14:30 --set zone=Europe/Berlin "$@"; }
fail() {
  failed=$((failed + 1))
  echo "FAILED: $*"
}

kal 'add calendar "Home"' >/dev/null 2>&1

# Each batch is one write: two events and an edit. `committed` is said when it is kept.
batches() {
  local number
  for number in 1 2 3 4 5 6 7 8; do
    printf 'begin\nadd event "a %s %s" 2026-12-01 10:00 repeat daily 10 times\n' "$1" "$number"
    printf 'edit last set notes = "whole" span all\nadd event "b %s %s" on 2026-12-02\ncommit\n' "$1" "$number"
  done
}

# How many milliseconds one takes that nobody kills, so that they are killed anywhere in it on every machine.
batches whole >"$folder/script"
now() { python3 -c "import time; print(time.monotonic_ns() // 1000000)"; }
began=$(now)
kal -f "$folder/script" >/dev/null 2>"$folder/said" || fail "the batches"
length=$(($(now) - began))
for number in 1 2 3 4 5 6 7 8; do echo "a whole $number"; done >"$folder/acknowledged"

acknowledged=0
cut=0
for run in $(seq "$kills"); do
  batches "$run" >"$folder/script"
  # One that is killed before it begins says nothing, and not what the one before it said.
  : >"$folder/said"
  "$KAL" --store "$folder/store.sqlite" --set now=2026-11-18T14:30 --set zone=Europe/Berlin -f "$folder/script" \
    >/dev/null 2>"$folder/said" &
  writer=$!
  # From before the first write until after the last.
  wait=$((RANDOM % length))
  sleep "$((wait / 1000)).$(printf '%03d' $((wait % 1000)))"
  kill -9 "$writer" 2>/dev/null
  wait "$writer" 2>/dev/null
  count=$(grep -c '^committed$' "$folder/said")
  acknowledged=$((acknowledged + count))
  [ "$count" -lt 8 ] && cut=$((cut + 1))
  for number in $(seq "$count"); do echo "a $run $number"; done >>"$folder/acknowledged"
done

kal --format csv 'events anytime select title, notes' >"$folder/found" 2>/dev/null
python3 - "$folder" <<'P' || fail "acknowledged and stored writes differ"
import csv, sys
folder = sys.argv[1]
rows = {row[0]: row[1] if len(row) > 1 else "" for row in csv.reader(open(folder + "/found"))}
wrong = 0
for line in open(folder + "/acknowledged"):
    name = line.strip()
    if rows.get(name) != "whole" or "b" + name[1:] not in rows:
        wrong += 1
        print("lost:", name)
for title, notes in rows.items():
    if title[:2] == "a " and (notes != "whole" or "b" + title[1:] not in rows) or title[:2] == "b " and "a" + title[1:] not in rows:
        wrong += 1
        print("half:", title)
sys.exit(wrong > 0)
P
[ "$(kal check 2>&1)" = "the store is sound" ] || fail "check after the kills: $(kal check 2>&1 | head -n 3)"
# What was killed too early or too late every time proves nothing.
[ "$acknowledged" -gt 0 ] || fail "no write was acknowledged before a kill"
[ "$cut" -gt 0 ] || fail "no process was killed at work"
echo "$kills processes killed, $cut of them at work; $acknowledged acknowledged writes verified."

# Many writers at once: nobody is turned away, nothing is lost.
for writers in 2 8; do
  rm -f "$folder"/many.sqlite*
  many() { "$KAL" --store "$folder/many.sqlite" --set now=2026-11-18T14:30 --set zone=Europe/Berlin "$@"; }
  many 'add calendar "Home"' >/dev/null 2>&1
  pids=()
  for writer in $(seq "$writers"); do
    for number in $(seq 50); do echo "add event \"w $writer $number\" 2026-12-01 10:00"; done >"$folder/many.$writer"
    many -f "$folder/many.$writer" >/dev/null 2>"$folder/many.$writer.said" &
    pids+=($!)
  done
  for pid in "${pids[@]}"; do wait "$pid" || fail "one of $writers writers failed: $(tail -n 2 "$folder"/many.*.said)"; done
  found=$(many --format csv 'count events 2026-12-01' 2>/dev/null | tail -n 1 | tr -d '\r')
  [ "$found" = "$((writers * 50))" ] || fail "$writers writers: $found events of $((writers * 50))"
  [ "$(many check 2>&1)" = "the store is sound" ] || fail "check after $writers writers"
  many 'backup to "'"$folder/backup.$writers.sqlite"'"' >/dev/null 2>&1 || fail "backup"
done

# A copy made while others write is a whole store.
(for number in $(seq 60); do echo "add event \"late $number\" 2026-12-05 10:00"; done | many -f - >/dev/null 2>&1) &
many "backup to \"$folder/live.sqlite\"" 2>/dev/null || fail "backup while writing"
wait
[ "$("$KAL" --store "$folder/live.sqlite" check 2>&1)" = "the store is sound" ] || fail "the copy is not sound"
[ "$(stat -c %a "$folder/live.sqlite" 2>/dev/null || stat -f %Lp "$folder/live.sqlite")" = 600 ] || fail "mode of the copy"

[ "$failed" = 0 ] && echo "2 and 8 writers at once lost nothing." || exit 1
