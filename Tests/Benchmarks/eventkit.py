"""What a program of EventKit costs beside kal: a hundred thousand occurrences fetched and read, a week, and the start alone.

    eventkit.py KAL kalends-bench eventkit-bench FOLDER

Instructions are those that valgrind counts, the same in each run; memory is the process's peak. An event may cost a kilobyte, and reading
title and start of all of them twice the instructions of the same rows as JSON.
"""
import os
import re
import subprocess
import sys
from datetime import datetime, timezone

ITEMS = "25k"
YEARS = ("2023-06-15", "2028-01-01")
WEEK = ("2026-11-16", "2026-11-23")


def environment(folder):
    return {"PATH": os.environ["PATH"], "HOME": folder, "TZ": "UTC", "KALENDS_STORE": folder + "/eventkit.sqlite"}


def instructions(command, folder):
    run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command], env=environment(folder),
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
    return int(re.search(r"refs:\s+([\d,]+)", run.stderr)[1].replace(",", ""))


def peak(command, folder):
    run = subprocess.run(["/usr/bin/time", "-f", "%M", *command], env=environment(folder), stdout=subprocess.DEVNULL,
                         stderr=subprocess.PIPE, text=True, check=True)
    return int(run.stderr.split()[-1])


def seconds(days):
    return [str(int(datetime.fromisoformat(day).replace(tzinfo=timezone.utc).timestamp())) for day in days]


def main():
    kal, bench, program, folder = sys.argv[1:]
    folder = os.path.abspath(folder)
    os.makedirs(folder, exist_ok=True)
    if not os.path.exists(folder + "/eventkit.sqlite"):
        subprocess.run([bench, "generate", ITEMS, folder + "/eventkit.ics", "--shape", "peers"], check=True)
        for statement in ('import "%s/eventkit.ics"' % folder, "access grant eventkit-bench events full"):
            subprocess.run([kal, statement], env=environment(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)

    def fetch(task, days):
        return [program, task, *seconds(days)]

    def rows(days):
        return [kal, f"events from {days[0]} to {days[1]}", "--format", "json"]

    count = int(subprocess.run(fetch("fetch", YEARS), env=environment(folder), capture_output=True, text=True,
                               check=True).stdout.split()[0])
    bare, held = peak([program, "open"], folder), peak(fetch("fetch", YEARS), folder)
    read, json = instructions(fetch("read", YEARS), folder), instructions(rows(YEARS), folder)
    print(f"  {count} occurrences, title and start read: {read / 1e6:.0f} million instructions, as JSON {json / 1e6:.0f}, × {read / json:.2f}")
    print(f"  held in memory: {(held - bare) * 1024 / count:.0f} bytes an event")
    opened, week = instructions([program, "open"], folder), instructions(fetch("read", WEEK), folder)
    print(f"  EKEventStore() in a process of its own: {opened / 1e6:.1f} million; a week {week / 1e6:.1f}, "
          f"kal {instructions(rows(WEEK), folder) / 1e6:.1f}")


main()
