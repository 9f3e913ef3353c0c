"""A store of endless and enormous things, made from calendar files that are made here: nothing of it is kept in version control.

`store(kal, size)` gives the path of a store with them, which is made once for each program and size and kept in the temporary
folder. `size` 1 is the whole of it; a smaller one makes fewer of the many, for a look at the harness itself."""
import datetime, hashlib, os, shutil, subprocess, sys, tempfile, time

# A zone of its own rules, and one that the system knows.
ZONES = ["TZID=Europe/Berlin", "TZID=America/New_York"]
ALARM = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nDESCRIPTION:x\r\nEND:VALARM\r\n"


def event(uid, title, start, rule, duration="PT30M", alarm=ALARM, more=""):
    lines = ["BEGIN:VEVENT", "UID:" + uid, "DTSTAMP:20260101T000000Z", "SUMMARY:" + title, "DTSTART" + start, "DURATION:" + duration]
    if rule:
        lines.append("RRULE:" + rule)
    return "\r\n".join(lines) + "\r\n" + more + alarm + "END:VEVENT\r\n"


def reminder(uid, title, due, rule, alarm=ALARM.replace("TRIGGER:", "TRIGGER;RELATED=END:")):
    lines = ["BEGIN:VTODO", "UID:" + uid, "DTSTAMP:20260101T000000Z", "SUMMARY:" + title, "DUE" + due]
    if rule:
        lines.append("RRULE:" + rule)
    return "\r\n".join(lines) + "\r\n" + alarm + "END:VTODO\r\n"


def starts(day):
    """The same wall time in zones, in UTC and floating."""
    return [";%s:%sT000000" % (zone, day) for zone in ZONES] + [":%sT000000Z" % day, ":%sT000000" % day]


def endless():
    """Rules that never end, by the second, the minute and the hour, from long ago and from this week."""
    number = 0
    for day in ("19700101", "20261116"):
        for rule in ("FREQ=SECONDLY", "FREQ=MINUTELY", "FREQ=HOURLY", "FREQ=SECONDLY;INTERVAL=7;UNTIL=99991231T235959Z", "FREQ=MINUTELY;COUNT=2147483647"):
            for start in starts(day):
                number += 1
                # An end of a rule is in the time of its start.
                own = rule if start.endswith("Z") or "TZID" in start else rule.replace("Z", "")
                yield event("endless-%d" % number, "Endless %d" % number, start, own, duration="PT1S")
    for number, start in enumerate(starts("20200101")):
        yield reminder("todo-%d" % number, "Endless task %d" % number, start, "FREQ=SECONDLY")
        yield reminder("minutely-%d" % number, "Minutely task %d" % number, start, "FREQ=MINUTELY")
    yield reminder("daily-todo", "Daily task", ";VALUE=DATE:20200101", "FREQ=DAILY", alarm="")


def enormous():
    """Occurrences of a century each: as many go on at any time as it has days."""
    yield event("century-1", "Century", ";TZID=Europe/Berlin:19500101T090000", "FREQ=DAILY", duration="P36525D")
    yield event("century-2", "Century of days", ";VALUE=DATE:19500101", "FREQ=DAILY", duration="P36525D", alarm="")
    yield event("century-3", "Millennium", ":19500101T090000", "", duration="P365250D")
    yield event("long-text", "Long " + "text " * 2_000, ":20261118T090000", "FREQ=DAILY", more="DESCRIPTION:" + "y" * 1_000_000 + "\r\n")


def overrides(count):
    """One series with as many overrides, each of them of another hour."""
    first = datetime.datetime(2018, 1, 1)
    yield event("overridden", "Overridden", ":20180101T000000Z", "FREQ=HOURLY", alarm="")
    for number in range(count):
        at = (first + datetime.timedelta(hours=number)).strftime("%Y%m%dT%H%M%SZ")
        later = (first + datetime.timedelta(hours=number, minutes=number % 50)).strftime("%Y%m%dT%H%M%SZ")
        alarm = ALARM if number % 100 == 0 else ""
        yield event("overridden", "Changed %d" % number, ":" + later, "", duration="PT10M", alarm=alarm, more="RECURRENCE-ID:%s\r\n" % at)


def dailies(count):
    """Endless dailies, an alarm on each."""
    for number in range(count):
        day = "20%02d%02d%02d" % (number % 27, number % 12 + 1, number % 28 + 1)
        at = "T%02d%02d00" % (number % 24, number % 60)
        form = (";TZID=Europe/Berlin:%s%s", ":%s%sZ", ":%s%s")[number % 3]
        yield event("daily-%d" % number, "Daily %d" % number, form % (day, at), "FREQ=DAILY")


FILES = {
    "Endless": lambda size: endless(),
    "Enormous": lambda size: enormous(),
    "Overridden": lambda size: overrides(int(100_000 * size)),
    "Dailies": lambda size: dailies(int(10_000 * size)),
}


def write(folder, size):
    for name, make in FILES.items():
        with open("%s/%s.ics" % (folder, name), "w", encoding="utf-8", newline="") as file:
            file.write("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Kalends//hostile//EN\r\nX-WR-CALNAME:%s\r\n" % name)
            for text in make(size):
                file.write(fold(text))
            file.write("END:VCALENDAR\r\n")


def fold(text):
    """Long lines in pieces of a thousand: readers take lines of any length, and no file needs them."""
    if len(text) < 1_000:
        return text
    return "\r\n".join("\r\n ".join(line[at : at + 1_000] for at in range(0, max(len(line), 1), 1_000)) for line in text.split("\r\n"))


def store(kal, size=1.0):
    """The path of the store, and how long each import took, of none where it was there."""
    digest = hashlib.sha256(open(__file__, "rb").read())
    with open(kal, "rb") as program:
        digest.update(program.read())
    digest.update(str(size).encode())
    base = "%s/kalends-hostile-%d" % (tempfile.gettempdir(), os.getuid())
    os.makedirs(base, mode=0o700, exist_ok=True)
    folder = "%s/%s" % (base, digest.hexdigest()[:16])
    path = folder + "/store.sqlite"
    if os.path.exists(folder + "/made"):
        return path, {}
    # What older programs left is of no use.
    for name in os.listdir(base):
        shutil.rmtree(base + "/" + name, ignore_errors=True)
    os.makedirs(folder)
    write(folder, size)
    times = {}
    for name in FILES:
        began = time.monotonic()
        done = subprocess.run(
            [kal, "--store", path, "--set", "now=2026-11-18T14:30", "--set", "zone=Europe/Berlin", "import", "%s/%s.ics" % (folder, name)],
            stdin=subprocess.DEVNULL, capture_output=True, env=dict(os.environ, HOME=folder, XDG_CONFIG_HOME=folder), check=False)
        if done.returncode != 0:
            sys.exit("the import of %s.ics failed: %s" % (name, done.stderr.decode()[-500:]))
        times[name] = time.monotonic() - began
        os.remove("%s/%s.ics" % (folder, name))
    open(folder + "/made", "w").close()
    return path, times


if __name__ == "__main__":
    made, took = store(os.environ["KAL"], float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
    print(made, os.path.getsize(made) >> 20, "MiB", {name: round(seconds, 1) for name, seconds in took.items()})
