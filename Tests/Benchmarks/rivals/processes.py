#!/usr/bin/env python3
"""Times whole commands of Kalends and its rivals on one calendar file, one after the other, in the same run.

Prints the median wall time, the peak memory and the ratio to Kalends for each task. It judges nothing: figures
depend on the machine, ratios less so. Called by Tests/Benchmarks/run, which installs what is compared.
"""
import argparse, datetime, os, re, shutil, statistics, subprocess, sys, tempfile, time

DAY = {"MO": "Mon", "TU": "Tue", "WE": "Wed", "TH": "Thu", "FR": "Fri", "SA": "Sat", "SU": "Sun"}


def measure(command, runs, **options):
    """Median wall seconds, peak resident megabytes (of a long command's own run, else of one more) and output size."""
    times, size = [], 0
    quiet = dict(stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    with tempfile.NamedTemporaryFile() as memory:
        # A child of this process would be charged with Python's own memory; `time` is small.
        timed = ["/usr/bin/time", "-f", "%M", "-o", memory.name] + command
        for run in range(runs + (runs > 1)):
            with tempfile.TemporaryFile() as out:
                begin = time.perf_counter()
                status = subprocess.run(timed if run == runs or runs == 1 else command, stdout=out, **quiet, **options)
                if run < runs:
                    times.append(time.perf_counter() - begin)
                size = os.fstat(out.fileno()).st_size
                if status.returncode != 0:
                    return None
        peak = int(memory.read().split()[-1]) / 1024
    return statistics.median(times), peak, size


def unfolded(path):
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        return re.sub(r"\r?\n[ \t]", "", file.read()).splitlines()


def write_remind(source, target):
    """Writes what remind can say of a calendar: single events, and daily and weekly series. Returns how many it left out."""
    left_out = 0
    with open(target, "w", encoding="utf-8") as out:
        event = None
        for line in unfolded(source):
            name, _, value = line.partition(":")
            key = name.split(";")[0]
            if line == "BEGIN:VEVENT":
                event = {}
            elif line == "END:VEVENT" and event is not None:
                left_out += not write_event(event, out)
                event = None
            elif event is not None:
                event.setdefault(key, value)
    return left_out


def write_event(event, out):
    start = re.match(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d))?", event.get("DTSTART", ""))
    if not start or "RECURRENCE-ID" in event:
        return False
    rule = dict(part.split("=", 1) for part in event.get("RRULE", "").split(";") if "=" in part)
    step = {"DAILY": 1, "WEEKLY": 7}.get(rule.get("FREQ", ""), 0)
    if rule and (not step or set(rule) - {"FREQ", "INTERVAL", "UNTIL", "COUNT"}):
        return False
    text = f"REM {start[1]}-{start[2]}-{start[3]}"
    if step:
        step *= int(rule.get("INTERVAL", "1"))
        text += f" *{step}"
        if "UNTIL" in rule:
            text += f" UNTIL {rule['UNTIL'][:4]}-{rule['UNTIL'][4:6]}-{rule['UNTIL'][6:8]}"
        if "COUNT" in rule:
            last = datetime.date(*map(int, start.groups()[:3])) + datetime.timedelta(step * (int(rule["COUNT"]) - 1))
            text += f" UNTIL {last}"
    if start[4]:
        text += f" AT {start[4]}:{start[5]}"
    out.write(f"{text} MSG {event.get('SUMMARY', '-').replace('%', '%%').replace('[', '(')}\n")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--kal", required=True)
    parser.add_argument("--khal")
    parser.add_argument("--calcurse")
    parser.add_argument("--remind")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--word", default="dentist")
    parser.add_argument("--now", default="2026-11-18T14:30")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="kalends-bench-")
    environment = dict(os.environ, TZ="Europe/Berlin", LC_ALL="C.UTF-8", HOME=folder, XDG_CONFIG_HOME=folder + "/config",
                       XDG_DATA_HOME=folder + "/data", XDG_CACHE_HOME=folder + "/cache", XDG_STATE_HOME=folder + "/state")
    results = {}

    def run(task, who, command, runs=None):
        if command:
            results.setdefault(task, {})[who] = measure(command, runs or options.runs, env=environment)

    store = folder + "/store.sqlite"
    kal = [options.kal, "--store", store, "--set", "now=" + options.now, "--set", "zone=Europe/Berlin"]
    imports = []
    for number in range(3):
        path = f"{folder}/import{number}.sqlite"
        imports.append(measure([options.kal, "--store", path, "import", options.file], 1, env=environment))
        shutil.move(path, store)
    results["import"] = {"kalends": sorted(imports, key=lambda r: r[0] if r else 9e9)[1]}

    khal = calcurse = None
    if options.khal:
        os.makedirs(folder + "/khal/cal")
        with open(folder + "/khal.conf", "w") as file:
            file.write(f"[calendars]\n[[a]]\npath = {folder}/khal/cal\n[locale]\nlocal_timezone = Europe/Berlin\ndefault_timezone = "
                       "Europe/Berlin\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%d "
                       f"%H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n[sqlite]\npath = {folder}/khal/db\n[default]\ndefault_calendar = a\n")
        khal = [options.khal, "-c", folder + "/khal.conf"]
        run("import", "khal", khal + ["import", "--batch", "-a", "a", options.file], 1)
    if options.calcurse:
        os.makedirs(folder + "/calcurse")
        calcurse = [options.calcurse, "-D", folder + "/calcurse", "-C", folder + "/calcurse"]
        run("import", "calcurse", calcurse + ["-i", options.file, "-q"], 1)
        with open(folder + "/one.ics", "w", newline="") as file:
            file.write("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:bench\r\nSUMMARY:Bench\r\n"
                       "DTSTART:20261119T100000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
    remind = None
    if options.remind:
        left_out = write_remind(options.file, folder + "/big.rem")
        remind = [options.remind, "-q"]
        print(f"remind gets what it can say of the file; {left_out} events are left out")

    run("start only", "kalends", [options.kal, "--version"])
    run("start only", "khal", khal and khal + ["--version"], 3)
    run("start only", "calcurse", calcurse and [options.calcurse, "--version"])
    run("week", "kalends", kal + ["events", "2026-W47", "--format", "table"])
    run("week", "khal", khal and khal + ["list", "2026-11-16", "7d"], 3)
    run("week", "calcurse", calcurse and calcurse + ["-Q", "--input-datefmt", "4", "--from", "2026-11-16", "--days", "7"])
    run("week", "remind", remind and remind + ["-s+1", folder + "/big.rem", "2026-11-16"])
    run("year as JSON", "kalends", kal + ["events", "2026", "--format", "json"])
    run("year as JSON", "khal (text)", khal and khal + ["list", "2026-01-01", "365d"], 1)
    run("year as JSON", "calcurse (text)", calcurse and calcurse + ["-Q", "--input-datefmt", "4", "--from", "2026-01-01", "--days", "365"], 3)
    run("year as JSON", "remind (text)", remind and remind + ["-s12", folder + "/big.rem", "2026-01-01"], 3)
    run("word search", "kalends", kal + ["events", "anytime", options.word, "--format", "ids"] if " " in options.word
        else kal + ['events anytime "' + options.word + '"', "--format", "ids"])
    run("word search", "khal", khal and khal + ["search", options.word], 1)
    run("word search", "calcurse", calcurse and calcurse + ["-G", "-S", options.word])
    run("add one event", "kalends", kal + ["add", "event", "Bench", "tomorrow", "10:00"])
    run("add one event", "khal", khal and khal + ["new", "2026-11-19", "10:00", "11:00", "Bench"], 3)
    run("add one event", "calcurse (import)", calcurse and calcurse + ["-q", "-i", folder + "/one.ics"], 3)
    for task, row in results.items():
        ours = row.get("kalends")
        print(f"\n{task}")
        for who, figures in row.items():
            if figures is None:
                print(f"  {who:16} failed")
                continue
            seconds, peak, size = figures
            ratio = f"{seconds / ours[0]:8.1f} x" if ours else ""
            print(f"  {who:16} {seconds * 1000:10.1f} ms {ratio:>12}  peak {peak:6.1f} MB  {size:9} bytes out")
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
