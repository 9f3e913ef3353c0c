#!/bin/bash
# What a person types in a real terminal that is no statement, and titles in the place of targets: choices, questions, spans.
# Tests/run gives the release build as KAL.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/terminal

"$KAL" $fixed import Samples/calendars 2>/dev/null
"$KAL" $fixed "default calendar Home" >/dev/null 2>&1

begins 110 50 "$KAL $fixed"
sees "it prompts" "kal>"
keys C-l "tomorrow in Home" Enter
sees "a range alone is its agenda" "= agenda tomorrow in Home"
sees "with what is there" "Parents’ evening"
keys C-l "save view soon as events next 3 days in Work" Enter
sees "a view is saved" "saved the view soon"
keys C-l "soon" Enter
sees "its name runs it" "= run soon"
keys C-l "kal events friday in Work limit 1" Enter
sees "a line for the shell is read without its first word" "= events friday in Work limit 1"
keys C-l "kal evnts" Enter
sees "with its mistakes" 'did you mean `events`?'
keys C-l "standup" Enter
sees "other text is searched for" '= events "standup" where title contains "standup"'
sees "and says how many there are" "(next of 83)"
keys C-l "when is the dentist?" Enter
sees "so is what is asked for" "09:30  10:15  Dentist"
keys C-l "what's next?" Enter
sees "the next event" "Berlin – New York sync"
keys C-l "am i free tomorrow" Enter
sees "free time is asked for" "= free tomorrow"
sees "and it says what takes the day" '"Urlaub Jürgen"; `ignoring allday` leaves them out'
keys C-l "evnts today" Enter
sees "what is nearly a statement is not searched for" 'did you mean `events`?'

keys C-l "reminders in Shopping" Enter
sees "reminders are listed" "2  ○  Thu 19 Nov 2026 18:00  Buy milk"
keys C-l "done 2" Enter
sees "a row needs no sign" "completed Buy milk"
keys C-l "undo" Enter
sees "it is taken back" 'undid: done "Buy milk"'
keys C-l "done buy mi" Enter
sees "a part of a title is asked about" "nothing is called buy mi; in its title one item has it:"
sees "with what it would be" "1 Buy milk: due Thu 19 Nov 2026 18:00, in Shopping"
keys "y" Enter
sees "and taken" "completed Buy milk"
keys C-l "undo" Enter
sees "and taken back" "undid:"

keys C-l "move standup to 10" Enter
sees "a series asks how far, and an hour is its own day's" "Standup repeats. Apply to: [t]his (1)  [f]uture"
keys "t" Enter
sees "an hour alone is said" "note:  10 is read as 10:00"
sees "the length is kept" "moved Standup: Mon 23 Nov 2026 10:00–10:15 (1 occurrence; 82 stay)"
keys C-l "delete dentist" Enter
sees "a deletion by title shows what and asks" "delete Dentist: Tue 24 Nov 2026 09:30–10:15? [y]es [n]o"
keys "n" Enter
sees "no deletes nothing" "canceled; nothing was changed"
keys C-l "delete denti" Enter
sees "a part of a title is asked about once" "delete Dentist: Tue 24 Nov 2026 09:30–10:15? [y]es [n]o"
keys "y" Enter
sees "and deleted" "deleted Dentist: Tue 24 Nov 2026"
keys C-l "undo" Enter
sees "a deletion is taken back" "undid:"
keys C-l "add lunch with bob tomorrow at noon" Enter
sees "plain text is an item" '= add event "lunch with bob" tomorrow 12:00'
sees "which undo takes back" "undo takes it back"
keys C-l "add dinner tomorrow at 7" Enter
sees "an hour that is unsure is asked about" '= add event "dinner" tomorrow 19:00'
sees "with the reason" "may be in the morning or in the evening"
keys "n" Enter
sees "no saves nothing" "canceled; nothing was changed"
keys C-l "add evnt lunch friday" Enter
sees "a noun with an error is no title" 'did you mean `event`?'
keys C-l 'add event "Dentist" 2026-12-01 10:00 in Work' Enter
sees "another one is added" "added Dentist"
keys C-l "delete dentist" Enter
sees "several are listed" "2 items are called dentist:"
sees "with when and where" "2 Dentist: Tue 1 Dec 2026 10:00–11:00, in Work"
keys "3" Enter
sees "what is none of them is asked again" "answer 1 to 2, or cancel"
keys "2" Enter
sees "the chosen one is asked for" "delete Dentist: Tue 1 Dec 2026 10:00–11:00? [y]es [n]o"
keys "y" Enter
sees "and deleted" "deleted Dentist: Tue 1 Dec 2026"
keys C-l "view dentist" Enter
sees "a card of a title" "Dr. Hoffmann"
keys "q" Enter
keys C-l "done ren" Tab
sees "Tab completes titles" 'done "Renew the passport"'
keys C-c
keys C-l "done eggs & bacon" Enter
sees "signs want quotes" '"eggs & bacon"'
keys C-l "q?" Enter
sees "a question mark behind a word asks about it and leaves nothing" "here can stand:"
keys C-l "xyzzy plugh" Enter
sees "what nobody has is not found" "0 events"
keys C-l "q" Enter
leaves "q leaves" 0
begins 80 24 "$KAL $fixed"
sees "it starts again" "kal>"
keys C-l "exit" Enter
leaves "exit leaves" 0

# Arguments of the shell may be ranges and questions, and are no searches; scripts say what they mean.
says() {
  local name=$1 status=$2 text=$3 found
  shift 3
  found=$("$@" 2>&1)
  if [ "$?" = "$status" ] && grep -qF -- "$text" <<<"$found"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED: %s: %s\n' "$name" "$found"
  fi
}
kal() { "$KAL" $fixed --format table "$@"; }
says "a range as an argument" 0 "Architecture review" kal today
says "a range of several words" 0 "Fri 27 Nov 2026" kal next friday
says "next alone is the next event" 0 "Berlin – New York sync" kal next
says "a question as arguments" 0 "Dr. Hoffmann" kal when is dentist
says "a misspelled noun" 2 'did you mean `events`?' kal evnts today
says "a misspelled day" 2 'did you mean `today`?' kal tody
says "other text" 2 '`events "standup"` searches for it' kal standup
says "a title as arguments" 0 "completed Buy milk" kal done buy milk
script() { printf '%s\n' "$1" | kal; }
says "a range in a script" 2 "expected a statement" script today
says "a title without quotes in a script" 2 'complete' script 'complete renew the passport'
says "says the quotes" 2 '"renew the passport"' script 'complete renew the passport'
says "which are taken" 0 "completed Renew the passport" script 'complete "renew the passport"'


# A prompt that is connected to a server knows the names in its store.
"$KAL" --store "$folder/store.sqlite" serve --socket "$folder/kal.sock" 2>/dev/null &
server=$!
for _ in $(seq 200); do
  [ -S "$folder/kal.sock" ] && break
  sleep 0.05
done
begins 100 30 "$KAL --connect --socket $folder/kal.sock --set now=2026-11-18T14:30 --set zone=Europe/Berlin"
sees "a connected prompt starts" "kal>"
keys C-l "soon" Enter
sees "a view's name runs it there" "= run soon"
keys C-l "soom" Enter
sees "and is suggested" 'did you mean `run soon`?'
keys C-l "run so" Tab
sees "and offered by Tab" "run soon"
keys C-c
keys C-l "quit" Enter
leaves "it leaves" 0
kill "$server"
wait "$server" 2>/dev/null

# What the language changed in saved views is told once at the prompt.
if command -v python3 >/dev/null; then
  python3 - "$folder/store.sqlite" <<'PYTHON'
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("UPDATE saved_view SET language = 2, text = 'save view soon as events in May' WHERE folded = 'soon'")
store.commit()
PYTHON
  begins 130 50 "$KAL $fixed"
  sees "the prompt tells what a view meant" "the view soon was saved by an earlier version and keeps its meaning"
  sees "with the statement that settles it" '  save view soon as events in "May"'
  keys C-l "run soon" Enter
  sees "who runs it is told" "(save view soon as events in \"May\" ends this note)"
  keys C-l "quit" Enter
  leaves "it leaves" 0
  begins 130 50 "$KAL $fixed"
  sees "the next start" "kal>"
  if $tmux capture-pane -p | grep -q "earlier version"; then
    failed=$((failed + 1))
    echo "FAILED: the next start tells it again"
  else
    passed=$((passed + 1))
  fi
  keys C-l 'save view soon as events in Work' Enter
  sees "saving it settles it" "replaced the view soon"
  keys C-l "check" Enter
  sees "check has nothing to say" "the store is sound"
  keys C-l "quit" Enter
  leaves "it leaves" 0
else
  echo "skipped: python3 is not installed, which makes a view of an earlier version; Tests/setup --tools installs it"
fi

printf '%d checks passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
