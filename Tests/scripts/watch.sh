#!/bin/bash
# watch: in a pipe, at a terminal, over a connection; what it tells, how Ctrl-C ends it. Tests/run gives the release build as KAL.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/terminal
needs python3
trap '$tmux kill-server 2>/dev/null; kill $(cat "$folder"/*.pid 2>/dev/null) 2>/dev/null; rm -rf "$folder"' EXIT

kal() { "$KAL" $fixed "$@"; }

source Tests/scripts/check

kal 'add calendar "Home"' >/dev/null 2>&1
kal 'save view mine($word) as events 2026-12-01 where title contains $word' 2>/dev/null

# wait_for FILE TEXT: until a file has a text
wait_for() {
  for _ in $(seq 600); do
    grep -qF -- "$2" "$1" 2>/dev/null && return
    sleep 0.1
  done
  check "$1 has" "$2" "$(cat "$1")"
}

# follows NAME COMMAND…: what is told in a pipe, and the status of Ctrl-C
follows() {
  local name=$1
  shift
  : >"$folder/watched"
  # A shell that is not interactive has background commands ignore SIGINT; Python gives it back.
  python3 -c 'import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])' \
    "$@" >"$folder/watched" 2>"$folder/watched.err" &
  local watcher=$!
  wait_for "$folder/watched" '{"change":"ready","rows":0}'
  kal 'add event "Lunch" 2026-12-01 12:00' >/dev/null 2>&1
  wait_for "$folder/watched" '{"change":"added","row":{"type":"event"'
  kal 'edit last set title = "Late lunch"' >/dev/null 2>&1
  wait_for "$folder/watched" '{"change":"changed","row":{"type":"event"'
  kal 'delete last yes' >/dev/null 2>&1
  wait_for "$folder/watched" '{"change":"removed","row":{"id":"'
  check "$name: a line each" 4 "$(wc -l <"$folder/watched")"
  kill -INT $watcher
  wait $watcher
  check "$name: Ctrl-C ends it with 130" 130 "$?"
  check "$name: nothing is said of that" "" "$(cat "$folder/watched.err")"
}

follows "a query" "$KAL" $fixed watch events 2026-12-01
follows "a view" "$KAL" $fixed 'watch run mine lunch'

check "a reader that goes ends it" 0 \
  "$(timeout 60 bash -c '"$0" "$@" | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}' "$KAL" $fixed watch events 2026-12-01)"
kal --format csv watch events today >/dev/null 2>"$folder/err"
check "a format that tells no changes" 2 "$?"
check "is named" 1 "$(grep -c 'watch-format' "$folder/err")"
kal watch events in Nowhere >/dev/null 2>"$folder/err"
check "a mistake ends it" 2 "$?"
check "with its place" 1 "$(grep -c '\^\^\^\^\^\^\^' "$folder/err")"

# A server
"$KAL" $fixed serve --socket "$folder/kal.sock" 2>/dev/null &
echo $! >"$folder/server.pid"
for _ in $(seq 1200); do
  [ -S "$folder/kal.sock" ] && break
  sleep 0.05
done
follows "over a connection" "$KAL" --connect --socket "$folder/kal.sock" watch events 2026-12-01
follows "a view over a connection" "$KAL" --connect --socket "$folder/kal.sock" 'watch run mine lunch'
"$KAL" --connect --socket "$folder/kal.sock" watch events in Nowhere >/dev/null 2>"$folder/err"
check "a mistake over a connection" 2 "$?"
check "has its place" 1 "$(grep -c '\^\^\^\^\^\^\^' "$folder/err")"

# A terminal
for how in direct connected; do
  if [ $how = direct ]; then
    opens 100 40 "$KAL $fixed"
  else
    opens 100 40 "$KAL --connect --socket $folder/kal.sock ${fixed#--store $folder/store.sqlite}"
  fi
  sees "$how: the prompt" "kal>"
  keys "watch events 2026-12-01" Enter
  sees "$how: it answers at once" "0 events"
  sees "$how: and says how it ends" "watching; Ctrl-C ends it"
  kal 'add event "Dinner" 2026-12-01 19:00' >/dev/null 2>&1
  sees "$how: a change is told with its time" "1 added"
  sees "$how: with its title" "+ Dinner"
  sees "$how: and the answer is there anew" "1 event"
  keys C-c
  keys "count events 2026-12-01" Enter
  sees "$how: the prompt goes on" "1 row"
  keys C-l
  keys "watch month 2026-12" Enter
  sees "$how: a page is watched" "December 2026"
  kal 'add event "Soup" 2026-12-02 12:00' >/dev/null 2>&1
  sees "$how: and shown anew when it changes" "12:00 Soup"
  keys C-c
  kal 'delete last yes' >/dev/null 2>&1
  keys C-l
  keys "run mine" Enter
  if [ $how = direct ]; then
    sees "a missing value is asked for" "word: a text, such as standup"
    keys "dinner" Enter
    sees "and the view answers" "Dinner"
    keys C-l
    keys "run mine" Enter
    sees "asking can be left" "word >"
    keys C-c
    sees "without a run" "canceled"
  else
    sees "over a connection it is an error that names it" 'needs a text for `$word`'
  fi
  kal 'delete last yes' >/dev/null 2>&1
done
$tmux kill-server 2>/dev/null

printf '%d checks passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
