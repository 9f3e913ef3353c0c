#!/bin/bash
# The pages of the calendar in a real terminal: stepping, hours, resizing, signals, and reading ahead in a store of a million
# occurrences. Tests/run gives the release build as KAL.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/terminal

"$KAL" $fixed import Samples/calendars 2>/dev/null
"$KAL" $fixed "default calendar Home" >/dev/null 2>&1

# Runs a command line of the shell in a terminal of 100 by 30.
shell() { opens 100 30 "$1"; }

start() { begins 100 30 "$KAL $fixed $*"; }

# Waits up to a minute until the screen no longer shows a text.
loses() {
  local name=$1 text=$2 tries
  for tries in $(seq 600); do
    if ! $tmux capture-pane -p 2>/dev/null | grep -qF -- "$text"; then
      passed=$((passed + 1))
      return
    fi
    sleep 0.1
  done
  failed=$((failed + 1))
  printf 'FAILED: %s: the screen still shows: %s\n' "$name" "$text"
}

# is NAME EXPECTED FOUND
is() {
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED: %s: %s, expected %s\n' "$1" "$3" "$2"
  fi
}

start
sees "the prompt" "kal>"
keys C-l month Enter
sees "month is a pager" "November 2026  (Europe/Berlin)"
sees "it tells its keys" "? help  q leave"
keys n
sees "n goes on" "December 2026"
keys P
sees "P goes back a year" "December 2025"
keys t
sees "t is today" "November 2026  (Europe/Berlin)"
keys Right Left Left
sees "arrows step" "October 2026"
keys t 20 Enter
sees "a number opens the hours of its day" "Fri 20 Nov 2026"
sees "and the page is named while its title is above" "November 2026  "
keys Escape Home
sees "Escape closes them" "November 2026  (Europe/Berlin)"
keys "24 dec" Enter
sees "a date goes to its month and opens it" "Thu 24 Dec 2026"
keys /fribday Enter
sees "what is no date is said" "fribday"
keys 31 Enter
sees "the last day of December is there" "Thu 31 Dec 2026"
keys t
$tmux resize-window -x 60 -y 20
sees "a narrow window lists days" "Sun 1 Nov 2026"
$tmux resize-window -x 100 -y 30
sees "a wide one has its grid again" "│Mon"
keys q
sees "q leaves to the prompt as it was" "kal>"
keys "week next week in Work" Enter
sees "a week" "Week 48, 23 Nov – 29 Nov 2026"
keys n
sees "steps by weeks" "Week 49"
keys C-c
loses "Ctrl-C leaves too" "Week 49"
keys year Enter
sees "a year" "2026  (Europe/Berlin)"
keys n
sees "steps by years" "2027  (Europe/Berlin)"
keys q
keys "count events today" Enter
sees "the next statement runs" "12"
keys "set pager = off" Enter C-l "day" Enter
sees "without a pager a page is printed" "14:30>"
sees "with the prompt beneath" "kal>"
keys C-d
leaves "Ctrl-D leaves" 0

# Somebody else changes the store meanwhile.
start day
sees "a page by itself" "Wed 18 Nov 2026"
"$KAL" $fixed 'add event "Just now" today in Home' >/dev/null 2>&1
sees "what others add appears" "Just now"
keys q
leaves "and leaves" 0

# Whatever ends it, the terminal is as it was.
shell "stty -g >$folder/before; $KAL $fixed month; stty -g >$folder/after; echo left; sleep 5"
sees "it starts" "November 2026"
pkill -TERM -P "$($tmux list-panes -F '#{pane_pid}')" kal
sees "a signal ends it" "left"
is "with the terminal as it was" "$(cat "$folder/before")" "$(cat "$folder/after")"
is "and its own screen" 0 "$($tmux display -p '#{alternate_on}')"

shell "bash --norc -i"
keys "$KAL $fixed month" Enter
sees "it starts in a shell" "November 2026"
keys C-z
sees "Ctrl-Z stops it" "Stopped"
keys "fg" Enter
sees "and it goes on" "q leave"
keys n
sees "with its keys" "December 2026"
keys q

# A million occurrences.
{
  printf 'BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-CALNAME:Much\n'
  for number in $(seq 300); do
    printf 'BEGIN:VEVENT\nUID:%s\nDTSTART:20200101T%02d%02d00Z\nDURATION:PT15M\nRRULE:FREQ=DAILY;UNTIL=20291231T225959Z\nSUMMARY:Thing %s\nEND:VEVENT\n' \
      "$number" $((8 + number % 10)) $((number % 60)) "$number"
  done
  printf 'END:VCALENDAR\n'
} >"$folder/much.ics"
fixed="--store $folder/much.sqlite --set now=2026-11-18T14:30 --set zone=Europe/Berlin"
"$KAL" $fixed import "$folder/much.ics" 2>/dev/null
is "a million occurrences are there" 1095900 "$("$KAL" $fixed --format tsv 'count events from 2020-01-01 to 2029-12-31' 2>/dev/null | tail -n 1)"
start --set timing=on month
sees "a month of them" "09:00 Thing"
# Until all that is read ahead is there.
sleep 3
keys n
sees "a step shows the next" "December 2026"
sleep 3
keys "?"
sees "? lists the keys" "18 Enter  the hours of that day; any date does"
sees "which was read already" "steps: 1 found their page read, 0 waited for it, 0 passed"
keys "?"
$tmux send-keys -N 36 n
sees "a fling ends where it should" "December 2029"
sees "with what is on that month" "09:00 Thing"
keys "?"
sees "it counts its steps" "found their page read, 1 waited for it"
# The three that were ahead are not passed unread, the last is where it ends.
is "what it passed was not read" 32 "$($tmux capture-pane -p | sed -n 's/.* \([0-9]*\) passed it unread.*/\1/p')"
found=$($tmux capture-pane -p | sed -n 's/^pages: \([0-9]*\) read.*/\1/p')
# Five around the first month, one more after the step, then at most the last and its four neighbors.
is "but for the last and its neighbors" yes "$([ "${found:-99}" -le 11 ] && echo yes || echo "$found")"
keys "?" q
leaves "and leaves" 0

printf '%d checks passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
