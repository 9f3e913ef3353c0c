#!/usr/bin/env python3
"""python-dateutil on the tasks of `kalends-bench recurrence`."""
import datetime, itertools, statistics, time
from dateutil.rrule import rrulestr

START = datetime.datetime(1997, 1, 2, 9)
TASKS = [
    ("a  daily", "FREQ=DAILY", 10_000), ("b1 yearly BYWEEKNO=20", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", 1_000),
    ("b2 yearly BYSETPOS", "FREQ=YEARLY;BYMONTH=1,6;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1", 1_000),
    ("b3 last workday of the month", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", 1_000),
]


def report(name, seconds, note):
    print(f"  {name + ', dateutil':44}{seconds * 1000:.1f} ms        {note}")


for name, rule, count in TASKS:
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        found = sum(1 for _ in itertools.islice(rrulestr(rule, dtstart=START), count))
        times.append(time.perf_counter() - begin)
    report(name, statistics.median(times), f"{found / statistics.median(times) / 1e6:.2f} M/s")

week = datetime.datetime(2026, 6, 16), datetime.datetime(2026, 6, 23)
begin = time.perf_counter()
hits = 0
for number in range(1_000):
    days = ["MO", "TU,TH", "WE", "FR"][number % 4]
    start = datetime.datetime(1970, 1, 1, 9) + datetime.timedelta(number * 10)
    rule = rrulestr(f"FREQ=WEEKLY;INTERVAL={number % 4 + 1};BYDAY={days}", dtstart=start)
    hits += len(rule.between(*week, inc=True))
report("c  1,000 old series, a week of 2026", time.perf_counter() - begin, f"{hits} occurrences")
