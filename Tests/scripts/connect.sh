#!/bin/bash
# kal --connect against kal itself: every statement of the samples, in pipes and at a terminal, with the same output, the same errors
# and the same exit status. Tests/run gives the release build as KAL.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/needs
needs python3
source Tests/scripts/checks
trap 'kill $(cat "$folder"/*.pid 2>/dev/null) 2>/dev/null; rm -rf "$folder"' EXIT
fixed=(--set now=2026-11-18T14:30 --set zone=Europe/Berlin --set pager=off)

"$KAL" --store "$folder/direct.sqlite" "${fixed[@]}" import Samples/calendars 2>/dev/null
cp "$folder/direct.sqlite" "$folder/served.sqlite"
# The server knows nothing of what is set here: what a client sets goes with its statements. A copy has the name of its original, so that
# what alarms remember needs a place of its own.
XDG_STATE_HOME=$folder/served "$KAL" --store "$folder/served.sqlite" serve --socket "$folder/kal.sock" 2>"$folder/served.err" &
echo $! >"$folder/server.pid"
for _ in $(seq 1200); do
  [ -S "$folder/kal.sock" ] && break
  sleep 0.05
done
export FOLDER=$folder

cat >"$folder/compare.py" <<'P'
import fcntl, glob, os, pty, re, struct, subprocess, sys, termios

KAL, FOLDER = os.environ["KAL"], os.environ["FOLDER"]
FIXED = ["--set", "now=2026-11-18T14:30", "--set", "zone=Europe/Berlin", "--set", "pager=off"]
DIRECT = [KAL, "--store", FOLDER + "/direct.sqlite"] + FIXED
SERVED = [KAL, "--connect", "--socket", FOLDER + "/kal.sock"] + FIXED


def at_terminal(command, columns):
    """What a program writes to a terminal of that many columns, and its status; nobody types."""
    process, master = pty.fork()
    if process == 0:
        # Before the program starts: it may ask for the size at once.
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
        os.environ["TERM"] = "xterm-256color"
        os.execv(command[0], command)
    output = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        if not piece:
            break
        output += piece
    return os.waitpid(process, 0)[1] >> 8, output, b""


def in_pipe(command, columns):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.returncode, done.stdout, done.stderr


def plain(result):
    """Without what is told apart although it is the same: UIDs are made at random, and a server remembers what it has read."""
    texts = [re.sub(rb"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", b"UID", text) for text in result[1:]]
    texts = [re.sub(rb"\d+ records? \(\d+ remembered\)", b"records", text) for text in texts]
    return [result[0]] + [re.sub(rb"(direct|served)\.sqlite", b"store.sqlite", text) for text in texts]


def statements(pattern):
    for path in sorted(glob.glob(pattern)):
        for line in open(path, encoding="utf-8"):
            if line.startswith("> "):
                yield line[2:].rstrip("\n")


def known(statement):
    # Each process has a session of its own, so that an open batch ends with it; calendars are chosen in a form.
    return not re.match(r"(begin|commit|rollback)\b", statement)


failed = passed = 0
way, pattern, columns = {
    "queries in pipes": (in_pipe, "Samples/queries/*.test", 80),
    "queries at a terminal": (at_terminal, "Samples/queries/*.test", 100),
    "changes in pipes": (in_pipe, "Samples/changes/*.test", 80),
    "wrong sentences in pipes": (in_pipe, "Grammar/errors/*.test", 80),
}[sys.argv[1]]
for statement in filter(known, statements(pattern)):
    for options in [[], ["--json"]] if "changes" in sys.argv[1] else [[], ["--json-errors"]]:
        if options and way is at_terminal:
            continue
        direct = plain(way(DIRECT + options + ["--", statement], columns))
        served = plain(way(SERVED + options + ["--", statement], columns))
        if direct == served:
            passed += 1
            continue
        failed += 1
        if failed <= 10:
            print("DIFFERENT:", statement, options)
            for name, one, two in zip(("status", "output", "errors"), direct, served):
                if one != two:
                    print("  %s\n    direct: %r\n    served: %r" % (name, one[-700:] if name != "status" else one, two[-700:] if name != "status" else two))
print("%d the same, %d different: %s" % (passed, failed, sys.argv[1]))
sys.exit(1 if failed or not passed else 0)
P

direct() { "$KAL" --store "$folder/direct.sqlite" "${fixed[@]}" "$@" 2>&1; }
served() { "$KAL" --connect --socket "$folder/kal.sock" "${fixed[@]}" "$@" 2>&1; }
same() { check "$*" "$(direct "$@")" "$(served "$@")"; }
same next
same next in Work --format '{day} {title} {in}'
same next --json
same --format '{start:%a %H:%M} {title:>24|-} ({calendar}) {duration:%H:%M}' events this week
same --format '{calendar}: {count}' count events this month group by calendar
same --set 'format={type} {day:%d.%m.} {title}' agenda today
same --format '{start:%Q} {title}' events today
same --format '{titel}' events today
same --json-errors --format '{titel}' events today
same --format '{title}' history
same --envelope events today
same help unknown-field
same --format csv events tomorrow
same --format table month
same --format csv week
check "a script" "$(printf 'set zone = UTC\nevents today limit 2\nshow zone\n' | direct)" \
  "$(printf 'set zone = UTC\nevents today limit 2\nshow zone\n' | served)"
check "an export to standard output" "$(direct 'export calendar Errands to -' | wc -l)" "$(served 'export calendar Errands to -' | wc -l)"
check "a long answer" "$(direct --json 'events from -20y to +20y' | cksum)" "$(served --json 'events from -20y to +20y' | cksum)"
check "a reader that goes away" 0 "$(served --json 'events from -20y to +20y' | head -c 1000 >/dev/null; echo "${PIPESTATUS[0]}")"

for what in "queries in pipes" "queries at a terminal" "wrong sentences in pipes" "changes in pipes"; do
  python3 "$folder/compare.py" "$what"
  check "$what" 0 "$?"
done

# Files are in the client's folder
mkdir "$folder/there"
(cd "$folder/there" && served 'export calendar Errands to "errands.ics"' >/dev/null)
check "an export beside the client" yes "$([ -s "$folder/there/errands.ics" ] && echo yes || echo no)"
(cd "$folder/there" && served 'import "errands.ics" into Home' >/dev/null)
check "an import beside the client" 0 "$?"
check "standard input is not the server's" 2 "$(served 'import -' </dev/null >/dev/null; echo $?)"

# What it says when it cannot
check "no server" "error: no server answers at $folder/none.sock: No such file or directory  [no-server]
hint:  kal serve starts one; --socket PATH names its place" \
  "$("$KAL" --connect --socket "$folder/none.sock" events today 2>&1)"
check "no store beside" 2 "$(served --store x.sqlite events today >/dev/null; echo $?)"
check "no file of items" 2 "$(served add --from /dev/null >/dev/null; echo $?)"
check "as a client without access" 3 "$(served --as bar --reason 'a test' events today >/dev/null; echo $?)"
direct=$(served access requests | grep -c bar)
check "its request is there" 1 "$direct"
served access grant bar events write-only >/dev/null
check "who may only add" "note:  bar may only add events: nothing is shown" "$(served --as bar --reason 'a test' --format ids events today)"
served access grant ear events full >/dev/null
# What the samples left of the day's reminders is not this check's business.
served 'complete (reminders incomplete in Errands due 2026-11-18) yes' >/dev/null
served add reminder "Heard" due 2026-11-18 20:00 in Errands >/dev/null
# A list of reminders alone is not there for them.
check "who may not read reminders is not told when they take time" 0 \
  "$(served --as ear --reason 'a test' --format jsonl busy today in Errands | grep -c '"type":"busy"')"
check "nor that there is such a list" 1 \
  "$(served --as ear --reason 'a test' busy today in Errands 2>&1 | grep -c 'unknown-calendar')"
served access grant ear reminders read-only >/dev/null
check "who may is" 1 "$(served --as ear --reason 'a test' --format jsonl busy today in Errands | wc -l)"

kill "$(cat "$folder/server.pid")"
printf '\n%d checks passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
