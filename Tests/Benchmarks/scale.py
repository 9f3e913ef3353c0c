"""Kalends in stores of ten thousand, a hundred thousand and a million items (ten times as many occurrences in ten years).

    scale.py KAL kalends-bench FOLDER

What gives answers of one size should cost the same in all three; memory should follow the answer's needs and not the store;
Ctrl-C should end anything at once. Ratios are those of the largest store to the one a tenth of its size.
"""
import os
import signal
import statistics
import subprocess
import sys
import time

NOW = "2026-11-18T13:30"
SIZES = ["10k", "100k", "1M"]

# Answers of the same size in all stores.
FLAT = [
    "events from now limit 20",
    "events from now where title contains planning limit 5",
    "events 2026-11-18 09:00 limit 20",
    "events anytime where uid = \"peers-1-4711@example.org\"",
]
# Answers that grow with the store.
GROWING = [
    "count events today where recurring",
    "events this year group by month select month, count",
    "sum overlap of events this week",
    "events today",
    "free 1h today",
    'events "review 12"',
    "count events this year",
    "events this year group by calendar select calendar, count, sum(duration)",
]
LARGE = ["events this year as ids", "conflicts this week limit 100000 as csv", "events anytime group by week select week, count",
         "events this month sort by title as ids", "busy this year"]
STOPPED = ["events anytime where title matches /no such/", "count events this year where attendees.count > 99",
           "conflicts this week as csv", "events anytime sort by title", "busy this year", "count conflicts this month"]


def environment(folder):
    return {"PATH": os.environ["PATH"], "HOME": folder, "TZ": "Europe/Berlin"}


def command(kal, store, *words):
    return [kal, "--store", store, "--set", "now=" + NOW, *words]


def prepare(kal, bench, folder):
    for size in SIZES:
        store = f"{folder}/{size}.sqlite"
        if os.path.exists(store):
            continue
        file = f"{folder}/{size}.ics"
        subprocess.run([bench, "generate", size, file, "--shape", "peers"], check=True)
        began = time.monotonic()
        subprocess.run(command(kal, store, f'import "{file}"'),
                       check=True, env=environment(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        print(f"  {size}: imported in {time.monotonic() - began:.1f} s, {os.path.getsize(store) / 1e6:.0f} MB")
        os.remove(file)


class Program:
    """One process that answers over the line protocol."""

    def __init__(self, kal, store, folder):
        self.process = subprocess.Popen(command(kal, store, "--protocol"), env=environment(folder), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.process.stdout.readline()

    def ask(self, statement):
        began = time.perf_counter()
        self.process.stdin.write(f"a {statement}\n".encode())
        self.process.stdin.flush()
        while True:
            line = self.process.stdout.readline()
            if line.startswith(b"a OK"):
                return time.perf_counter() - began
            if not line or line[:4] in (b"a NO", b"a BA"):
                raise SystemExit(f"{statement}: {line.decode()}")

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def times(kal, folder, statements, runs=15):
    result = {}
    for size in SIZES:
        program = Program(kal, f"{folder}/{size}.sqlite", folder)
        for statement in statements:
            result.setdefault(statement, []).append(statistics.median(program.ask(statement) for _ in range(runs)) * 1000)
        program.end()
    for statement, row in result.items():
        print("  " + "".join(f"{value:9.2f}" for value in row) + f" ms  × {row[2] / row[1]:5.1f}   {statement}")


def peak(kal, folder, statement, size):
    child = subprocess.Popen(command(kal, f"{folder}/{size}.sqlite", statement), env=environment(folder), stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(child.pid, 0)
    return usage.ru_maxrss / (1024 if sys.platform.startswith("linux") else 1 << 20)


def stop(kal, folder, statement):
    child = subprocess.Popen(command(kal, f"{folder}/1M.sqlite", statement), env=environment(folder), stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    time.sleep(0.15)
    if child.poll() is not None:
        return None
    began = time.monotonic()
    child.send_signal(signal.SIGINT)
    status = child.wait()
    return (time.monotonic() - began) * 1000, status


def main():
    kal, bench, folder = sys.argv[1:]
    folder = os.path.abspath(folder)
    os.makedirs(folder, exist_ok=True)
    prepare(kal, bench, folder)
    heading = "".join(f"{size:>9}" for size in SIZES)
    print("Answers of one size, one process, median of 15")
    print("  " + heading)
    times(kal, folder, FLAT)
    print("Answers that grow tenfold with the store")
    times(kal, folder, GROWING, runs=7)
    print("Peak memory in MB, 100k and 1M")
    for statement in LARGE:
        small, large = (peak(kal, folder, statement, size) for size in ("100k", "1M"))
        print(f"  {small:9.0f}{large:9.0f} MB  × {large / small:5.1f}   {statement}")
    print("From Ctrl-C to the end, 1M")
    for statement in STOPPED:
        found = stop(kal, folder, statement)
        print("  ended before       " + statement if found is None else f"  {found[0]:9.1f} ms  status {found[1]}   {statement}")


main()
