#!/bin/bash
# The program as a person and as other programs use it: arguments, scripts, pipes, errors and exit statuses.
# Tests/run gives the release build as KAL.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/checks
source Tests/scripts/needs
needs python3
trap 'rm -rf "$folder"' EXIT

kal() { "$KAL" --store "$folder/store.sqlite" --set now=2026-11-18T14:30 --set zone=Europe/Berlin "$@"; }

# status NAME EXPECTED COMMAND…: the exit status; what was said is kept in $folder/out and $folder/err
status() {
  local name=$1 expected=$2
  shift 2
  "$@" >"$folder/out" 2>"$folder/err" </dev/null
  check "$name: exit status" "$expected" "$?"
}

titles() { python3 -c 'import json, sys; print("|".join(row["title"] for row in json.load(sys.stdin)))'; }
rows() { python3 -c 'import json, sys; print(len(json.load(sys.stdin)))'; }

# Reading without a store
status "a read without a store" 0 kal events today
check "it answers nothing" "[]" "$(cat "$folder/out")"
check "it makes no store" "no" "$([ -e "$folder/store.sqlite" ] && echo yes || echo no)"

# Import
status "import of a folder" 0 kal import Samples/calendars
check "import says what it did" 1 "$(grep -c 'Work (new calendar): 20 added' "$folder/err")"
status "import again" 0 kal import Samples/calendars
check "nothing is there twice" 1 "$(grep -c 'Work: 0 added, 20 unchanged' "$folder/err")"
status "import into a misspelled calendar" 2 kal import Samples/calendars/home.ics into Wrok
status "import into a new calendar" 0 kal --store "$folder/new.sqlite" import Samples/calendars/home.ics into Nowhere
check "says that it is new" 1 "$(grep -c 'Nowhere (new calendar)' "$folder/err")"
status "import of a missing file" 1 kal import "$folder/none.ics"
status "import of a file that is no calendar" 1 kal --store "$folder/other.sqlite" import Samples/hostile/binary.ics
status "import of a truncated file" 1 kal --store "$folder/other.sqlite" import Samples/hostile/truncated.ics
check "from standard input" 0 "$(kal --store "$folder/piped.sqlite" import - <Samples/calendars/home.ics >/dev/null 2>&1; echo $?)"

# The two queries of the mission: as arguments, as one word, from a script, from standard input, in a pipe
first='events from -1d to +1y in Work'
second='reminders incomplete due this week'
events=$(kal $first 2>/dev/null | rows)
check "events of the year in Work" 257 "$events"
check "as one word" "$events" "$(kal "$first" 2>/dev/null | rows)"
printf '#!/usr/bin/env kal\n-- a comment\n%s\n' "$first" >"$folder/script.kal"
check "from a script" "$events" "$(kal -f "$folder/script.kal" 2>/dev/null | rows)"
check "from standard input" "$events" "$(kal <"$folder/script.kal" 2>/dev/null | rows)"
check "reminders of the week" \
  "Post the parcel for Oma Ilse|Birthday present for Oma Ilse 🎁|Buy milk|Renew the passport|お米 10 kg|Water the plants|Collect the suit|Ask about the kindergarten place" \
  "$(kal $second 2>/dev/null | titles)"

# Formats
for format in table line json jsonl csv tsv ids ics; do
  status "format $format" 0 kal --format "$format" events today
  check "format $format gives something" yes "$([ -s "$folder/out" ] && echo yes || echo no)"
done
check "jsonl has a row a line" "$(kal events today 2>/dev/null | rows)" "$(kal --format=jsonl events today 2>/dev/null | wc -l)"
check "as in the statement" "start,end" "$(kal 'events today select start, end as csv' 2>/dev/null | head -n 1 | tr -d '\r')"
check "no color in a pipe" 0 "$(kal --format table events today 2>/dev/null | grep -c $'\e')"
check "color when asked for" yes "$(kal --format table --color always events today 2>/dev/null | grep -q $'\e' && echo yes || echo no)"

# A line for each row by a template
check "a template" "06:30 Deployment window|08:00 Take the medicine" \
  "$(kal --format '{start:%H:%M} {title}' 'events today timed limit 2' 2>/dev/null | paste -sd'|')"
status "a template with a wrong field" 2 kal --format '{start} {titel}' events today
check "the caret stands below it" "{start} {titel}|         ^^^^^" "$(head -n 2 "$folder/err" | paste -sd'|')"

# Files in the place of a store, and a store in memory
files() { HOME=$folder/nobody XDG_DATA_HOME=$folder/nobody "$KAL" --set now=2026-11-18T14:30 --set zone=Europe/Berlin "$@"; }
status "a question to a folder" 0 files --in Samples/calendars $first
check "it answers as the store does" "$events" "$(rows <"$folder/out")"
check "from standard input" "Home" "$(files --in - --format '{title}' calendars <Samples/calendars/home.ics 2>/dev/null)"
status "a question to a missing file" 1 files --in "$folder/none.ics" events today
status "a question to a damaged file" 1 files --in Samples/hostile/truncated.ics --format '{title}' events anytime
check "it answers from the rest" "The one that must survive" "$(cat "$folder/out")"
status "a change of a file" 0 files --in Samples/calendars/home.ics 'add event "Tea" today 17:00 in Home'
check "is said to go" 1 "$(grep -c '^note:  the files stay as they are' "$folder/err")"
status "an export of changed files" 0 files --in Samples/calendars/home.ics \
  "add event \"Tea\" today 17:00 in Home; export events today to \"$folder/tea.ics\""
check "has the change" 1 "$(grep -c 'SUMMARY:Tea' "$folder/tea.ics")"
status "files and a store" 2 files --in Samples/calendars --store "$folder/store.sqlite" events
check "says that they do not go together" "error: --in does not go with --store  [bad-option]" "$(head -n 1 "$folder/err")"
status "files and a server" 2 files --in Samples/calendars --connect events
status "standard input twice" 2 files --in -
status "alarms of files" 2 files --in Samples/calendars alarms watch once
check "the protocol over files" 1 "$(printf 'a {"q":"count events today"}\n' \
  | TMPDIR=$folder files --in Samples/calendars --protocol 2>/dev/null | grep -c '^a \* {"count":12}')"
check "leaves nothing behind" 0 "$(ls -d "$folder"/kalends-serve-* 2>/dev/null | wc -l)"
status "a store in memory" 0 files --store :memory: 'add calendar "Home"; add event "Tea" today 17:00; events today as ids'
check "has what was added" 2 "$(grep -c '^ev:' "$folder/out")"
check "no default store is made" no "$([ -e "$folder/nobody" ] && echo yes || echo no)"
check "nor a file of that name" no "$([ -e :memory: ] && echo yes || echo no)"

# Export, and in again
status "export of everything" 0 kal export all to "$folder/all.ics"
status "import of the export" 0 kal --store "$folder/copy.sqlite" import "$folder/all.ics"
check "the copy answers the same" "$(kal $first --format csv 2>/dev/null | cut -d, -f3- | md5sum)" \
  "$(kal --store "$folder/copy.sqlite" $first --format csv 2>/dev/null | cut -d, -f3- | md5sum)"
status "export to a folder that is not there" 1 kal export all to "$folder/no/where.ics"

# Errors: place, code, hint, status; the store unchanged
status "an unknown field" 2 kal 'events where titel contains budget'
check "an unknown field is shown" "events where titel contains budget|             ^^^^^|error: \`titel\` is not a field of events        [unknown-field]|hint:  did you mean \`title\`?" \
  "$(paste -sd'|' "$folder/err")"
status "an unknown calendar" 2 kal events in Wrok today
status "a date that does not exist" 2 kal events 2026-02-30
status "an unknown zone" 2 kal events tomorrow 10:00 Europe/Olso
status "an unknown option" 2 kal --formt json events
check "an unknown option has a suggestion" 1 "$(grep -c 'did you mean `--format`?' "$folder/err")"
status "a bad option value" 2 kal --format yaml events
status "a bad setting" 2 kal --set zone=Mars events
status "a sync without an account" 0 kal sync
check "says what adds one" 1 "$(grep -c "add account NAME path" "$folder/err")"
status "an ambiguous date in a script" 2 kal -f <(echo 'events next friday')
status "the same as an argument" 0 kal events next friday
status "JSON errors" 2 kal --json-errors events in Wrok
check "JSON errors are JSON" unknown-calendar "$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["code"])' "$folder/err")"
echo "no store" >"$folder/text"
status "a file that is no store" 1 kal --store "$folder/text" events
check "it is unchanged" "no store" "$(cat "$folder/text")"
printf 'events today\nevents tody\nevents today\n' >"$folder/stops.kal"
status "a script stops at its first error" 2 kal -f "$folder/stops.kal"

# Quiet ends
check "a closed pipe ends quietly" "0|" "$( (kal events anytime --format jsonl; echo "$?" >"$folder/status") 2>"$folder/err" | head -n 1 >/dev/null; cat "$folder/status")|$(cat "$folder/err")"
status "empty input" 0 kal
status "version" 0 kal --version
status "help" 0 kal --help
status "help about a code" 0 kal help unknown-field
status "nothing found" 0 kal 'events today where title = "no such title"'

# The settings file
mkdir -p "$folder/config/kalends"
printf 'format = "ids"\n[week]\nstart = "sunday"\n' >"$folder/config/kalends/config.toml"
check "the settings file counts" "ev:" "$(kal events today limit 1 2>/dev/null | cut -c1-3)"
printf 'fromat = "ids"\n' >"$folder/config/kalends/config.toml"
status "a wrong name in it" 2 kal events today
rm "$folder/config/kalends/config.toml"

# Reading never writes
chmod a-w "$folder/store.sqlite"
before=$(md5sum <"$folder/store.sqlite")
status "a read-only store answers" 0 kal events today
check "and is unchanged" "$before" "$(md5sum <"$folder/store.sqlite")"

status "view makes no store" 1 kal --store "$folder/none.sqlite" view ev:aaaaaa
status "access makes none either" 0 kal --store "$folder/none.sqlite" access
check "there is still none" "" "$(ls "$folder" | grep '^none')"

# Without a free descriptor: a program that is linked whole knows what it was called with, another cannot even be loaded.
if command -v ldd >/dev/null && ! ldd "$KAL" 2>/dev/null | grep '=>' >/dev/null; then
  check "arguments are known without descriptors" "$("$KAL" --version | head -n 1)" "$( (ulimit -n 3; exec "$KAL" --version) 2>&1 | head -n 1)"
  check "what cannot be done without them is an error" 1 \
    "$( (ulimit -n 3; exec "$KAL" --store "$folder/store.sqlite" events today) >/dev/null 2>&1; echo $?)"
else
  echo "skipped: the program is not linked whole, and cannot be loaded without a free descriptor"
fi

# What another program uses is not replaced
exec 3> >(kal --store "$folder/used.sqlite" >/dev/null 2>&1)
other=$!
printf 'add calendar "Theirs"\n' >&3
for try in $(seq 300); do
  kal --store "$folder/used.sqlite" calendars 2>/dev/null | grep -q Theirs && break
  sleep 0.1
done
status "a backup over a store in use" 1 kal --store "$folder/copy.sqlite" "backup to \"$folder/used.sqlite\" replace"
check "says who uses it" 1 "$(grep -c 'it is a store in use by kal (process [0-9]*); end that first' "$folder/err")"
status "an export over a store in use" 1 kal --store "$folder/copy.sqlite" "export all to \"$folder/used.sqlite\" replace"
printf 'add calendar "Later"\n' >&3
exec 3>&-
wait $other
check "what they wrote is there" "Theirs Later" \
  "$(kal --store "$folder/used.sqlite" calendars select title --format tsv 2>/dev/null | tail -n +2 | paste -sd' ')"
status "when it is closed it is replaced" 0 kal --store "$folder/copy.sqlite" "backup to \"$folder/used.sqlite\" replace"
status "by a store" 0 kal --store "$folder/used.sqlite" check
status "a backup to standard output" 2 kal 'backup to "-"'
check "makes no file of that name" no "$([ -e ./- ] && echo yes || echo no)"

# Too few open files: zones that cannot be read are not unknown
for limit in 6 8 10; do
  (ulimit -n $limit && kal calendars) >"$folder/out" 2>"$folder/err" </dev/null
  result=$?
  check "with $limit open files zones are not called unknown" 0 "$(grep -c 'does not know the time zone' "$folder/err")"
  [ $result = 0 ] || check "with $limit open files the reason is said" yes \
    "$(grep -q 'Too many open files\|unable to open database' "$folder/err" && echo yes || echo no)"
done
(ulimit -n 6 && kal calendars) >"$folder/out" 2>"$folder/err" </dev/null
check "too few open files are an error" 1 "$?"

# Without /proc, as in a bare container
if unshare -m sh -c 'mount -t tmpfs none /proc' 2>/dev/null; then
  export KAL
  status "without /proc" 0 unshare -m sh -c 'mount -t tmpfs none /proc && "$KAL" --version'
  check "it runs" 1 "$(grep -c '^kal ' "$folder/out")"
else
  echo "skipped: the check without /proc needs the right to mount"
fi

printf '%s passed, %s failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
