"""Kills `kal sync` at random moments, while both sides go on changing, and looks at what is left.

usage: sync_kill.py KAL FOLDER [ROUNDS] [SEED]

Their program changes the place of items, ours the notes, so that every edit of either side must be there in the end: in the store, in
the files, once.
"""
import json
import os
import random
import re
import subprocess
import sys
import time

kal, home = sys.argv[1], sys.argv[2]
rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 40
seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
dice = random.Random(seed)
place = os.path.join(home, "killed", "big")
store = os.path.join(home, "killed.sqlite")
ITEMS = 200
os.makedirs(place)
env = dict(os.environ, TZ="Europe/Berlin")


def run(*words, check=True):
    done = subprocess.run([kal, "--store", store, *words], capture_output=True, text=True, env=env)
    if check and done.returncode != 0:
        sys.exit(f"seed {seed}: {words} ended with {done.returncode}: {done.stderr}")
    return done


def text(number, place_, notes):
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", "BEGIN:VEVENT", f"UID:e{number}", "DTSTAMP:20261101T000000Z",
        f"DTSTART:202612{number % 28 + 1:02d}T100000Z", f"SUMMARY:e{number}",
    ]
    if place_:
        lines.append("LOCATION:" + place_)
    if notes:
        lines.append("DESCRIPTION:" + notes)
    return "\r\n".join(lines + ["END:VEVENT", "END:VCALENDAR", ""])


def files():
    found = {}
    for name in sorted(os.listdir(place)):
        if name in ("displayname", "color"):
            continue
        with open(os.path.join(place, name), newline="") as file:
            content = file.read()
        uid = re.search(r"^UID:(.*)\r$", content, re.M)
        found[name] = (uid and uid.group(1), content)
    return found


def value(content, name):
    found = re.search(rf"^{name}:(.*)\r$", content, re.M)
    return found.group(1) if found else None


def theirs(number, token):
    """Writes the place of an item beside and renames it, as khal and vdirsyncer do."""
    for name, (uid, content) in files().items():
        if uid == f"e{number}" and not name.startswith("."):
            beside = os.path.join(place, ".theirs.tmp")
            with open(beside, "w", newline="") as file:
                file.write(text(number, token, value(content, "DESCRIPTION")))
            os.replace(beside, os.path.join(place, name))
            return


for number in range(ITEMS):
    with open(os.path.join(place, f"e{number}.ics"), "w", newline="") as file:
        file.write(text(number, None, None))
run("add", "account", "Killed", "path", os.path.join(home, "killed"))
wanted = {number: [None, None] for number in range(ITEMS)}
killed = 0
longest = 0.06
for turn in range(rounds):
    for number in dice.sample(range(ITEMS), 12):
        wanted[number][0] = f"t{turn}-{number}"
        theirs(number, wanted[number][0])
    numbers = dice.sample(range(ITEMS), 6)
    statements = []
    for number in numbers:
        wanted[number][1] = f"o{turn}-{number}"
        statements.append(f'edit events from 2026-12-01 to 2027-01-02 where title = "e{number}" set notes = "{wanted[number][1]}" yes')
    done = subprocess.run([kal, "--store", store], input="\n".join(statements), capture_output=True, text=True, env=env)
    if done.returncode != 0:
        sys.exit(f"seed {seed}: an edit ended with {done.returncode}: {done.stderr}")
    process = subprocess.Popen([kal, "--store", store, "sync"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    time.sleep(dice.uniform(0, longest))
    process.kill()
    killed += process.wait() != 0
    if turn % 8 != 7:
        continue
    # The moments lie within what a sync takes here.
    began = time.monotonic()
    run("sync")
    longest = max(0.02, time.monotonic() - began)
    run("sync")
    found = files()
    uids = [uid for uid, _ in found.values()]
    problems = [name for name in found if name.startswith(".") or name.endswith(".tmp")]
    if len(uids) != len(set(uids)) or len(uids) != ITEMS:
        problems.append(f"{len(uids)} files, {len(set(uids))} UIDs")
    rows = json.loads(run("events from 2026-12-01 to 2027-01-02 in big select title, location, notes").stdout)
    stored = {row["title"]: (row["location"], row["notes"]) for row in rows}
    if len(rows) != ITEMS:
        problems.append(f"{len(rows)} events in the store")
    for number, (token, notes) in wanted.items():
        content = next((content for uid, content in found.values() if uid == f"e{number}"), "")
        there = (value(content, "LOCATION"), value(content, "DESCRIPTION"))
        if there != (token, notes):
            problems.append(f"e{number} is {there} there and should be {(token, notes)}")
        if stored.get(f"e{number}") != (token, notes):
            problems.append(f"e{number} is {stored.get(f'e{number}')} here and should be {(token, notes)}")
    if run("check", check=False).returncode != 0:
        problems.append("the store is not sound")
    if json.loads(run("sync conflicts").stdout):
        problems.append("there are conflicts")
    if problems:
        sys.exit(f"seed {seed}, turn {turn}: " + "; ".join(problems[:5]))
print(f"{killed} of {rounds} syncs were killed; all edits of both sides are there, once")
