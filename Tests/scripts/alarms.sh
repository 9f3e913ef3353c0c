#!/bin/bash
# Alarms that ring by the machine's own clock: a watcher that runs, is killed, and runs again; two of them; putting off; a server
# that rings, and clients that hear it.
# Tests/run gives the release build as KAL.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/checks
source Tests/scripts/needs
needs python3
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$folder"' EXIT
unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS

kal() { "$KAL" --store "$folder/store.sqlite" --set zone=UTC "$@"; }

# Starts a watcher as a process of its own, which `kill` reaches.
watch() { exec "$KAL" --store "$folder/store.sqlite" --set zone=UTC "$@" alarms watch; }

# Waits until a file has so many lines that hold a text, at most a minute; how many it has.
lines() {
  local tries
  for tries in $(seq 600); do
    [ "$(cat "$1" 2>/dev/null | grep -c "$2")" -ge "$3" ] && break
    sleep 0.1
  done
  grep -c "$2" "$1"
}

kal 'add calendar "Home"' >/dev/null 2>&1
watch >"$folder/rang" 2>"$folder/said" &
first=$!
lines "$folder/said" watching 1 >/dev/null
sleep 1.5
kal 'add event "Soon" from +2s to +1h alarm -0m' >/dev/null 2>&1
check "an alarm that was added meanwhile rings" 1 "$(lines "$folder/rang" Soon 1)"

kill -9 $first
wait $first 2>/dev/null
kal 'add event "Later" from +1s to +1h alarm -0m' >/dev/null 2>&1
sleep 2
watch >"$folder/rang2" 2>/dev/null &
second=$!
watch --json >"$folder/rang3" 2>/dev/null &
third=$!
for tries in $(seq 600); do
  [ "$(cat "$folder/rang2" "$folder/rang3" | grep -c Later)" -ge 1 ] && break
  sleep 0.1
done
kal 'add event "Both" from +2s to +1h alarm -0m' >/dev/null 2>&1
sleep 4
check "what came while none ran rings with the next one" 1 "$(cat "$folder/rang2" "$folder/rang3" | grep -c Later)"
check "nothing rings again" 0 "$(cat "$folder/rang2" "$folder/rang3" | grep -c Soon)"
check "two watchers ring once" 1 "$(cat "$folder/rang2" "$folder/rang3" | grep -c Both)"

kal snooze 2s >/dev/null 2>"$folder/said"
check "putting off says until when" 1 "$(grep -c 'Both rings again at' "$folder/said")"
for tries in $(seq 600); do
  [ "$(cat "$folder/rang2" "$folder/rang3" | grep -c Both)" -ge 2 ] && break
  sleep 0.1
done
check "what was put off rings again" 2 "$(cat "$folder/rang2" "$folder/rang3" | grep -c Both)"
check "the store has no step of theirs" 0 "$(kal history --format jsonl 2>/dev/null | grep -vc '"cause":"add ')"

kill $second $third

export KALENDS_SOCKET=$folder/kal.sock
kal access grant sample events full >/dev/null 2>&1
"$KAL" --store "$folder/store.sqlite" --set zone=UTC --set alarms.serve=on \
  --set "alarms.command=echo \"\$KAL_TITLE\" >>'$folder/performed'" serve --socket "$KALENDS_SOCKET" \
  >"$folder/served" 2>"$folder/said" &
server=$!
lines "$folder/said" serving 1 >/dev/null
for client in 1 2; do python3 Samples/protocol/clients/kalends.py --alarms >"$folder/heard$client" 2>/dev/null & done
watch >"$folder/rang4" 2>/dev/null &
beside=$!
sleep 2
kal 'add event "Served" from +2s to +1h alarm -0m' >/dev/null 2>&1
check "a client of a server hears an alarm" 1 "$(lines "$folder/heard1" Served 1)"
check "so does another" 1 "$(lines "$folder/heard2" Served 1)"
sleep 2
check "one of server and watcher rings it" 1 "$(cat "$folder/rang4" "$folder/performed" 2>/dev/null | grep -c Served)"
kill $beside
kal snooze 2s >/dev/null 2>&1
check "what was put off is heard again" 2 "$(lines "$folder/heard1" Served 2)"
for tries in $(seq 600); do
  [ "$(cat "$folder/rang4" "$folder/performed" 2>/dev/null | grep -c Served)" -ge 2 ] && break
  sleep 0.1
done
check "and rung again" 2 "$(cat "$folder/rang4" "$folder/performed" | grep -c Served)"
kal 'add reminder "Bread" alarm entering "Shop" at 52.52, 13.405' >/dev/null 2>&1
kal location 52.6 -13.405 >/dev/null 2>&1
check "who tells a place rings what it reaches" 1 "$(kal location 52.52 13.405 2>/dev/null | grep -c Bread)"
sleep 1.5
check "clients hear only what they may read" 0 "$(grep -c Bread "$folder/heard1")"
kill $server
wait $server 2>/dev/null
check "the server's own output says nothing" 0 "$(wc -c <"$folder/served")"
: >"$folder/ended"
(
  kal alarms watch 2>/dev/null
  echo ended >"$folder/ended"
) | head -n 1 >/dev/null &
sleep 1
kal 'add event "One" from +1s to +1h alarm -0m, +2s' >/dev/null 2>&1
check "a watcher ends when nobody reads along" 1 "$(lines "$folder/ended" ended 1)"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
