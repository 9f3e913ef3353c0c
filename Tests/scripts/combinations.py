"""Every question of the samples and examples in every format, in three zones: no crash, no hang, JSON that is JSON,
CSV that is CSV, and as many rows in each. Tests/deep calls it with the program as KAL."""
import csv, io, json, os, re, subprocess, sys, tempfile, glob

KAL = os.environ["KAL"]
FORMATS = ["table", "chart", "line", "json", "jsonl", "csv", "tsv", "ids", "ics", "jscalendar"]
ZONES = ["Europe/Berlin", "America/New_York", "Pacific/Apia"]


def statements():
    seen = set()
    for pattern in ("Samples/queries/*.test", "Grammar/examples/queries.test", "Grammar/examples/dates.test"):
        for path in sorted(glob.glob(pattern)):
            for line in open(path, encoding="utf-8"):
                text = line[2:].rstrip("\n")
                if line.startswith("> ") and text not in seen and not re.match(r"(watch|begin|commit|rollback|serve)\b", text):
                    seen.add(text)
                    yield text


def takes_format(statement):
    """Not those that name a format themselves, nor what is text for people."""
    return " as " not in statement and not re.match(r"(explain|describe|help|show|day|week|month|year|agenda|set)\b", statement)


def run(folder, options, statement):
    command = [KAL, "--store", folder + "/store.sqlite", "--set", "now=2026-11-18T14:30", "--set", "pager=off"]
    return subprocess.run(command + options + ["--", statement], stdin=subprocess.DEVNULL, capture_output=True, timeout=120)


def rows(form, output):
    """How many rows an answer has; None where the format does not say."""
    text = output.decode("utf-8")
    if form == "json":
        found = json.loads(text) if text.strip() else []
        return len(found) if isinstance(found, list) else None
    if form == "jsonl":
        return sum(1 for line in text.split("\n") if line and json.loads(line) is not None)
    if form == "csv":
        # The heading is a row of the file.
        return len(list(csv.reader(io.StringIO(text, newline="")))) - 1 if text else None
    return None


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(HOME=folder, XDG_CONFIG_HOME=folder, XDG_STATE_HOME=folder, XDG_DATA_HOME=folder)
        os.environ.pop("KALENDS_STORE", None)
        subprocess.run([KAL, "--store", folder + "/store.sqlite", "import", "Samples/calendars"], capture_output=True, check=True)
        runs = failed = 0
        for statement in statements():
            counts = {}
            for form in FORMATS:
                for zone in ZONES if form in ("json", "csv") else ZONES[:1]:
                    runs += 1
                    fault = None
                    try:
                        done = run(folder, ["--format", form, "--set", "zone=" + zone], statement)
                        if done.returncode not in (0, 1, 2, 3):
                            fault = "status %d: %r" % (done.returncode, done.stderr[-300:])
                        elif done.returncode == 0 and takes_format(statement):
                            count = rows(form, done.stdout)
                            if count is not None:
                                counts.setdefault(zone, {})[form] = count
                    except subprocess.TimeoutExpired:
                        fault = "does not end"
                    except (ValueError, csv.Error) as error:
                        fault = "%s: %r" % (error, done.stdout[-200:])
                    if fault:
                        failed += 1
                        print("FAILED: %s as %s in %s: %s" % (statement, form, zone, fault))
            for zone, found in counts.items():
                if len(set(found.values())) > 1:
                    failed += 1
                    print("FAILED: %s in %s: rows %s" % (statement, zone, found))
        print("%d runs, %d failed" % (runs, failed))
        return 1 if failed or not runs else 0


sys.exit(main())
