#!/bin/bash
# The prompt in a real terminal: greeting, completion, several lines, errors, Ctrl-C, Ctrl-D, history.
# Tests/run gives the release build as KAL.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/terminal

"$KAL" $fixed import Samples/calendars 2>/dev/null
"$KAL" $fixed "default calendar Home" >/dev/null 2>&1

start() { begins 100 50 "$KAL $fixed"; }

start
sees "it greets with the agenda of today" "Architecture review"
sees "it greets with the reminders due today" "○ Post the parcel for Oma Ilse"
sees "and counts those that are overdue" "(4 overdue reminders: reminders overdue)"
sees "and prompts" "kal>"
keys C-l "events standup" Enter
sees "words that fit nowhere are searched for" 'searched as text: events "standup"'
sees "and a series is shown at its next occurrence" "Standup with the customer ↻ (next of 83)"
keys C-l 'delete events next week "ann"' Enter
sees "a change shows where the text was found" "(in attendee)"
keys "n" Enter
keys C-l "events tomorrow in Work" Enter
sees "a query answers with numbered rows" "3  10:00    12:00     Budget review 2027: first draft"
keys C-l
keys "remin" Tab "inc" Tab "due this week in Sho" Tab Enter
sees "Tab completes keywords and calendars" "kal> reminders incomplete due this week in Shopping"
sees "and what it made runs" "Buy milk"
keys C-l
keys "events next w" Tab
sees "Tab shows what date words mean" "week       23–29 Nov"
keys C-c
keys C-l
keys "count events this month group by calendar as ch" Tab Enter
sees "a chart is drawn" "█████"
keys C-l
keys "help limit" Enter
sees "help tells about a word" "example: events this month limit 10"
keys C-l
keys "events where titel = x" Enter
sees "an error points at its place" "             ^^^^^"
sees "and suggests" 'did you mean `title`?'
keys C-l
keys 'events today \' Enter
sees "a backslash goes on in the next line" "...>"
keys 'where title contains "sync"' Enter
sees "and both are one statement" "Berlin – New York sync"
keys C-l
keys "events this is never run" C-c
sees "Ctrl-C leaves the line" "kal>"
keys "count events today" Enter
sees "and the next one runs" "12"
keys '\timing' Enter "sources" Enter
sees "timing is shown" "Time: "
keys C-d
leaves "Ctrl-D leaves" 0

start
sees "it starts again" "kal>"
keys C-l
keys Up Up Up
sees "the history is kept" "kal> count events today"
keys C-c "quit" Enter
leaves "quit leaves" 0

# What is more than a screen is paged, help is one, and ? tells what can stand.
begins 80 24 "$KAL $fixed"
sees "a small terminal greets without a pager" "kal>"
keys C-l "agenda this month" Enter
sees "a long agenda is paged" "Sun 1 Nov 2026"
keys q
sees "and left" "kal>"
keys C-l "help" Enter
sees "help is one screen" "completes it."
sees "with its beginning" "A statement is a noun and clauses, or a verb:"
keys C-l "help add" Enter
sees "a long page is paged" "parts of an event:"
keys q
keys C-l "events today in ?" Enter
sees "a question mark tells what can stand" "a calendar name"
keys C-l "?" Enter
sees "and alone it helps" "topics     statements"
keys C-l "where?" Enter
sees "behind a word it is its page" "a condition on fields and flags"
keys C-l "import Samples/calendars/bi" Tab Enter
sees "a path needs no quotes" "6 unchanged"
keys C-d
leaves "and Ctrl-D leaves" 0
begins 40 20 "$KAL $fixed"
sees "a narrow terminal greets" "kal>"
keys C-l "reminders overdue" Enter
sees "a narrow table shows whole dates" "!  1 Nov 21:00  Backup"
keys C-d

# Changes: the span is asked for, queries are confirmed, a missing list is offered.
start
sees "it starts a third time" "kal>"
keys C-l
keys "events tomorrow in Home" Enter
sees "rows are numbered" "1  all day"
keys 'edit #2 set title = "Pills"' Enter
sees "a series asks how far" "Apply to: [t]his (1)"
keys "x" Enter
sees "and asks again" "answer this, future, all, cancel"
keys "c" Enter
sees "cancel changes nothing" "canceled; nothing was changed"
keys C-l 'edit #2 set title = "Pills"' Enter
sees "it is asked again" "[c]ancel"
keys "t" Enter
sees "this is changed" "changed Pills"
keys C-l 'delete events tomorrow in Home' Enter
sees "a query is asked about" "delete 3 items? [y]es [n]o [r]ow by row"
keys "quit" Enter
sees "quit leaves that" "canceled; nothing was changed"
keys C-l 'delete calendar Home' Enter
sees "a name is asked for" "Type its name to delete it with them:"
keys "q" Enter
sees "q is another name" "canceled; nothing was changed"
keys C-l 'delete events tomorrow in Home' Enter
sees "a query is shown before it is deleted" "delete 3 items? [y]es [n]o [r]ow by row"
keys "r" Enter
sees "row by row asks for each" "? [y]es [n]o [a]ll [s]top"
keys "n" Enter "s" Enter
sees "and may stop" "nothing was chosen"
keys C-l 'undo' Enter
sees "undo takes the last change back" "undid: edit \"Take the medicine\" on Thu 19 Nov 2026"
keys 'begin' Enter 'add event "Draft" tomorrow 10:00' Enter
sees "a batch is open" "added Draft"
keys C-d
sees "leaving takes an open batch back" "the batch was not committed"

# Without a list that takes reminders one is offered, and the save goes on.
fixed="--store $folder/empty.sqlite --set now=2026-11-18T14:30 --set zone=Europe/Berlin"
start
sees "it starts with an empty store" "kal>"
keys C-l 'add reminder "Buy milk" due friday' Enter
sees "a list is offered" "Make a new one called Reminders? [y]es [n]o"
keys "n" Enter
sees "no makes nothing" "canceled; nothing was changed"
keys C-l 'add reminder "Buy milk" due friday' Enter
sees "it is offered again" "Make a new one called Reminders? [y]es [n]o"
keys "y" Enter
sees "yes makes the list and saves" "added Buy milk"
keys C-l 'calendars' Enter
sees "the list is there" "Reminders"
keys C-d
leaves "Ctrl-D leaves again" 0
name="a store that is left is one file"
if [ -e "$folder/empty.sqlite-wal" ]; then
  failed=$((failed + 1))
  echo "FAILED: $name: its log is still there"
else
  passed=$((passed + 1))
fi

# Where imports alone made the calendars nobody has said where new events go: a terminal asks, once (D6).
fixed="--store $folder/two.sqlite --set now=2026-11-18T14:30 --set zone=Europe/Berlin"
for calendar in home work; do "$KAL" $fixed import "Samples/calendars/$calendar.ics" 2>/dev/null; done
start
sees "it starts with imported calendars" "kal>"
keys C-l 'add event "Dentist" 2026-12-24 10:00' Enter
sees "a terminal asks which calendar new events go to" "Which calendar do new events go to?"
sees "and names them" "  2 Work"
# What is no answer is asked about again: the next answer would be no statement.
keys "3" Enter
sees "what is no answer is told" "answer 1 to 2, or with a name"
keys "q" Enter
sees "q leaves the question" "canceled; nothing was changed"
keys C-l 'add event "Dentist" 2026-12-24 10:00' Enter
sees "which is asked the next time" "[1-2] [c]ancel"
keys "wor" Enter
sees "a name is an answer" "new events go to Work now"
sees "the second answer is taken" "added Dentist"
keys C-l 'add event "Cinema" 2026-12-24 20:00' Enter
sees "and is not asked for again" "added Cinema"
# What was added last elsewhere changes nothing about what was said.
keys C-l 'add event "Walk" 2026-12-24 08:00 in Home' Enter
sees "a calendar can be named" "added Walk"
keys C-l 'add event "Swim" 2026-12-24 12:00' Enter
sees "the answer stays the default" "added Swim"
keys C-l 'count events 2026-12-24 in Work where title in ("Dentist", "Cinema", "Swim") select count as line' Enter
sees "all are where was said" "count  3"
keys C-d
leaves "Ctrl-D leaves once more" 0

# Quick text that is not sure asks (G1), and so does a reminder with open subtasks (G9).
fixed="--store $folder/quick.sqlite --set now=2026-11-18T14:30 --set zone=Europe/Berlin"
"$KAL" $fixed 'add calendar "Home"' >/dev/null 2>&1
for title in Trip Pack; do "$KAL" $fixed "add reminder \"$title\"" >/dev/null 2>&1; done
"$KAL" $fixed 'add reminder "Bag" under "Pack"' >/dev/null 2>&1
start
sees "it starts for quick text" "kal>"
keys C-l 'quick "review every fortnight or so monday 10:00"' Enter
sees "quick asks about what it did not understand" '`every fortnight` was not understood, and would be a part of the title.'
keys Enter
sees "and Enter saves it so" "added review every fortnight or so: Mon 23 Nov 2026 10:00–11:00, in Home; undo takes it back"
keys C-l 'quick "lunch friday 1:30"' Enter
sees "an hour that is in doubt is shown as it is understood" '= add event "lunch" friday 13:30'
keys "n" Enter
sees "and no saves nothing" "canceled; nothing was changed"
keys C-l 'quick "dinner at luigi friday 20:00"' Enter
sees "a place is asked about" '`at luigi` may belong to the title'
keys "e" Enter
sees "edit opens the form" "New event"
sees "with what was read" "luigi"
keys C-c
sees "and can be left" "canceled; nothing was changed"
# A date with two readings is asked about, once in a statement, and is no search.
keys C-l 'count events from 11/12/2026 to 1/2/2027' Enter
sees "a date with two readings is asked about" '`11/12/2026` has two readings; set date.order = dmy or mdy settles it.'
sees "and both are shown" "[d]ay first: 2026-12-11  [m]onth first: 2026-11-12  [c]ancel"
keys "x" Enter
sees "another answer is none" "answer day, month, cancel"
keys "d" Enter
sees "all dates are read so" "= count events from 2026-12-11 to 2027-02-01"
keys C-l '3/4/2027' Enter
sees "so is one that stands alone" "[d]ay first: 2027-04-03"
keys "m" Enter
sees "it is the agenda of that day" "= agenda 2027-03-04"
keys C-l 'quick "tax 3/4/2027 10:00"' Enter
sees "so is one in plain text" "[d]ay first: 2027-04-03"
keys "c" Enter
sees "and can be canceled" "canceled; nothing was changed"
keys C-l 'set dates.strict = on' Enter 'events 3/4/2027' Enter
sees "where statements must be exact it is refused" "day-first or month-first?"
keys C-l 'set dates.strict = off' Enter
keys C-l 'reminders' Enter
sees "reminders are listed" "3 open reminders"
keys C-l 'complete (reminders where title = "Pack") ' Enter
sees "a query is confirmed" "complete 1 item? [y]es [n]o [r]ow by row"
keys "y" Enter
sees "completing a reminder asks about its subtasks" "Pack has 1 open subtask: Bag"
keys "a" Enter
sees "and all of them are completed" "completed Bag"
sees "with what was named" "completed Pack"
keys C-d
leaves "Ctrl-D leaves quick text" 0

# What a greeting shows is a screen or two, whatever the day is full of.
fixed="--store $folder/full.sqlite --set now=2026-11-18T14:30 --set zone=Europe/Berlin"
"$KAL" $fixed 'add calendar "Clock"' >/dev/null 2>&1
"$KAL" $fixed 'add event "Tick" 2020-01-01 00:00 for 0m in Clock repeat every second' >/dev/null 2>&1
start
sees "a crowded day is not printed" "there are more than 100 events today: agenda today shows them"
keys C-d
leaves "and it is left" 0
fixed="$fixed --format ids"
start
sees "a format of items alone counts all the same" "there are more than 100 events today"
keys C-d
leaves "and that is left" 0

printf '%d checks passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
