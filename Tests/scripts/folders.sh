#!/bin/bash
# Folders of items (vdir) with the programs that people use beside kal: khal, todoman and vdirsyncer, in an environment of
# their own below .build. The way in that the guide shows to their users is played as it stands there.
# Tests/run gives the release build as KAL.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/checks
source Tests/scripts/needs
needs python3
trap 'rm -rf "$folder"' EXIT
root=$PWD
tools=$root/.build/vdir-tools
if [ ! -x "$tools/bin/vdirsyncer" ]; then
  rm -rf "$tools"
  if ! { python3 -m venv "$tools" && "$tools/bin/pip" -q install khal==0.14.1 todoman==4.7.0 vdirsyncer==0.21.0; } \
    >"$folder/pip" 2>&1; then
    rm -rf "$tools"
    echo "skipped: khal, todoman and vdirsyncer could not be installed: $(tail -n 1 "$folder/pip")"
    exit 77
  fi
fi
export PATH=$tools/bin:$PATH LC_ALL=C.UTF-8 TZ=Europe/Berlin
mkdir -p "$folder/bin"
ln -s "$KAL" "$folder/bin/kal"
PATH=$folder/bin:$PATH

# What a user of khal, todoman and vdirsyncer has: two calendars, a list, and a second place that vdirsyncer syncs with.
mkdir -p "$XDG_CONFIG_HOME"/{khal,todoman,vdirsyncer} "$HOME"/.calendars/{work,home,tasks} "$HOME/remote"
cat >"$XDG_CONFIG_HOME/khal/config" <<EOF
[calendars]
[[all]]
path = $HOME/.calendars/*
type = discover
[locale]
local_timezone = Europe/Berlin
default_timezone = Europe/Berlin
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
EOF
cat >"$XDG_CONFIG_HOME/todoman/config.py" <<EOF
path = "$HOME/.calendars/*"
date_format = "%Y-%m-%d"
time_format = "%H:%M"
default_list = "tasks"
cache_path = "$HOME/todo.sqlite"
EOF
cat >"$XDG_CONFIG_HOME/vdirsyncer/config" <<EOF
[general]
status_path = "$HOME/status/"
[pair both]
a = "here"
b = "there"
collections = ["from a", "from b"]
conflict_resolution = "a wins"
metadata = ["displayname", "color"]
[storage here]
type = "filesystem"
path = "$HOME/.calendars/"
fileext = ".ics"
[storage there]
type = "filesystem"
path = "$HOME/remote/"
fileext = ".ics"
EOF
export VDIRSYNCER_CONFIG=$XDG_CONFIG_HOME/vdirsyncer/config
khal new -a work 2026-12-01 10:00 11:00 "Planning :: of the year" >/dev/null 2>&1
khal new -a work -r weekly 2026-12-02 09:00 09:15 "Standup" >/dev/null 2>&1
khal new -a home 2026-12-05 "Moving day" >/dev/null 2>&1
todo new --list tasks --due "2026-12-03 12:00" "Buy boxes" >/dev/null 2>&1
# vdirsyncer asks whether it may make the folders of the other side.
remote_sync() { (yes | vdirsyncer discover both; vdirsyncer sync both && vdirsyncer metasync both) >"$folder/vdirsyncer" 2>&1; }
remote_sync
check "vdirsyncer copies the folders" 2 "$(ls "$HOME"/remote/work/*.ics 2>/dev/null | wc -l)"

titles() { python3 -c 'import json, sys; print("|".join(sorted(row["title"] for row in json.load(sys.stdin))))'; }
kal_titles() { kal "$@" | titles; }
khal_titles() { khal list --format '{title}' 2026-12-01 2026-12-14 2>/dev/null | grep -v '^[A-Z][a-z]*, \|^2026' | sort | uniq | paste -sd '|'; }
# The UID of each file; the contents below a folder, whatever the files are called.
uids() { for file; do tr -d '\r' <"$file" | grep -m 1 '^UID:'; done; }
contents() { (cd "$1" && for file in */*.ics; do echo "${file%/*} $(md5sum <"$file")"; done | sort); }
# quiet NAME: a sync by everybody changes nothing more, and each UID is in one file.
quiet() {
  kal sync >"$folder/out" 2>&1
  check "$1: kal has nothing left" 0 "$?"
  remote_sync
  before=$(cd "$HOME" && find .calendars remote -type f -exec md5sum {} + | sort -k 2)
  kal sync >/dev/null 2>&1
  remote_sync
  check "$1: a second round changes nothing" "$before" "$(cd "$HOME" && find .calendars remote -type f -exec md5sum {} + | sort -k 2)"
  check "$1: no UID is in two files" "" "$(uids "$HOME"/.calendars/*/*.ics | sort | uniq -d)"
  check "$1: both sides have the same items" "$(contents "$HOME/.calendars")" "$(contents "$HOME/remote")"
}

# The way in, as the guide has it.
awk '/^## Folders/ {on = 1} on && /^```$/ {exit} on && /^kal / {print}' Samples/guide/sync.md >"$folder/way"
check "the guide shows the way in" 1 "$(grep -c '^kal add account Home path ~/.calendars' "$folder/way")"
grep -v 'sync watch' "$folder/way" | while IFS= read -r line; do
  echo "\$ $line"
  bash -c "$line" </dev/null || echo "status $?"
done >"$folder/played" 2>&1
check "each of its lines works" "" "$(grep -B 3 '^status\|^error' "$folder/played")"
check "kal has the items" "Dentist|Moving day|Planning|Standup|Standup" "$(kal_titles 'events from 2026-12-01 to 2026-12-13')"
check "and the to-dos" "Buy boxes" "$(kal_titles 'reminders')"
check "khal sees what kal added" "Dentist|Moving day|Planning|Standup" "$(khal_titles | sed 's/ :: of the year//; s/ ⟳//g')"
quiet "after the way in"
check "vdirsyncer brings it to the other side" 1 "$(grep -l 'SUMMARY:Dentist' "$HOME"/remote/work/*.ics | wc -l)"

# Edits by each program.
kal 'edit events where title = "Planning" set location = "Room 1" yes' >/dev/null 2>&1
kal 'complete reminders where title = "Buy boxes" yes' >/dev/null 2>&1
kal sync >/dev/null 2>&1
check "khal sees an edit of kal's" 1 "$(khal list --format '{title} {location}' 2026-12-01 2026-12-02 2>/dev/null | grep -c 'Planning.*Room 1')"
check "todoman sees that a to-do is done" 1 "$(todo list --status ANY 2>/dev/null | grep -c '\[X\].*Buy boxes')"
todo new --list tasks "Order tape" >/dev/null 2>&1
khal new -a home 2026-12-06 15:00 16:00 "Tea with Ann" >/dev/null 2>&1
kal sync >/dev/null 2>&1
check "kal sees what the others added" "Tea with Ann, Order tape" "$(kal_titles 'events on 2026-12-06'), $(kal_titles 'reminders incomplete')"
quiet "after edits"

# The other side changes one field, kal another, of one item: both stay.
file=$(grep -l 'SUMMARY:Dentist' "$HOME"/remote/work/*.ics)
python3 - "$file" <<'EOF'
import sys
path = sys.argv[1]
text = open(path, newline="").read()
open(path, "w", newline="").write(text.replace("END:VEVENT", "LOCATION:Dr. Adler\r\nEND:VEVENT"))
EOF
remote_sync
kal 'edit events where title = "Dentist" set title = "Dentist, again" yes' >/dev/null 2>&1
kal sync >"$folder/out" 2>&1
check "kal merges both" 1 "$(grep -c '"merged":1,"conflicts":0' "$folder/out")"
quiet "after a merge"
file=$(grep -l 'UID:' "$HOME"/remote/work/*.ics | xargs grep -l 'Dentist')
check "and both sides have both" "1 1" "$(grep -c 'SUMMARY:Dentist\\, again' "$file") $(grep -c 'LOCATION:Dr. Adler' "$file")"

# A file that cannot be read stays, and is told once; the others go on.
printf 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:half\r\n' >"$HOME/.calendars/home/half.ics"
kal sync >/dev/null 2>"$folder/err"
check "a half file is told" 1 "$(grep -c 'half.ics cannot be read, and stays as it is' "$folder/err")"
kal sync >/dev/null 2>"$folder/err"
check "once" 0 "$(grep -c 'half.ics' "$folder/err")"
rm "$HOME/.calendars/home/half.ics"

# A folder that cannot be read stops its own calendar alone, and one that cannot be written keeps what waits.
plain=()
[ "$(id -u)" -eq 0 ] && plain=(setpriv --bounding-set=-all --inh-caps=-all)
chmod 000 "$HOME/.calendars/home"
kal add event Paint 2026-12-09 10:00 in work >/dev/null 2>&1
"${plain[@]}" kal sync >/dev/null 2>"$folder/err"
check "a folder that cannot be read is told" "1 1" "$? $(grep -c 'Home/home: .*: Permission denied' "$folder/err")"
check "its calendar stays" "Tea with Ann" "$(kal_titles 'events on 2026-12-06')"
check "the others go on" 1 "$(grep -l 'SUMMARY:Paint' "$HOME"/.calendars/work/*.ics | wc -l)"
chmod 755 "$HOME/.calendars/home"
chmod 555 "$HOME/.calendars/work"
kal 'delete events where title = "Paint" yes' >/dev/null 2>&1
"${plain[@]}" kal sync >/dev/null 2>"$folder/err"
check "a file that cannot be deleted waits" "1 1" "$? $(grep -c 'was not written: Permission denied' "$folder/err")"
chmod 755 "$HOME/.calendars/work"
kal sync >/dev/null 2>"$folder/err"
check "until it can be" "0 0" "$? $(grep -l 'SUMMARY:Paint' "$HOME"/.calendars/work/*.ics | wc -l)"

# An emptied folder is held back until it is allowed.
rm "$HOME"/.calendars/work/*.ics
kal sync >/dev/null 2>"$folder/err"
check "an emptied folder is an incomplete sync" 1 "$?"
check "nothing is deleted here" "Dentist, again|Planning|Standup|Standup" "$(kal_titles 'events from 2026-12-01 to 2026-12-13 in work')"
kal sync allow work >/dev/null 2>&1
check "until it is allowed" "[]" "$(kal 'events from 2026-12-01 to 2026-12-13 in work')"
kal undo sync yes >/dev/null 2>&1
kal sync >/dev/null 2>&1
check "undo brings it back, there too" 3 "$(ls "$HOME"/.calendars/work/*.ics | wc -l)"

# A change in a folder is in the store within two seconds, and one of the store in the folder.
kal sync watch >"$folder/watched" 2>&1 &
watcher=$!
sleep 1
khal new -a home 2026-12-08 11:00 12:00 "Haircut" >/dev/null 2>&1
within() { local end=$((SECONDS + $1)); shift; until "$@"; do [ $SECONDS -ge $end ] && return 1; sleep 0.1; done; }
haircut() { [ "$(kal_titles 'events on 2026-12-08')" = "$1" ]; }
within 3 haircut Haircut
check "sync watch brings in what another program writes" 0 "$?"
kal 'edit events where title = "Haircut" set title = "Short haircut" yes' >/dev/null 2>&1
written() { grep -q 'SUMMARY:Short haircut' "$HOME"/.calendars/home/*.ics; }
within 3 written
check "and writes what is edited here" 0 "$?"
kill -INT "$watcher"
wait "$watcher"
check "Ctrl-C ends it" 130 "$?"
check "it says what it did" 1 "$([ "$(grep -c '"calendar":"home"' "$folder/watched")" -ge 1 ] && echo 1)"

# Two at once, and a client that is not the owner.
python3 - "$XDG_DATA_HOME/kalends/store.sqlite.sync" <<'EOF' &
import fcntl, sys, time
with open(sys.argv[1], "w") as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    time.sleep(5)
EOF
sleep 0.5
kal sync >/dev/null 2>"$folder/err"
check "a second sync is told" "1 1" "$? $(grep -c 'another sync is running' "$folder/err")"
wait
kal access grant mybar events full >/dev/null 2>&1
kal access grant mybar reminders full >/dev/null 2>&1
kal --as mybar sync >/dev/null 2>"$folder/err"
check "a client with a name does not sync" "3 1" "$? $(grep -c 'not-owner' "$folder/err")"
check "and sees no paths" 0 "$(kal --as mybar accounts --format json | grep -c "$HOME")"

# Syncs are killed while both sides go on changing.
python3 Tests/scripts/sync_kill.py "$KAL" "$folder" "${SYNC_KILLS:-40}" "${SEED:-1}" >"$folder/out" 2>&1
check "nothing is lost or doubled by syncs that are killed: $(tail -n 1 "$folder/out")" 0 "$?"
tail -n 1 "$folder/out"

echo "$passed checks passed, $failed failed"
[ "$failed" = 0 ]
