#!/bin/bash
# kal serve under systemd: the units, sockets that are handed over, the word that it is ready, lines with levels in the journal.
# Tests/run gives the release build as KAL.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/needs
needs python3 systemd-socket-activate
. Tests/scripts/checks
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$folder"' EXIT
unset LISTEN_FDS LISTEN_PID NOTIFY_SOCKET JOURNAL_STREAM
export XDG_RUNTIME_DIR=$folder/run
mkdir -m 700 "$folder/run"
"$KAL" import Samples/calendars/work.ics >/dev/null 2>&1
expected=$("$KAL" 'count events in Work')

# The units have no fault. They name kal as systemd finds it, which here it need not.
if command -v systemd-analyze >/dev/null; then
  for unit in Samples/systemd/* Samples/alarms/*; do sed "s|^ExecStart=kal |ExecStart=$KAL |" "$unit" >"$folder/${unit##*/}"; done
  check "the units" "" "$(systemd-analyze verify --user "$folder"/kalends* 2>&1)"
else
  echo "skipped: the units, which needs systemd-analyze"
fi

# waits FILE: until there is a socket, a minute at most.
waits() {
  for _ in $(seq 600); do
    [ -S "$1" ] && return
    sleep 0.1
  done
}
# activate OPTION…: systemd's own way to hand sockets over.
activate() {
  systemd-socket-activate -E HOME -E XDG_CONFIG_HOME -E XDG_DATA_HOME -E XDG_STATE_HOME -E XDG_RUNTIME_DIR "$@" "$KAL" serve \
    >"$folder/out" 2>"$folder/said" &
}

# Two sockets; the first client starts the server.
activate -l "$folder/a.sock" -l "$folder/b.sock"
waits "$folder/b.sock"
check "the first socket" "$expected" "$("$KAL" --connect --socket "$folder/a.sock" 'count events in Work' 2>&1)"
check "the second socket" "$expected" "$("$KAL" --connect --socket "$folder/b.sock" 'count events in Work' 2>&1)"
check "nothing listens elsewhere" "" "$(ls -A "$folder/run/kalends" 2>/dev/null)"
kill $! && wait $! 2>/dev/null
check "the sockets are not the server's to remove" 2 "$(ls "$folder"/[ab].sock | wc -l)"

# Sockets at which nothing can be served: an error, and no server at another place.
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
activate -l "127.0.0.1:$port"
for _ in $(seq 100); do
  (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
  sleep 0.1
done
wait $! 2>/dev/null
check "a socket of the network" 1 "$(grep -c 'cannot listen at the sockets of systemd: descriptor 3 is no Unix socket that listens.*\[cannot-listen\]' "$folder/said")"

# given LISTEN_FDS: a server with this variable, meant for it, and no sockets.
given() {
  LISTEN_FDS=$1 KAL=$KAL timeout 30 python3 -c '
import os
os.environ["LISTEN_PID"] = str(os.getpid())
os.closerange(3, 64)
os.execv(os.environ["KAL"], [os.environ["KAL"], "serve"])' 2>&1
}
check "a number that is none" 1 "$(given many | grep -c 'LISTEN_FDS is `many`')"
check "sockets that are not there" 1 "$(given 1 | grep -c 'descriptor 3 is no Unix socket')"
LISTEN_FDS=1 LISTEN_PID=1 "$KAL" serve 2>"$folder/said" &
waits "$folder/run/kalends/kal.sock"
check "sockets for another process are left alone" "$expected" "$("$KAL" --connect 'count events in Work' 2>&1)"
kill $! && wait $! 2>/dev/null

# What a service manager is told, by path and by abstract name.
cat >"$folder/notified.py" <<'P'
import os, signal, socket, subprocess, sys
name = sys.argv[1]
manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
manager.bind("\0" + name[1:] if name[0] == "@" else name)
manager.settimeout(60)
server = subprocess.Popen(
    [os.environ["KAL"], "serve", "--socket", sys.argv[2]], env=dict(os.environ, NOTIFY_SOCKET=name), stderr=subprocess.DEVNULL)
print(manager.recv(4096).decode(), end="")
# The word is not before the deed.
client = socket.socket(socket.AF_UNIX)
client.connect(sys.argv[2])
print(client.recv(4096).split(b" ")[1].decode())
server.send_signal(signal.SIGTERM)
print(server.wait())
P
for name in "$folder/manager" "@kalends-$$"; do
  check "it is ready ($name)" "READY=1
STATUS=serving at $folder/told.sock
HELLO
0" "$(KAL=$KAL python3 "$folder/notified.py" "$name" "$folder/told.sock")"
done
NOTIFY_SOCKET=$folder/nobody timeout -s TERM 2 "$KAL" serve --socket "$folder/x.sock" 2>"$folder/said"
check "a manager that is gone is no fault" "serving at $folder/x.sock" "$(cat "$folder/said")"

# The journal: lines have levels if standard error is its stream, and only then.
: >"$folder/journal"
stream=$(stat -c %d:%i "$folder/journal")
JOURNAL_STREAM=$stream timeout -s TERM 2 "$KAL" serve --socket "$folder/x.sock" 2>>"$folder/journal"
check "what happens" "<6>serving at $folder/x.sock" "$(cat "$folder/journal")"
: >"$folder/journal"
JOURNAL_STREAM=$stream "$KAL" serve --socket "$folder/journal/kal.sock" 2>>"$folder/journal"
check "each line of an error" 2 "$(grep -cE '^<3>(error: cannot listen|hint: )' "$folder/journal")"
: >"$folder/journal"
JOURNAL_STREAM=$stream "$KAL" 'events where titel = x' 2>>"$folder/journal" >/dev/null
check "of any statement" "<3>" "$(head -c 3 "$folder/journal")"
check "another stream has none" "serving at $folder/x.sock" \
  "$(JOURNAL_STREAM=$stream timeout -s TERM 2 "$KAL" serve --socket "$folder/x.sock" 2>&1)"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
