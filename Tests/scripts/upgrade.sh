#!/bin/bash
# Stores of an older format, opened by many at once, by who may not write, on a full disk, and cut off in the middle.
# Tests/run gives the release build as KAL.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/needs
needs python3
. Tests/scripts/checks
trap 'chmod -R u+w "$folder"; [ -z "${disk:-}" ] || umount "$disk"; rm -rf "$folder"' EXIT
data=$PWD/Tests/StoreTests/Data
chmod 711 "$folder"

# answers STORE COMMAND…: what a store answers, run by a command such as a change of user.
answers() {
  local store=$1
  shift
  "$@" "$KAL" --store "$store" --set now=2026-11-18T10:00 --set zone=UTC \
    'events from 2026-11-01 to 2027-01-15 select start, title as csv' 2>"$folder/said" |
    tail -n +2 | tr ',' ' ' | tr -d '\r"'
}
put() {
  mkdir -p "$1"
  cp "$data/schema-7.sqlite" "$1/store.sqlite"
}
expected=$(cat "$data/schema-7.sqlite.answers")

# Many at once: one brings it up to date, all answer the same. Two that waited for one another would both read a copy in memory,
# which takes some luck to see.
for round in $(seq 10); do
  rm -rf "$folder/many"
  put "$folder/many"
  for number in 1 2 3 4 5 6 7 8; do
    (answers "$folder/many/store.sqlite" >"$folder/many/$number.out") &
  done
  wait
  for number in 1 2 3 4 5 6 7 8; do
    check "reader $number of eight ($round)" "$expected" "$(cat "$folder/many/$number.out")"
  done
  kept=$(echo "$folder/many/store.sqlite.before-"*)
  check "the copy is of the old format" 7 "$(od -An -tu1 -j63 -N1 "$kept" | tr -d ' ')"
done
check "and is its owner's alone" 600 "$(stat -c %a "$kept" 2>/dev/null || stat -f %Lp "$kept")"

# Killed at any moment: the next one answers the same.
for run in $(seq 20); do
  put "$folder/killed"
  rm -f "$folder/killed/store.sqlite-"* "$folder/killed/store.sqlite.before"*
  "$KAL" --store "$folder/killed/store.sqlite" --set zone=UTC 'count events today' >/dev/null 2>&1 &
  sleep "0.0$(printf '%02d' $((RANDOM % 30)))"
  kill -9 $! 2>/dev/null
  wait $! 2>/dev/null
  check "after a kill ($run)" "$expected" "$(answers "$folder/killed/store.sqlite")"
done
check "and the store is sound" "the store is sound" "$("$KAL" --store "$folder/killed/store.sqlite" check 2>/dev/null)"

# Whoever is no root can be kept from writing; the program must then be where others can run it.
if [ "$(id -u)" = 0 ]; then
  cp "$KAL" "$folder/kal"
  chmod 755 "$folder/kal"
  KAL=$folder/kal
  other="setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/nonexistent"
else
  other=env
fi
if [ "$other" = env ] || $other true 2>/dev/null; then
  # A place that is only to be read.
  put "$folder/readonly"
  chmod 444 "$folder/readonly/store.sqlite"
  chmod 555 "$folder/readonly"
  check "an old store in a read-only place" "$expected" "$(answers "$folder/readonly/store.sqlite" $other)"
  check "which is said" 1 "$(grep -c 'read from a copy in memory' "$folder/said")"
  check "and is left as it was" store.sqlite "$(ls "$folder/readonly")"
  check "and cannot be written" store-read-only \
    "$($other "$KAL" --json-errors --store "$folder/readonly/store.sqlite" --set zone=UTC 'add calendar "X"' 2>&1 | grep -o 'store-read-only')"

  # A log that holds changes cannot be read there, and what lacks them must not pass for the store (M27).
  mkdir "$folder/log"
  "$KAL" --store "$folder/log/store.sqlite" 'add calendar "Kept"' >/dev/null 2>&1
  "$KAL" --store "$folder/log/store.sqlite" --protocol >/dev/null 2>&1 < <(sleep 3) &
  python3 - "$folder/log/store.sqlite" <<'PYTHON'
import sqlite3, sys, os
store = sqlite3.connect(sys.argv[1])
store.execute("UPDATE calendar SET title = 'In the log'")
store.commit()
os._exit(0)  # the log stays
PYTHON
  wait
  rm -f "$folder/log/store.sqlite-shm"
  chmod 444 "$folder/log/"*
  chmod 555 "$folder/log"
  found=$($other "$KAL" --store "$folder/log/store.sqlite" --set zone=UTC calendars 2>&1)
  status=$?
  check "a log in a read-only place is an error" 1 "$status"
  check "which says why" 1 "$(grep -c 'store.sqlite-wal holds changes' <<<"$found")"
  check "and never the data without it" 0 "$(grep -c 'Kept' <<<"$found")"
else
  echo "skipped: setpriv is missing: nothing was tried as another user"
fi

# A full disk: questions are answered, a write says so, nothing is changed.
disk=$folder/disk
mkdir "$disk"
if mount -t tmpfs -o size=256k,mode=755 tmpfs "$disk" 2>/dev/null; then
  cp "$data/schema-7.sqlite" "$disk/store.sqlite"
  check "an old store on a full disk" "$expected" "$(answers "$disk/store.sqlite")"
  check "the write is refused" disk-full \
    "$("$KAL" --json-errors --store "$disk/store.sqlite" --set zone=UTC 'add calendar "X"' 2>&1 | grep -o 'disk-full' | head -1)"
  check "nothing is left beside it" "" "$(ls "$disk" | grep before)"
  check "and the store is as it was" 0 "$(cmp "$data/schema-7.sqlite" "$disk/store.sqlite" >/dev/null; echo $?)"
else
  disk=
  echo "skipped: no file system can be mounted here: a full disk was not tried"
fi

# A zone that does not exist: a question is answered with a warning, nothing is written (D8).
kal() { "$KAL" --store "$folder/zones.sqlite" "$@"; }
TZ=UTC kal 'add calendar "Home"' >/dev/null 2>&1
check "TZ names nothing: a write is refused" \
  "error: TZ names the time zone \`Nope/Nowhere\`, which does not exist  [bad-zone]" \
  "$(TZ=Nope/Nowhere kal 'add event "X" tomorrow 10:00' 2>&1 | head -1)"
check "TZ names nothing: a question is answered" \
  "note:  TZ names the time zone \`Nope/Nowhere\`, which does not exist: times are in" \
  "$(TZ=Nope/Nowhere kal 'count events today' 2>&1 >/dev/null | sed 's/times are in .*/times are in/')"
check "another zone for the session mends it" 0 \
  "$(TZ=Nope/Nowhere kal --set zone=Europe/Berlin 'add event "X" tomorrow 10:00' >/dev/null 2>&1; echo $?)"
mkdir -p "$folder/zoneinfo/Europe"
echo "TZif damaged" >"$folder/zoneinfo/Europe/Berlin"
check "a damaged zone file" \
  "error: the time zone file $folder/zoneinfo/Europe/Berlin is damaged  [bad-zone]" \
  "$(TZDIR=$folder/zoneinfo TZ=Europe/Berlin kal 'add event "X" tomorrow 10:00' 2>&1 | head -1)"
check "the same with --set" \
  "error: the time zone file $folder/zoneinfo/Europe/Berlin is damaged  [bad-zone]" \
  "$(TZDIR=$folder/zoneinfo kal --set zone=Europe/Berlin 'events today' 2>&1 | head -1)"

# Items in a zone whose file is gone: a question is answered, with a warning, and without the series that nobody can place.
kal() { "$KAL" --store "$folder/gone.sqlite" --set now=2026-11-18T10:00 --set zone=Europe/Berlin "$@"; }
system=${TZDIR:-/usr/share/zoneinfo}
mkdir -p "$folder/gone/Europe"
cp "$system/Europe/Berlin" "$folder/gone/Europe/"
{
  kal 'add calendar "Home"'
  kal 'add event "Call" 2026-11-20 10:00 zone America/New_York'
  kal 'add event "Round" 2026-11-20 11:00 zone America/New_York repeat weekly'
  kal 'add event "Here" 2026-11-20 12:00'
} >/dev/null 2>&1
for statement in 'events 2026-11-20' 'view ev:9xbvrr'; do
  check "an item's zone is gone: \`$statement\` says so" \
    "note:  the system does not know the time zone America/New_York, which items are in, or its file is damaged: their times may be wrong, and series in it are left out" \
    "$(TZDIR=$folder/gone kal "$statement" 2>&1 >/dev/null)"
done
check "an item's zone is gone: the answer is whole" \
  '[{"title":"Here"},{"title":"Call"}]0' \
  "$(TZDIR=$folder/gone kal 'events 2026-11-20 select title' 2>/dev/null | tr -d '\n'; echo "${PIPESTATUS[0]}")"

# Views that earlier versions of the language saved keep what they meant, and those that cannot be read stay.
kal() { "$KAL" --store "$folder/views.sqlite" --set now=2026-11-18T10:00 --set zone=Europe/Berlin "$@"; }
{
  kal 'add calendar "May"'
  kal 'add event "Maypole" tomorrow 10:00 in "May"'
  for name in spring left broken; do kal "save view $name as events today"; done
} >/dev/null 2>&1
python3 - "$folder/views.sqlite" <<'PYTHON'
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
for name, language, question in [("spring", 2, "events in May"), ("left", 1, "reminders"), ("broken", 2, "events in May, in")]:
    store.execute("UPDATE saved_view SET language = ?, text = ? WHERE folded = ?",
                  (language, f"save view {name} as {question}", name))
store.commit()
PYTHON
check "an older view answers what it did" '"title":"Maypole"' "$(kal 'run spring' 2>/dev/null | grep -o '"title":"Maypole"')"
check "and says what changed" 1 \
  "$(kal 'run spring' 2>&1 >/dev/null | grep -c '`in May` is a time, and was the calendar of that name (save view spring as events in "May"')"
check "check lists what means something else" '  save view left as reminders all' "$(kal check 2>/dev/null | grep 'save view left')"
check "and what cannot be read" 1 "$(kal check 2>/dev/null | grep -c 'the view broken cannot be read')"
check "which is listed" 'broken left spring ' "$(kal views 2>/dev/null | grep -o '"name":"[a-z]*"' | cut -d'"' -f4 | tr '\n' ' ')"
check "and shows its text" 'save view broken as events in "May", in' "$(kal 'run broken' 2>&1 | head -1)"

echo "upgrade.sh: $passed passed, $failed failed"
[ "$failed" = 0 ]
