#!/usr/bin/env python3
"""Compares Kalends' recurrence engine with python-dateutil and libical over seeded random rules.

Every difference must belong to a class listed below, with its reason and the section of RFC 5545 that decides it.
A difference of no class makes the run fail. Run it by Tests/Conformance/run, which sets everything up.
"""
import argparse, collections, datetime, random, re, signal, subprocess, sys
from dateutil.rrule import rrulestr

DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
LIMIT = 48


def some(rng, values, most):
    return sorted(rng.sample(values, rng.randint(1, min(most, len(values)))))


def random_rule(rng):
    freq = rng.choice(["DAILY", "WEEKLY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY", "YEARLY", "HOURLY", "MINUTELY"])
    parts = {"FREQ": freq}
    if rng.random() < 0.45:
        parts["INTERVAL"] = rng.choice([2, 2, 3, 4, 5, 7, 12])
    lists = 0

    def maybe(chance, name, make):
        nonlocal lists
        if rng.random() < chance:
            parts[name] = ",".join(str(v) for v in make())
            lists += 1

    maybe(0.25, "BYMONTH", lambda: some(rng, range(1, 13), 4))
    if freq == "YEARLY":
        maybe(0.15, "BYWEEKNO", lambda: some(rng, [1, 2, 10, 20, 30, 52, 53, -1, -2], 3))
        maybe(0.12, "BYYEARDAY", lambda: some(rng, [1, 60, 100, 200, 365, 366, -1, -100], 3))
    if freq in ("MONTHLY", "YEARLY", "DAILY"):
        maybe(0.25, "BYMONTHDAY", lambda: some(rng, [1, 2, 13, 15, 28, 29, 30, 31, -1, -2], 3))
    if rng.random() < 0.4:
        ordinals = [1, 2, 3, 4, 5, -1, -2] if freq in ("MONTHLY", "YEARLY") and "BYWEEKNO" not in parts else []
        signed = ordinals and rng.random() < 0.6
        chosen = rng.sample(DAYS, rng.randint(1, 3))
        parts["BYDAY"] = ",".join((str(rng.choice(ordinals)) if signed else "") + day for day in chosen)
        lists += 1
    if freq in ("HOURLY", "MINUTELY"):
        maybe(0.4, "BYHOUR", lambda: some(rng, range(24), 4))
    elif rng.random() < 0.2:
        maybe(1, "BYHOUR", lambda: some(rng, range(24), 2))
    if freq == "MINUTELY":
        maybe(0.4, "BYMINUTE", lambda: some(rng, range(60), 4))
    if lists and rng.random() < 0.25:
        parts["BYSETPOS"] = ",".join(str(v) for v in some(rng, [1, 2, 3, -1, -2], 2))
    if rng.random() < 0.25:
        parts["WKST"] = rng.choice(["SU", "MO", "WE"])
    return ";".join(f"{k}={v}" for k, v in parts.items())


def random_start(rng):
    day = datetime.date(rng.randint(1990, 2030), 1, 1) + datetime.timedelta(rng.randrange(365))
    return f"{day:%Y%m%d}T{rng.choice(['090000', '143000', '000000', '233000'])}"


class Timeout(Exception):
    pass


def dateutil_expand(start, rule, limit):
    def stop(*_):
        raise Timeout

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        out = []
        for value in rrulestr(rule, dtstart=datetime.datetime.strptime(start, "%Y%m%dT%H%M%S")):
            out.append(f"{value:%Y%m%dT%H%M%S}" if value.year > 999 else "early")
            if len(out) == limit:
                break
        return out
    except Timeout:
        return "hang"
    except Exception:
        return "error"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def external_expand(command, cases):
    answers, left = {}, list(cases)
    while left:
        text = "".join(f"{i}\t{s}\t{r}\t{LIMIT}\n" for i, s, r in left)
        done = subprocess.run(command, input=text, capture_output=True, text=True)
        for line in done.stdout.splitlines():
            number, _, rest = line.partition("\t")
            answers[int(number)] = rest.strip() if rest.strip() in ("error", "hang") else rest.split()
        rest = [case for case in left if case[0] not in answers]
        if len(rest) == len(left) or done.returncode == 0:
            for case in rest:
                answers[case[0]] = "error"
            break
        left = rest
    return answers


# Each class: (engine or *, test on the rule and answers, name, section of RFC 5545, reason).
def has(name):
    return lambda p, a: name in p


CLASSES = [
    ("*", lambda p, a: a == "hang", "the rival does not end", "3.3.10", "a rule that matches rarely or never must end; its walk does not"),
    ("*", lambda p, a: a == "error", "the rival refuses", "3.3.10", "parts that the text forbids there, or that it has not implemented"),
    ("dateutil", lambda p, a: "BYSETPOS" in p, "BYSETPOS in the first period", "3.3.10 BYSETPOS",
     "positions count over the whole period; dateutil drops what lies before DTSTART first"),
    ("dateutil", lambda p, a: p["FREQ"] == "YEARLY" and "BYMONTHDAY" in p and "BYMONTH" not in p,
     "YEARLY with BYMONTHDAY and no BYMONTH", "3.3.10, last paragraph", "the month comes from DTSTART; dateutil takes every month"),
    ("dateutil", lambda p, a: p["FREQ"] == "YEARLY" and "BYWEEKNO" in p, "BYWEEKNO without BYDAY, and weeks across New Year", "3.3.10 BYWEEKNO",
     "the weekday comes from DTSTART and weeks belong to their week-year; dateutil takes seven days and calendar years"),
    ("dateutil", lambda p, a: mixed(p), "BYDAY with plain and numbered days", "3.3.10 BYDAY", "the list is a union; dateutil intersects"),
    ("libical", lambda p, a: "BYSETPOS" in p, "BYSETPOS outside MONTHLY and YEARLY, or with sets", "3.3.10 BYSETPOS",
     "libical 3 ignores or miscounts positions there (its issues 795, 797)"),
    ("libical", lambda p, a: "BYWEEKNO" in p, "BYWEEKNO", "3.3.10 BYWEEKNO", "libical 3 combines week numbers with few other parts (794)"),
    ("libical", lambda p, a: "BYYEARDAY" in p, "BYYEARDAY with other parts", "3.3.10, table", "libical 3 does not intersect year days with other day parts (1276)"),
    ("libical", lambda p, a: p["FREQ"] == "YEARLY" and len([k for k in p if k.startswith("BY")]) > 1,
     "YEARLY with several BY parts", "3.3.10, table", "libical 3 expands some combinations per month or unsorted (797, 937)"),
    ("libical", lambda p, a: p["FREQ"] in ("HOURLY", "MINUTELY"), "sub-daily rules with limits", "3.3.10, table",
     "libical 3 jumps over periods when limits and INTERVAL do not meet"),
    ("libical", lambda p, a: "BYMONTHDAY" in p and "BYDAY" in p, "BYMONTHDAY with BYDAY", "3.3.10, note 1", "BYDAY limits; libical 3 repeats or drops days"),
    ("libical", lambda p, a: p["FREQ"] == "WEEKLY" and "BYMONTH" in p, "WEEKLY with BYMONTH", "3.3.10, table",
     "BYMONTH limits days, not weeks: a week over a month's end keeps its matching days"),
    ("libical", lambda p, a: p["FREQ"] == "DAILY" and len(p) > 2, "DAILY with several limits", "3.3.10, table", "libical 3 steps past some days"),
    ("libical", lambda p, a: p["FREQ"] == "WEEKLY" and "INTERVAL" in p and "BYDAY" in p, "WEEKLY with INTERVAL and BYDAY", "3.3.10 INTERVAL and WKST",
     "the rest of DTSTART's own week belongs to the set; libical 3 loses it when its weekday comes first in the list"),
    ("libical", lambda p, a: p["FREQ"] == "DAILY" and "-" in p.get("BYMONTHDAY", ""), "DAILY with negative month days", "3.3.10 BYMONTHDAY",
     "they count from the end of the month; libical 3 ignores them"),
    ("libical", lambda p, a: isinstance(a, list) and len(a) < LIMIT, "the answer ends early", "3.3.10",
     "a rule without COUNT and UNTIL goes on; libical 3 stops at the year 2582"),
    ("libical", lambda p, a: unordered(a), "answers out of order or repeated", "3.8.5.3", "a recurrence set is a set in time order"),
]


def mixed(p):
    days = p.get("BYDAY", "").split(",")
    numbered = [bool(re.match(r"[+-]?\d", d)) for d in days]
    return any(numbered) and not all(numbered)


def unordered(answer):
    return isinstance(answer, list) and any(a >= b for a, b in zip(answer, answer[1:]))


def classify(engine, rule, answer):
    parts = dict(p.split("=") for p in rule.split(";"))
    for name, test, label, section, reason in CLASSES:
        if name in ("*", engine) and test(parts, answer):
            return label, section, reason
    return None


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--cases", type=int, default=1000)
    arguments.add_argument("--seed", type=int, default=20261118)
    arguments.add_argument("--kalends", required=True)
    arguments.add_argument("--libical", required=True)
    options = arguments.parse_args()
    rng = random.Random(options.seed)
    cases = [(i, random_start(rng), random_rule(rng)) for i in range(options.cases)]
    ours = external_expand([options.kalends, "expand"], cases)
    libical = external_expand([options.libical], cases)
    unknown = 0
    for engine in ("dateutil", "libical"):
        classes, agree = collections.defaultdict(list), 0
        for number, start, rule in cases:
            theirs = dateutil_expand(start, rule, LIMIT) if engine == "dateutil" else libical[number]
            if ours[number] == theirs:
                agree += 1
            else:
                classes[classify(engine, rule, theirs)].append((start, rule, ours[number], theirs))
        print(f"\n{engine}: {agree} of {len(cases)} rules agree over their first {LIMIT} occurrences")
        for key, examples in sorted(classes.items(), key=lambda item: -len(item[1])):
            if key:
                print(f"  {len(examples):5}  {key[0]} (RFC 5545 {key[1]}): {key[2]}")
                print(f"         e.g. DTSTART:{examples[0][0]} RRULE:{examples[0][1]}")
            else:
                unknown += len(examples)
                for start, rule, mine, theirs in examples[:10]:
                    print(f"  UNEXPLAINED  DTSTART:{start} RRULE:{rule}\n    kalends {mine[:6]}\n    {engine} {theirs[:6]}")
    print(f"\n{unknown} unexplained differences")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
