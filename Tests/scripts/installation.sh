#!/bin/bash
# kal doctor, and installations that are not whole: kal without kal-sync, programs of two versions, a store of a newer version, faulty
# settings, terminals that can do little, closed streams. Tests/run gives the release build as KAL.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/needs
needs python3
. Tests/scripts/checks
trap '[ -z "${server:-}" ] || kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT
export XDG_RUNTIME_DIR=$folder/run LC_ALL=C.UTF-8
mkdir -p "$folder/bin" "$folder/other" "$folder/config/kalends" "$folder/run"
chmod 700 "$folder/run"
# Programs of their own: beside the build there is a kal-sync, and in PATH there may be anything.
ln "$KAL" "$folder/bin/kal" 2>/dev/null || cp "$KAL" "$folder/bin/kal"
kal=$folder/bin/kal
version=$("$kal" --version | sed -n '1s/^kal //p')
export PATH=$folder/bin:/usr/bin:/bin

# program FILE NAME VERSION: a program of another version, as far as it is asked.
program() {
  printf '#!/bin/sh\necho "%s %s (something)"\n' "$2" "$3" >"$1"
  chmod 755 "$1"
}
# doctor [OPTION…]: the report in $report, its exit status in $status.
doctor() {
  report=$("$kal" doctor "$@" 2>"$folder/said")
  status=$?
}
# tells NAME LINE: the report has a line, blanks counted as one.
tells() { check "$1" 1 "$(sed 's/^ *//' <<<"$report" | tr -s ' ' | grep -cxF -- "$2")"; }
# subscribe: the error of a request that needs the helper, without the statement and its place.
subscribe() { "$kal" 'add calendar "Holidays" from "https://localhost:1/h.ics"' 2>&1 | sed -n '/^error:/,$p' | tr -s ' '; }
# kept NAME: nothing in the folder of the store has changed since `keep`. An empty log with its index is what SQLite leaves beside a
# store that was only read.
state() {
  (cd "$folder/data/kalends" && find . -type f ! -name '*-shm' ! \( -name '*-wal' -empty \) ! -name '*.sync' -exec cksum {} + | sort) 2>/dev/null
}
keep() { before=$(state); }
kept() { check "$1: nothing is changed" "$before" "$(state)"; }

# The version: the first line is the one that scripts read.
check "--version begins with the program's own" "kal $version" "$("$kal" --version | head -n 1)"
check "and names what it is made of" 4 "$("$kal" --version | grep -cE '^(SQLite [0-9.]+|GNU readline [0-9.]+|time zones .* in /.*|store format [0-9]+)$')"

# Nothing there yet.
program "$folder/bin/kal-sync" kal-sync "$version"
doctor
check "without a store there is no problem" 0 "$status"
tells "it names itself" "ok kal $version, $kal"
tells "settings that are not there" "ok settings ~/config/kalends/config.toml is not there: all have their defaults"
tells "a store that is not there" "note store there is none yet at ~/data/kalends/store.sqlite"
tells "the helper" "ok kal-sync $version, $folder/bin/kal-sync"
tells "no server" "ok server none runs at $folder/run/kalends/kal.sock"
tells "no terminal" "ok terminal none: answers are JSON, without colors and pages"
check "it sums up" "1 note" "$(cat "$folder/said")"
check "it makes nothing" "" "$(find "$folder/data" "$folder/state" 2>/dev/null)"

# Nothing says where the store is, and a home folder that is the root.
homeless() { env -u HOME -u XDG_DATA_HOME -u XDG_CONFIG_HOME -u XDG_STATE_HOME "$@" 2>&1; }
check "a question without a home folder" "note:  neither --store nor a home folder says where the store is: it is taken for empty
[]" "$(homeless "$kal" today)"
while read -r statement; do
  check "$statement without a home folder" 1 \
    "$(homeless "$kal" "$statement" | grep -c '^error: cannot [a-z]* the store: neither --store nor a home folder says where it is')"
done <<'S'
export all to -
backup to x.sqlite
reindex
add calendar "Home"
S
check "a home folder that is the root" 1 "$(homeless HOME=/ "$kal" doctor | grep -c ' /\.config/kalends/config\.toml is not there')"

# A store, and the same as data.
"$kal" import Samples/calendars >/dev/null 2>&1
keep
doctor
check "with a store there is no problem" "0 all is as it should be" "$status $(cat "$folder/said")"
check "the store's health" 1 "$(grep -cE '^ok +store +~/data/kalends/store\.sqlite, [0-9.]+ [kM]B, format [0-9]+, sound$' <<<"$report")"
kept "doctor"
doctor --format json
check "as JSON" "kal $version ok" "$(python3 -c '
import json, sys
rows = json.load(sys.stdin)
assert all(set(row) == {"part", "state", "message", "hint", "code", "version", "path"} for row in rows)
print(rows[0]["part"], rows[0]["version"], rows[0]["state"])' <<<"$report")"
chmod 644 "$folder/data/kalends/store.sqlite"
doctor
tells "a store that others can read" "note store others can read it"
tells "and what to do" "hint: chmod 600 ~/data/kalends/store.sqlite"
chmod 600 "$folder/data/kalends/store.sqlite"

# Half an installation.
rm "$folder/bin/kal-sync"
doctor
tells "no helper" "note kal-sync it is neither in $folder/bin, beside kal, nor in PATH; only subscriptions need it"
check "which is no problem" 0 "$status"
check "a sync that needs it says so" \
  "error: the program \`kal-sync\`, which asks servers for kal, is neither in $folder/bin, beside kal, nor in PATH [not-installed]
hint: it is in the package \`kalends\`; put it beside kal or into PATH" \
  "$(subscribe)"
program "$folder/bin/kal-sync" kal-sync "$version"
chmod 644 "$folder/bin/kal-sync"
doctor
tells "a helper that may not be run" "problem kal-sync $folder/bin/kal-sync may not be run"
check "which is a problem" "1 1 problem" "$status $(cat "$folder/said")"
printf '#!/bin/sh\necho "kal-sync: error while loading shared libraries: libcurl.so.4" >&2\nexit 127\n' >"$folder/bin/kal-sync"
chmod 755 "$folder/bin/kal-sync"
doctor
tells "a helper without its libraries" \
  "problem kal-sync $folder/bin/kal-sync does not work: kal-sync: error while loading shared libraries: libcurl.so.4"
printf '#!/bin/sh\nsleep 60\n' >"$folder/bin/kal-sync"
doctor
tells "a helper that hangs" "problem kal-sync $folder/bin/kal-sync does not work"

# Two versions beside each other.
program "$folder/bin/kal-sync" kal-sync 0.0.9
doctor
tells "a helper of another version" "problem kal-sync $folder/bin/kal-sync is of version 0.0.9, and kal is $version"
# A greeting of a later format: length, kind, mark, number, name.
printf '#!/bin/sh\nprintf "\\0\\0\\0\\43\\1\\0\\0\\0\\10kal-sync\\0\\0\\0\\0\\0\\0\\0\\143\\0\\0\\0\\12kal-sync 9"\ncat >/dev/null\n' >"$folder/bin/kal-sync"
check "a sync with one that speaks otherwise" \
  "error: the program \`$folder/bin/kal-sync\` does not go with kal: it is kal-sync 9, and kal is $version [helper-version]
hint: install both from one package \`kalends\`; \`kal doctor\` shows which programs there are" \
  "$(subscribe)"
program "$folder/bin/kal-sync" kal-sync "$version"
program "$folder/other/kal" kal 0.0.9
PATH=$folder/other:$PATH doctor
tells "an older kal that comes first" "problem kal $folder/other/kal comes first in PATH, and is kal 0.0.9"
PATH=$PATH:$folder/other doctor
tells "an older kal behind" "problem kal $folder/other/kal is in PATH too, and is kal 0.0.9"
printf '#!/bin/sh\necho Kalman filter 3\n' >"$folder/other/kal"
PATH=$PATH:$folder/other doctor
tells "another program of the name" "note kal $folder/other/kal is another program of that name"
ln -sf "$folder/bin/kal" "$folder/other/kal"
PATH=$folder/other:$PATH doctor
check "a link to the same program is none" "0 all is as it should be" "$status $(cat "$folder/said")"
PATH=/usr/bin:/bin doctor
tells "not in PATH" "note kal no folder of PATH has it, so units and scripts do not find it"

# Settings with faults: each is told with its place, and the others are in force.
settings=$folder/config/kalends/config.toml
printf 'zone = "Europe/Berlin"\nrange.days = "many"\n\n[week]\nstrat = "monday"\n' >"$settings"
doctor
tells "a value that is none" "problem settings $settings:2:1: \`many\` is no value for \`range.days\`"
tells "a name that is none" "problem settings $settings:5:1: there is no setting \`week.strat\`"
tells "and the way out" "hint: did you mean \`week.start\`?"
check "the zone of the file" 1 "$(grep -c 'times are in Europe/Berlin$' <<<"$report")"
check "they are problems" "1 2 problems" "$status $(cat "$folder/said")"
check "to other statements the first is the error" "error: $settings:2:1: \`many\` is no value for \`range.days\`  [bad-config]" \
  "$("$kal" 'events today' 2>&1 | head -n 1)"
printf 'zone = Berlin\n' >"$settings"
doctor
tells "a file that is not TOML" "problem settings $settings:1:8: \`Berlin\` is not a value"
printf 'zone = "Mars/Olympus"\n' >"$settings"
doctor
tells "a zone that is none" "problem time zones \`Mars/Olympus\` is no value for \`zone\`"
rm "$settings" && mkdir "$settings"
doctor
tells "a folder in the place of the file" "problem settings $settings:1:1: the settings cannot be read: Is a directory"
rmdir "$settings"
TZDIR=$folder/nowhere doctor
tells "no zone files" "problem time zones the system has no time zone data"

# Stores that cannot be used: doctor says why, and changes nothing.
store=$folder/data/kalends/store.sqlite
cp "$store" "$folder/sound.sqlite"
python3 - "$store" <<'P'
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.executescript("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA user_version = 99; UPDATE meta SET value = '7.5.0' WHERE key = 'writer'")
store.close()
P
keep
newer="the store $store was written by a newer version of Kalends: its format is 99 and needs kal 7.5.0 or newer; this is kal $version"
doctor
check "a newer store" 1 "$(tr -s ' ' <<<"$report" | grep -cF "problem store $newer")"
kept "doctor on a newer store"
while read -r statement; do
  said=$("$kal" "$statement" </dev/null 2>&1)
  check "$statement: the status" 1 $?
  check "$statement: what it says" "error: $newer" "$(head -n 1 <<<"$said" | sed 's/, which knows.*//')"
  kept "$statement"
done <<'S'
events today
reminders
month
count events
calendars
sources
free 1h
search x
add event "x" tomorrow 10:00
quick lunch tomorrow at noon
add calendar "x"
edit last set title = "x"
delete events today yes
complete "x"
import "Samples/calendars/work.ics"
export all to -
undo
redo
history
changes since s0
begin
check
reindex
sync
accounts
add account "x" path "/tmp"
link calendar Work to x/y
backup to "/dev/null"
duplicates
explain events today
watch events today
save view x as events
run x
views
sets
drop view x
access
default calendar Work
hide calendar Work
alarms
snooze 10m
next
S
for words in "next" "alarms watch once" "--protocol"; do
  # The protocol answers in its own way.
  printf 'a events today\n' | "$kal" $words >"$folder/said" 2>&1
  check "kal $words names the newer store" 1 "$(grep -cE 'written by a newer version' "$folder/said")"
  kept "kal $words"
done

dd if=/dev/urandom of="$store" bs=4096 seek=3 count=40 conv=notrunc 2>/dev/null
cp "$folder/sound.sqlite" "$store"
python3 - "$store" <<'P'
import sys
with open(sys.argv[1], "r+b") as file:
    file.seek(8 * 4096)
    file.write(bytes(range(256)) * 160)
P
keep
doctor
check "a damaged store" 1 "$(tr -s ' ' <<<"$report" | grep -c "^problem store the store $store is damaged: ")"
kept "doctor on a damaged store"
echo "no store" >"$store"
doctor
tells "a file that is no store" "problem store $store is not a Kalends store: it is not a SQLite file"
rm "$store" && mkdir "$store"
doctor
check "a folder in the place of the store" 1 "$(tr -s ' ' <<<"$report" | grep -c "^problem store cannot open the store $store: Is a directory")"
rmdir "$store"
cp "$folder/sound.sqlite" "$store"
cp Tests/StoreTests/Data/schema-7.sqlite "$folder/older.sqlite"
doctor --store "$folder/older.sqlite"
check "an older store is a note" 1 "$(tr -s ' ' <<<"$report" | grep -c '^note store its format 7 is an older one: what opens it next brings it up to ')"
check "and stays as it is" "$(cksum <Tests/StoreTests/Data/schema-7.sqlite)" "$(cksum <"$folder/older.sqlite")"
if [ "$(id -u)" = 0 ]; then
  # Who may not read, which root always may. The folders above must let others through.
  chmod 711 "$folder" "$folder/data" "$folder/data/kalends" "$folder/bin" "$folder/config"
  chmod 755 "$folder/bin/kal" 2>/dev/null
  cp "$folder/bin/kal" "$folder/other/own" && chmod 755 "$folder/other" "$folder/other/own"
  mkdir -p "$folder/config/kalends"
  echo 'zone = "UTC"' >"$settings" && chmod 600 "$settings" && chmod 755 "$folder/config/kalends"
  report=$(setpriv --reuid 65534 --regid 65534 --clear-groups "$folder/other/own" doctor 2>"$folder/said")
  tells "settings that cannot be read" "problem settings $settings:1:1: the settings cannot be read: Permission denied"
  check "a store that cannot be read" 1 "$(tr -s ' ' <<<"$report" | grep -c "^problem store cannot open the store $store: Permission denied")"
  rm "$settings"
  report=$(XDG_DATA_HOME=$folder/bin setpriv --reuid 65534 --regid 65534 --clear-groups "$folder/other/own" doctor 2>"$folder/said")
  tells "a store that cannot be made" "problem store there is none yet at ~/bin/kalends/store.sqlite, and none can be made: ~/bin: Permission denied"
  tells "and what to do" "hint: check the permissions of ~/bin; --store FILE names another place"
else
  echo "skipped: files that cannot be read, which needs root"
fi

# A disk that is full, and one that is only read.
mkdir "$folder/disk"
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=4m tmpfs "$folder/disk" 2>/dev/null; then
  trap '[ -z "${server:-}" ] || kill "$server" 2>/dev/null; umount "$folder/disk" 2>/dev/null; rm -rf "$folder"' EXIT
  small=$folder/disk/store.sqlite
  "$kal" --store "$small" import Samples/calendars/home.ics >/dev/null 2>&1
  head -c 5000000 /dev/zero >"$folder/disk/rest" 2>/dev/null
  doctor --store "$small"
  tells "a disk that is full" "problem store its disk is full: 0 kB are free"
  rm "$folder/disk/rest"
  mount -o remount,ro "$folder/disk"
  doctor --store "$small"
  tells "a disk that is only read" "note store it can only be read"
  check "what is opened there is shown" 1 \
    "$("$kal" --store "$small" open Samples/calendars/work.ics 2>&1 | grep -c '^ import "Samples/calendars/work.ics"  takes it$')"
  check "with what the store has" 1 "$("$kal" --store "$small" open Samples/calendars/home.ics 2>&1 | grep -c '^unchanged: Home has all of it$')"
  check "a dry run goes there too" 1 "$("$kal" --store "$small" import Samples/calendars/work.ics dry run 2>&1 | grep -c '^would import: Work')"
  check "an import does not" 1 "$("$kal" --store "$small" import Samples/calendars/work.ics 2>&1 | grep -c '\[store-read-only\]$')"
  check "a store is not made for a look" 1 \
    "$("$kal" --store "$folder/disk/other.sqlite" open Samples/calendars/work.ics 2>&1 | grep -c '^ import "Samples/calendars/work.ics"  takes it$')"
  umount "$folder/disk"
else
  echo "skipped: disks that are full or only read, which needs root and a mount"
fi

# A setting that goes with the program says so, with the line that keeps it.
said=$("$kal" set own.addresses = 'ann@example.org' 2>&1)
check "a setting of one run" "note:  it is set for this run alone; a line in $settings keeps it: own.addresses = \"ann@example.org\"" "$said"
sed 's/.*keeps it: //' <<<"$said" >"$settings"
check "its line is one of the settings file" ann@example.org "$("$kal" show own.addresses 2>&1)"
rm "$settings"
check "what uses it says nothing" 5 "$("$kal" 'set range.days = 5; show range.days' 2>&1)"

# Accounts.
mkdir -p "$folder/vdir/team"
"$kal" "add account Files path \"$folder/vdir\"" >/dev/null 2>&1
doctor
check "an account in sync" 1 "$(tr -s ' ' <<<"$report" | grep -c '^ok account Files folder, 1 calendar, in sync, synced 20')"
mv "$folder/vdir" "$folder/moved"
doctor
tells "an account whose folder is gone" "problem account Files its folder ~/vdir is not there"
mv "$folder/moved" "$folder/vdir"
printf 'machine a login b password SECRET\n' >"$folder/.netrc"
chmod 644 "$folder/.netrc"
doctor
tells "passwords that others can read" "note passwords others can read ~/.netrc"
check "they are not shown" 0 "$(grep -c SECRET <<<"$report")"
rm "$folder/.netrc"

# A server.
"$kal" serve 2>/dev/null &
server=$!
for _ in $(seq 200); do [ -S "$folder/run/kalends/kal.sock" ] && break; sleep 0.05; done
doctor
tells "a server that runs" "ok server kal $version at $folder/run/kalends/kal.sock, alarms.serve is off"
kill -9 "$server" && wait "$server" 2>/dev/null
server=
doctor
tells "a socket that is left" "note server its socket $folder/run/kalends/kal.sock is left, and nobody listens there"

# Terminals, and none at all.
terminal() {
  python3 - "$@" <<'P'
import fcntl, os, pty, struct, sys, termios
kind, command = sys.argv[1], sys.argv[2:]
process, master = pty.fork()
if process == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 150, 0, 0))
    os.environ.pop("TERM", None)
    if kind: os.environ["TERM"] = kind
    os.execv(command[0], command)
if len(command) == 1: os.write(master, b"count events\nquit\n")
output = b""
while True:
    try: piece = os.read(master, 65536)
    except OSError: break
    if not piece: break
    output += piece
print(output.decode().replace("\r", ""), end="")
sys.exit(os.waitpid(process, 0)[1] >> 8)
P
}
report=$(terminal xterm-256color "$kal" doctor)
tells "a terminal" "ok terminal xterm-256color, 150 columns, 50 lines, 256 colors, C.UTF-8"
report=$(terminal xterm /usr/bin/env LC_ALL=de_DE.ISO-8859-1 "$kal" doctor)
tells "one in an old locale" "note terminal xterm, 150 columns, 50 lines, 16 colors, LC_ALL is de_DE.ISO-8859-1, and output is UTF-8"
for kind in dumb ""; do
  report=$(terminal "$kind" "$kal" doctor)
  tells "TERM=$kind" "note terminal TERM is ${kind:-not set}, 150 columns, 50 lines: no colors, no pages and no editing of the line"
  said=$(terminal "$kind" "$kal")
  check "the prompt with TERM=$kind ends well" 0 $?
  check "it answers" 1 "$(grep -cE '^[0-9]+$' <<<"$said")"
  check "without a sequence for terminals" 0 "$(grep -c $'\e' <<<"$said")"
done
"$kal" doctor >&- 2>"$folder/said"
check "closed output is an error" "1 1" "$? $(grep -c 'output-failed' "$folder/said")"
"$kal" doctor 2>&- >"$folder/said"
check "closed errors are none" "0 1" "$? $(grep -c '^ok *store' "$folder/said")"
"$kal" doctor <&- >/dev/null 2>&1
check "nor is closed input" 0 $?
"$kal" doctor 2>/dev/null | head -n 1 >/dev/null
check "nor a reader that leaves" 0 "${PIPESTATUS[0]}"
"$kal" doctor >/dev/full 2>"$folder/said"
check "a full disk is one" 1 $?
for option in --connect --protocol "--as bar"; do
  "$kal" $option doctor >/dev/null 2>&1
  check "doctor $option" 1 "$(($? > 0))"
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
