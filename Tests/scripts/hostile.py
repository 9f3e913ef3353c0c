"""Runs every statement against the hostile store, by each way, and stops what has not ended: by a timeout, Ctrl-C, SIGTERM, a
cancel, or by going away. What is asserted: each run ends within LIMIT seconds after the stop, none crashes, and other clients of
a server are answered meanwhile.

    KAL=… python3 Tests/scripts/hostile.py [--all] [--size N] [--way WAY]… [--statement TEXT]… [--table FILE]

Without --all it takes those statements that are hardest to end, each by one of the ways with one of the stops, in turn. The times
are told at the end: the slowest of each way, and with --table all of them as CSV. A time is the wall's; on a busy machine a run fails only when the program
itself has also used the processor for longer than the limit, or when it has not ended after a minute."""
import argparse, csv, fcntl, os, pty, re, resource, select, shutil, signal, socket, struct, subprocess, sys, tempfile, termios, time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import hostile_store

KAL = os.environ["KAL"]
# What has not ended by itself by then is stopped.
GRACE = 0.5
LIMIT = 5.0
# For how long what was stopped may use the processor: what it has to take back, and no more of what it was doing.
WORK = 0.5
# When even a busy machine has had its time.
LAST = 60.0
MEMORY = 3 << 30
SETTINGS = ["--set", "now=2026-11-18T14:30", "--set", "zone=Europe/Berlin", "--set", "pager=off"]

# Statements by their first word; those that begin with + are hard to end, and are all that a usual run takes. `{tmp}` is a folder.
STATEMENTS = {
    "events": [
        "+events", "events today", "+events limit 10", "+events anytime limit 10", "+events from 1900 to 9998",
        "+events from 1900 to 9998 sort by title limit 3", "+events anytime sort by duration desc limit 3",
        "events from 1970 to 9000 where title = nothing", "+events from 1970 to 9000 where title contains nothing and duration > 99d",
        "+events anytime where uid = \"endless-1\" limit 64", "+events from 1997 to 2030 where uid = \"endless-1\" limit 64", "+events \"Endless 1\" limit 5",
        "+events today allday timed", "+events today where busy and not busy", "+events this year group by month select month, count",
        "+events this year group by title select title, sum(duration)", "events today as csv", "events today as ics", "events in Overridden from 2018 to 2030 limit 10",
        "+events in Overridden from 2018 to 2030", "+events in Enormous from 1950 to 2050", "events in Dailies today", "+events in Dailies from 2020 to 2040",
        "+events anytime where title matches /(Endless|Daily) 99*/ limit 2000000", "events limit 1 offset 9223372036854775807", "+events from 1970 to 9998 limit 3 offset 500000000",
    ],
    "series": ["+series", "series limit 10", "+series where title contains Endless", "+series sort by title desc limit 3", "+series group by calendar select calendar, count"],
    "reminders": ["+reminders", "reminders overdue", "reminders incomplete due this week", "+reminders anytime sort by title limit 5", "+reminders due from 1900 to 9000"],
    "calendars": ["calendars", "calendars sort by items desc"],
    "sources": ["sources"],
    "alarms": ["+alarms", "+alarms due", "+alarms tomorrow", "+alarms from 1970 to 9000", "+alarms limit 10", "+alarms this year sort by title limit 3"],
    "busy": ["busy today", "+busy this year", "+busy from 1970 to 9000"],
    "conflicts": ["conflicts today", "+conflicts this week", "+conflicts from 1970 to 9000 limit 5"],
    "count": ["+count events", "count events today", "+count events from 1970 to 9000", "+count series", "+count reminders anytime", "+count events anytime where uid = \"endless-1\"", "+count alarms this year"],
    "sum": ["+sum duration of events this year", "+sum duration of events from 1970 to 9000 where uid = \"endless-1\""],
    "avg": ["+avg duration of events this year"],
    "min": ["+min duration of events from 1970 to 9000"],
    "max": ["+max duration of events this month"],
    "free": ["free 1h today", "+free 1h this year", "+free 1h from 2026-01-01 to 9000-01-01 limit 3"],
    "agenda": ["agenda", "+agenda today", "+agenda this year"],
    "day": ["+day", "day 2026-11-20 in Dailies"],
    "week": ["+week", "week in Endless"],
    "month": ["+month", "month in Enormous"],
    "year": ["+year", "+year 2030 in Endless"],
    "explain": ["explain dates events", "+explain plan events from 1970 to 9000", "+explain plan events anytime where title = x sort by title"],
    "describe": ["describe events"],
    "help": ["help events"],
    "history": ["history"],
    "duplicates": ["+duplicates"],
    "check": ["+check"],
    "views": ["views"],
    "accounts": ["accounts"],
    "sets": ["sets"],
    "access": ["access"],
    "show": ["show zone"],
    "set": ["set zone = UTC"],
    "save": ["save view v as events today"],
    "run": ["+run everything", "run little"],
    "export": ["+export all to -", "+export events from 1970 to 9000 to -", "+export calendar Overridden to -", "export calendar Enormous as jscalendar to -", "+export events where uid = \"endless-1\" to -"],
    "watch": ["watch events today limit 10", "+watch events from 1970 to 9000", "+watch count events this year"],
    "changes": ["changes since s1"],
    "add": ["+add event \"New\" tomorrow 10:00 in Endless", "+add event \"Forever\" 1970-01-01 10:00 repeat every second in Endless", "+add reminder \"R\" due tomorrow in Endless"],
    "quick": ["quick \"New thing tomorrow 10:00\""],
    "edit": [
        "+edit (events from 2026-11-18 to 2026-11-19 where uid = \"overridden\" limit 1) set notes = \"x\" span all yes",
        "+edit (events from 2026-11-18 to 2026-11-19 where uid = \"endless-1\" limit 1) set title = \"x\" span future yes",
        "+edit (series where uid = \"endless-1\") set location = \"x\" span all yes", "+edit (events this year where title contains Daily) set notes = \"x\" yes",
        "+edit (events from 2026-11-18 to 2026-11-19 where uid = \"overridden\" limit 1) set start += 1h span future yes",
    ],
    "move": ["+move (events from 2026-11-18 to 2026-11-19 where uid = \"overridden\" limit 1) by +1h span all yes", "+move (events from 2026 to 2030 where uid = \"endless-1\") by +1h yes"],
    "duplicate": ["+duplicate (series where uid = \"overridden\") to 2027-01-01"],
    "delete": [
        "+delete (series where uid = \"overridden\") span all yes", "+delete \"Endless 1\" span this yes", "+delete (events from 1970 to 9000 where uid = \"endless-1\") yes", "+delete calendar Overridden yes",
        "+delete calendar Dailies yes", "+delete (events from 2026-11-18 to 2026-11-19 where uid = \"century-1\" limit 1) span future yes",
    ],
    "complete": ["+complete (reminders where uid = \"todo-1\") yes", "+complete (reminders where uid = \"todo-1\") skip past yes", "+complete (reminders where uid = \"minutely-1\") skip past yes", "+complete (reminders) yes"],
    "done": ["+done \"Endless task 1\" yes", "done endless task 1"],
    "reopen": ["reopen (reminders completed) yes"],
    "accept": ["accept (events today) yes"],
    "rename": ["rename calendar Dailies to \"Other\""],
    "hide": ["hide calendar Dailies"],
    "import": ["+import \"{tmp}/second.ics\"", "+import \"{tmp}/fifo\""],
    "undo": ["undo", "+undo 1 yes"],
    "redo": ["redo"],
    "begin": ["begin; events today limit 3; rollback"],
    "backup": ["+backup to \"{tmp}/copy.sqlite\""],
    "reindex": ["+reindex"],
    "snooze": ["snooze 5m"],
    "location": ["location 52.5, 13.4"],
    "next": [],
}
WRITES = {
    "add", "quick", "edit", "move", "duplicate", "delete", "complete", "done", "reopen", "accept", "rename", "hide", "import", "undo", "redo", "reindex", "save", "snooze", "location",
}
# Statements that only a prompt or script has, or that open forms; and words that begin further forms of the above.
ELSEWHERE = {"load", "tour", "quit", "view", "open", "send", "choose", "default", "maybe", "decline", "commit", "rollback", "drop", "sync", "link", "unlink", "search"}


def words_of_examples():
    """The first words of the examples of the language: each must be among the statements above."""
    words = set()
    for path in ("changes", "dates", "manage", "queries", "views"):
        for line in open("Grammar/examples/%s.test" % path, encoding="utf-8"):
            found = re.match(r"> ([a-z]+)\b", line)
            if found:
                words.add(found.group(1))
    return words


class Failure(Exception):
    """Something that ends a run."""


class NoPrompt(Failure):
    """What ends all runs at a prompt."""


def processor(pid):
    """Seconds of the processor that a process has used; 0 where nobody says."""
    try:
        with open("/proc/%d/stat" % pid) as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError):
        return 0.0


def limited():
    """What a process takes on before it is kal: a person's Ctrl-C and hangup, also where the tests run under nohup, and not
    all of the machine's memory."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Stop:
    """The time from a stop to the end."""

    def __init__(self, pid):
        self.pid, self.began, self.used, self.work = pid, time.monotonic(), processor(pid), 0.0

    def look(self):
        """Notes what the process has used since; when it is gone, what was seen last counts."""
        self.work = max(self.work, processor(self.pid) - self.used)

    def fault(self, stop):
        """What is wrong with how it ended; None where nothing is."""
        return "uses the processor for %.2f s after %s" % (self.work, stop) if self.work > WORK else None

    @property
    def wall(self):
        return time.monotonic() - self.began

    def has_hung(self):
        """Whether one that goes on to its end used the processor for too long, or waits for ever."""
        self.look()
        return self.work > LAST or self.wall > 20 * LAST

    def is_over(self):
        """Whether it has had its time."""
        self.look()
        if self.wall <= LIMIT:
            return False
        return processor(self.pid) - self.used > LIMIT or self.wall > LAST


class Place:
    """A store of its own for whoever writes, one for all who read."""

    def __init__(self, original, folder):
        self.original, self.folder, self.number = original, folder, 0
        self.shared = self.copy("shared")

    def copy(self, name):
        path = "%s/%s.sqlite" % (self.folder, name)
        for end in ("", "-wal", "-shm"):
            if os.path.exists(path + end):
                os.remove(path + end)
        subprocess.run(["cp", "--reflink=auto", self.original, path], check=True) if sys.platform == "linux" else shutil.copy(self.original, path)
        return path

    def store(self, kind):
        return self.copy("own") if kind in WRITES else self.shared


class Result:
    def __init__(self, way, kind, statement, stop, seconds, outcome, fault=None, note=""):
        self.way, self.kind, self.statement, self.stop, self.seconds = way, kind, statement, stop, seconds
        self.outcome, self.fault, self.note = outcome, fault, note


# ---- One process for a statement: its arguments, or a line of its standard input ----


def one_shot(way, place, kind, statement, stop):
    base = [KAL, "--store", place.store(kind)] + SETTINGS
    text = statement.encode() + b"\n"
    command = base + ["--", statement] if way == "arguments" else base
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL if way == "arguments" else subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limited)
    sink = Drain(process.stdout, process.stderr)
    if way == "pipe":
        try:
            process.stdin.write(text)
            process.stdin.close()
        except BrokenPipeError:
            pass
    began = time.monotonic()
    while process.poll() is None and time.monotonic() - began < GRACE:
        sink.take(0.005)
    if process.poll() is not None:
        sink.finish()
        return ended(way, kind, statement, "by itself", time.monotonic() - began, process.returncode, sink)
    at = Stop(process.pid)
    # Who writes does so to its end, whether anybody reads what it says or not.
    goes_on = stop == "closed pipe" and kind in WRITES
    if stop == "Ctrl-C":
        process.send_signal(signal.SIGINT)
    elif stop == "SIGTERM":
        process.send_signal(signal.SIGTERM)
    else:
        sink.close()
    while process.poll() is None and not (at.has_hung() if goes_on else at.is_over()):
        sink.take(0.005)
    seconds = at.wall
    if process.poll() is None:
        process.kill()
        process.wait()
        sink.finish()
        return Result(way, kind, statement, stop, seconds, "killed", "does not end after %s" % stop)
    sink.finish()
    return ended(way, kind, statement, stop, seconds, process.returncode, sink, None if goes_on else at)


CRASHES = {-signal.SIGILL, -signal.SIGTRAP, -signal.SIGSEGV, -signal.SIGABRT, -signal.SIGBUS, -signal.SIGFPE, -signal.SIGKILL}


def ended(way, kind, statement, stop, seconds, status, sink, at=None):
    fault = at.fault(stop) if at else None
    if status in CRASHES:
        fault = "ends by signal %d: %s" % (-status, sink.tail)
    if status == 2 and "[too-many]" not in sink.tail:
        # A statement that is not understood tries nothing; one that is refused has its answer.
        fault = "is not understood: " + sink.tail
    return Result(way, kind, statement, stop, seconds, "status %d" % status, fault, sink.tail if status not in (0, 130, 143, -2, -15) else "")


class Drain:
    """Reads what a process writes, as fast as it comes, and keeps the end of its errors."""

    def __init__(self, output, errors=None):
        self.files = [file for file in (output, errors) if file]
        self.errors, self.tail, self.bytes = errors, "", 0

    def take(self, seconds):
        if not self.files:
            time.sleep(seconds)
            return
        for file in select.select(self.files, [], [], seconds)[0]:
            piece = os.read(file.fileno(), 1 << 20)
            self.bytes += len(piece)
            if not piece:
                self.files.remove(file)
                file.close()
            elif file is self.errors:
                self.tail = (self.tail + piece.decode("utf-8", "replace"))[-200:]

    def close(self):
        """Goes away, as `head` does."""
        for file in self.files:
            if file is not self.errors:
                file.close()
        self.files = [file for file in self.files if not file.closed]

    def finish(self):
        end = time.monotonic() + 5
        while self.files and time.monotonic() < end:
            self.take(0.05)
        for file in self.files:
            file.close()
        self.files = []


# ---- The prompt ----


class Prompt:
    ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>]|\r|\x07")

    def __init__(self, store):
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            # Before the program starts: it may ask for the size at once.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 400, 0, 0))
            limited()
            os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
            os.execv(KAL, [KAL, "--store", store] + SETTINGS + ["--color", "never"])
        self.output, self.status, self.typed = b"", None, b""

    def take(self, seconds):
        if not select.select([self.master], [], [], seconds)[0]:
            return
        try:
            piece = os.read(self.master, 1 << 20)
        except OSError:
            piece = b""
        if piece:
            self.output += piece
            # Of a long answer its end is enough; what was typed is far behind then.
            if len(self.output) > 1 << 20:
                self.output, self.typed = self.output[-4_096:], b""
        else:
            time.sleep(0.005)

    def is_waiting(self):
        """Whether a prompt stands at the end of what is on the screen."""
        screen = self.ESCAPES.sub(b"", self.output)
        if self.typed:
            # The line editor may draw the prompt anew before it has read what was typed.
            echo = screen.find(self.typed[-8:])
            if echo < 0:
                return False
            screen = screen[echo:]
        lines = screen.split(b"\n")
        return len(lines) > (1 if self.typed else 0) and lines[-1].strip() in (b"kal>", b"kal*>")

    def has_ended(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def type(self, text):
        self.output, self.typed = b"", text
        os.write(self.master, text + b"\r")

    def end(self):
        if not self.has_ended():
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.master)


def prompt(way, place, kind, statement, stop):
    run = Prompt(place.store(kind))
    try:
        return prompted(run, way, kind, statement, stop)
    finally:
        run.end()


def wait_for_prompt(run, seconds):
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        run.take(0.005)
        if run.is_waiting() or run.has_ended():
            return True
    return False


def prompted(run, way, kind, statement, stop):
    began = time.monotonic()
    # The greeting is an answer of its own, with today's agenda, which ends as others do.
    at = None
    while not wait_for_prompt(run, GRACE):
        if at is None:
            at = Stop(run.pid)
            os.write(run.master, b"\x03")
        elif at.is_over():
            raise NoPrompt("the prompt does not come, not after Ctrl-C either")
    if statement == "":
        return Result(way, kind, "(the greeting)", "Ctrl-C" if at else "by itself", at.wall if at else time.monotonic() - began, "prompt")
    began = time.monotonic()
    run.type(statement.encode())
    if wait_for_prompt(run, GRACE):
        return prompt_ended(run, way, kind, statement, "by itself", time.monotonic() - began)
    at = Stop(run.pid)
    if stop == "Ctrl-C":
        os.write(run.master, b"\x03")
    elif stop == "SIGTERM":
        os.kill(run.pid, signal.SIGTERM)
    else:
        os.kill(run.pid, signal.SIGHUP)
    while not at.is_over():
        run.take(0.005)
        if run.has_ended() or stop == "Ctrl-C" and run.is_waiting():
            return prompt_ended(run, way, kind, statement, stop, at.wall, at)
    return Result(way, kind, statement, stop, at.wall, "killed", "does not end after %s" % stop)


def prompt_ended(run, way, kind, statement, stop, seconds, at=None):
    fault = at.fault(stop) if at else None
    if run.has_ended() and run.status in CRASHES:
        fault = "ends by signal %d" % -run.status
    return Result(way, kind, statement, stop, seconds, "prompt" if run.status is None else "status %d" % run.status, fault)


# ---- The line protocol, over pipes and over a socket ----


class Lines:
    """One end of a connection."""

    def __init__(self, source, sink):
        self.source, self.sink, self.bytes = source, sink, b""

    def send(self, text):
        data = text.encode() + b"\n"
        while data:
            data = data[os.write(self.sink, data) :]

    def line(self, seconds):
        """The next line, None where none comes in time, b"" at the end."""
        end = time.monotonic() + seconds
        while b"\n" not in self.bytes:
            if not select.select([self.source], [], [], max(0, end - time.monotonic()))[0]:
                return None
            try:
                piece = os.read(self.source, 1 << 20)
            except ConnectionResetError:
                piece = b""
            if not piece:
                return b""
            self.bytes += piece
        line, _, self.bytes = self.bytes.partition(b"\n")
        return line

    def answer(self, tag, seconds):
        """The line that ends a request, or shows that a watched query is there; None where it does not come in time."""
        end = time.monotonic() + seconds
        while True:
            line = self.line(max(0, end - time.monotonic()))
            if line is None or line == b"":
                return line
            words = line.split(b" ", 2)
            if words[0] == tag and words[1] in (b"OK", b"NO", b"BAD", b"READY"):
                return line
            if time.monotonic() > end:
                return None


def request(statement, timeout=None):
    import json

    parts = [part.strip() for part in statement.split(";")]
    if len(parts) > 1:
        return 'a {"batch":%s}' % json.dumps(parts[1:-1])
    if statement.startswith("watch "):
        return "a " + statement
    return "a " + json.dumps({"q": statement, "timeout": timeout or 60_000})


def connected(lines, pid, way, kind, statement, stop, go_away, other=None):
    """Asks by a connection; `other` is a client whose answers are awaited meanwhile."""
    timeout = int(GRACE * 1_000) if stop == "timeout" else None
    began = time.monotonic()
    lines.send(request(statement, timeout))
    worst = 0.0
    line = None
    at = None
    while True:
        if other:
            worst = max(worst, other.ask(LAST))
        line = lines.answer(b"a", 0.02)
        if line is not None:
            break
        if at is None and time.monotonic() - began > GRACE:
            at = Stop(pid)
            if stop == "cancel":
                lines.send("c cancel a")
            elif stop == "SIGTERM":
                os.kill(pid, signal.SIGTERM)
                other = None
            elif stop == "going away":
                go_away()
                return None, at, worst
        if at and at.is_over():
            return Result(way, kind, statement, stop, at.wall, "none", "is not answered after %s" % stop), at, worst
    seconds = at.wall if at else time.monotonic() - began
    text = line.decode("utf-8", "replace")
    outcome = " ".join(text.split(" ")[1:2]) or "end"
    code = re.search(r'"code":"([^"]*)"', text)
    fault = at.fault(stop) if at else None
    if text == "" and stop != "SIGTERM":
        fault = "the connection ends"
    if at is None and stop == "timeout" and seconds > GRACE + LIMIT:
        fault = "the timeout is not kept"
    if worst > LIMIT:
        fault = "another client waits for %.1f s" % worst
    note = "others wait at most %.0f ms" % (worst * 1_000) if other else ""
    return Result(way, kind, statement, stop if at else "by itself", seconds, outcome + (" " + code.group(1) if code else ""), fault, note), at, worst


def protocol(way, place, kind, statement, stop):
    process = subprocess.Popen(
        [KAL, "--store", place.store(kind)] + SETTINGS + ["--protocol"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=limited, bufsize=0)
    lines = Lines(process.stdout.fileno(), process.stdin.fileno())
    try:
        if not lines.line(LAST):
            return Result(way, kind, statement, stop, 0, "none", "no greeting")

        def go_away():
            process.stdin.close()
            process.stdout.close()

        result, at, _ = connected(lines, process.pid, way, kind, statement, stop, go_away)
        return wait_for_end(process, result, at, way, kind, statement, stop)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def wait_for_end(process, result, at, way, kind, statement, stop):
    """Where the process is to end as well, that is what counts."""
    if result and result.fault or at is None or stop not in ("SIGTERM", "going away"):
        return result
    while process.poll() is None and not at.is_over():
        time.sleep(0.005)
    if process.poll() is None:
        return Result(way, kind, statement, stop, at.wall, "killed", "does not end after %s" % stop)
    fault = "ends by signal %d" % -process.returncode if process.returncode in CRASHES else at.fault(stop)
    return Result(way, kind, statement, stop, at.wall, "status %d" % process.returncode, fault)


class Server:
    """`kal serve`, which is used for many statements and begins anew where one has ended it."""

    def __init__(self, place):
        self.place, self.process, self.store, self.number = place, None, None, 0

    def start(self, kind):
        if self.process and self.process.poll() is None and kind not in WRITES and self.store == self.place.shared:
            return
        self.end()
        self.store = self.place.store(kind)
        self.number += 1
        self.path = "%s/s%d.sock" % (self.place.folder, self.number)
        self.process = subprocess.Popen(
            [KAL, "--store", self.store] + SETTINGS + ["serve", "--socket", self.path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limited)

    def connect(self):
        end = time.monotonic() + LAST
        while time.monotonic() < end:
            client = socket.socket(socket.AF_UNIX)
            try:
                client.connect(self.path)
                lines = Lines(client.fileno(), client.fileno())
                lines.line(LAST)
                lines.send('h hello {"protocol":1,"client":"kal"}')
                if lines.answer(b"h", LAST):
                    return client, lines
            except OSError:
                pass
            client.close()
            time.sleep(0.02)
        raise Failure("no server")

    def end(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Other:
    """Another client of a server, which asks for something small again and again."""

    def __init__(self, server):
        self.client, self.lines = server.connect()
        self.number, self.asked = 0, None

    def ask(self, limit):
        """Takes an answer if there is one and asks anew; how long the last one has taken so far."""
        if self.asked is None:
            self.number += 1
            self.asked = time.monotonic()
            self.lines.send("b%d count calendars" % self.number)
        seconds = time.monotonic() - self.asked
        if self.lines.answer(b"b%d" % self.number, 0):
            self.asked = None
        return seconds


def serve(server):
    def run(way, place, kind, statement, stop):
        server.start(kind)
        client, lines = server.connect()
        other = Other(server)
        result, at, worst = connected(lines, server.process.pid, way, kind, statement, stop, client.close, other)
        if result is None:
            # What nobody waits for any more takes no processor any more, and others are answered.
            quiet, used, since = None, processor(server.process.pid), time.monotonic()
            while not at.is_over():
                worst = max(worst, other.ask(LAST))
                time.sleep(0.02)
                if time.monotonic() - since > 0.4:
                    now = processor(server.process.pid)
                    if now - used < 0.1:
                        quiet = since - at.began
                        break
                    used, since = now, time.monotonic()
            fault = None if quiet is not None else "works on for nobody"
            if worst > LIMIT:
                fault = "another client waits for %.1f s" % worst
            result = Result(way, kind, statement, stop, max(0.0, quiet or 0) if quiet is not None else at.wall, "quiet" if quiet is not None else "busy", fault, "others wait at most %.0f ms" % (worst * 1_000))
            if fault:
                server.end()
        else:
            result = wait_for_end(server.process, result, at if stop == "SIGTERM" else None, way, kind, statement, stop)
            if result.fault:
                server.end()
        other.client.close()
        client.close()
        return result

    return run


WAYS = {
    "arguments": (one_shot, ["Ctrl-C", "SIGTERM", "closed pipe"]),
    "pipe": (one_shot, ["Ctrl-C", "SIGTERM", "closed pipe"]),
    "prompt": (prompt, ["Ctrl-C", "SIGTERM", "hangup"]),
    "protocol": (protocol, ["timeout", "cancel", "SIGTERM", "going away"]),
    "serve": (None, ["timeout", "cancel", "going away", "SIGTERM"]),
}
# What a way does not have.
NOT_HERE = {"protocol": {"set"}, "serve": {"set"}}


def prepare(folder):
    with open(folder + "/second.ics", "w", newline="") as file:
        file.write("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Second\r\n")
        for text in hostile_store.overrides(20_000):
            file.write(text.replace("UID:overridden", "UID:second"))
        file.write("END:VCALENDAR\r\n")
    if not os.path.exists(folder + "/fifo"):
        os.mkfifo(folder + "/fifo")


def main():
    options = argparse.ArgumentParser(description="every statement against the hostile store")
    options.add_argument("--all", action="store_true", help="every statement, with every stop")
    options.add_argument("--size", type=float, default=1.0, help="less than 1 makes a smaller store")
    options.add_argument("--way", action="append", choices=list(WAYS))
    options.add_argument("--statement", action="append", help="only these, whatever they are")
    options.add_argument("--table", help="a CSV file of all times")
    options = options.parse_args()
    missing = words_of_examples() - set(STATEMENTS) - ELSEWHERE
    if missing:
        sys.exit("statements of the grammar's examples that are not tried here: " + ", ".join(sorted(missing)))
    original, took = hostile_store.store(KAL, options.size)
    for name, seconds in took.items():
        print("import of %-10s %6.1f s" % (name, seconds))
    folder = tempfile.mkdtemp(prefix="kalends-hostile-")
    os.environ.update(HOME=folder, XDG_CONFIG_HOME=folder, XDG_STATE_HOME=folder, XDG_DATA_HOME=folder, XDG_RUNTIME_DIR=folder)
    for name in ("KALENDS_STORE", "TZ", "PAGER"):
        os.environ.pop(name, None)
    for statement in ("save view everything as events from 1970 to 9000", "save view little as events today limit 3"):
        subprocess.run([KAL, "--store", original] + SETTINGS + ["--", statement], capture_output=True, timeout=LAST)
    prepare(folder)
    place = Place(original, folder)
    server = Server(place)
    if options.statement:
        chosen = [(re.match("[a-z]*", text).group(0), text) for text in options.statement]
    else:
        chosen = [(kind, text.lstrip("+")) for kind, texts in STATEMENTS.items() for text in texts if options.all or text.startswith("+")]
    results = []
    began = time.monotonic()
    try:
        for way in options.way or WAYS:
            run, stops = WAYS[way]
            run = run or serve(server)
            try:
                if way == "prompt":
                    results.append(tell(prompt(way, place, "greeting", "", "none")))
                for number, (kind, statement) in enumerate(chosen):
                    if kind in NOT_HERE.get(way, ()):
                        continue
                    # A usual run takes one way for each, and another stop each time.
                    if not (options.all or options.way or options.statement or number % len(WAYS) == list(WAYS).index(way)):
                        continue
                    tried = stops if options.all else [stops[number // len(WAYS) % len(stops)]]
                    for stop in tried:
                        # What writes goes on without a reader, here to wait for a file that never comes.
                        if stop == "closed pipe" and "fifo" in statement:
                            continue
                        result = attempt(run, way, place, kind, statement.replace("{tmp}", folder), stop, server)
                        results.append(tell(result))
                        # Nothing to stop: the other ways of stopping say nothing new.
                        if result.stop == "by itself":
                            break
            except NoPrompt as error:
                results.append(tell(Result(way, "greeting", "(the greeting)", "Ctrl-C", LIMIT, "none", str(error))))
    finally:
        server.end()
        shutil.rmtree(folder, ignore_errors=True)
    summary(results, time.monotonic() - began)
    if options.table:
        with open(options.table, "w", newline="") as file:
            table = csv.writer(file)
            table.writerow(["way", "kind", "statement", "stop", "seconds", "outcome", "fault", "note"])
            for r in results:
                table.writerow([r.way, r.kind, r.statement, r.stop, "%.3f" % r.seconds, r.outcome, r.fault or "", r.note])
    return 1 if any(r.fault for r in results) else 0


def attempt(run, way, place, kind, statement, stop, server):
    try:
        return run(way, place, kind, statement, stop)
    except NoPrompt:
        raise
    except (Failure, OSError) as error:
        server.end()
        return Result(way, kind, statement, stop, 0, "none", "%s: %s" % (type(error).__name__, error))


def tell(result):
    if result.fault:
        print("FAILED: %s: %s: %s" % (result.way, result.statement or result.kind, result.fault), flush=True)
    return result


def summary(results, seconds):
    """The slowest of each way and kind of end."""
    print("\n%-10s %-11s %5s %7s  %s" % ("way", "ended", "runs", "slowest", "statement"))
    groups = {}
    for result in results:
        groups.setdefault((result.way, result.stop), []).append(result)
    for (way, stop), group in groups.items():
        worst = max(group, key=lambda r: r.seconds)
        print("%-10s %-11s %5d %6.2fs  %s%s" % (way, stop, len(group), worst.seconds, worst.statement, " (%s)" % worst.note.split("\n")[0] if worst.note else ""))
    failed = sum(1 for r in results if r.fault)
    print("\n%d runs in %.0f s, %d failed" % (len(results), seconds, failed))


if __name__ == "__main__":
    sys.exit(main())
