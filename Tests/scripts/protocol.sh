#!/bin/bash
# 64 clients of one server mix questions, changes and watched queries, against a model of what must be there; then a server
# that is killed while clients write. Tests/run gives the release build as KAL; SECONDS_OF_LOAD says how long the load lasts.
set -uo pipefail
cd "$(dirname "$0")/../.."
: "${KAL:?set KAL to the kal program}"
source Tests/scripts/needs
needs python3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_CONFIG_HOME=$folder/config XDG_DATA_HOME=$folder/data XDG_STATE_HOME=$folder/state HOME=$folder
unset KALENDS_STORE TZ NO_COLOR
export KAL FOLDER=$folder LOAD=${SECONDS_OF_LOAD:-15}

cat >"$folder/load.py" <<'P'
import asyncio, json, multiprocessing, os, random, socket, subprocess, sys, time

KAL, FOLDER, LOAD = os.environ["KAL"], os.environ["FOLDER"], float(os.environ["LOAD"])
SOCKET, STORE = FOLDER + "/kal.sock", FOLDER + "/store.sqlite"
BASE = [KAL, "--store", STORE, "--set", "now=2026-11-18T14:30", "--set", "zone=Europe/Berlin"]
DAYS = ["2026-12-%02d" % day for day in range(1, 11)]


class Client:
    async def open(self):
        self.reader, self.writer = await asyncio.open_unix_connection(SOCKET, limit=1 << 22)
        self.count, self.waiting, self.live = 0, {}, None
        await self.reader.readline()
        asyncio.ensure_future(self.listen())
        await self.ask('hello {"protocol":1,"client":"kal"}')
        return self

    async def listen(self):
        while line := await self.reader.readline():
            tag, kind, payload = line.split(b" ", 2)
            value = json.loads(payload)
            if self.live and tag == self.live.tag:
                self.live.take(kind, value)
                continue
            rows, future = self.waiting[tag]
            if kind == b"*":
                rows.append(value)
            elif kind in (b"OK", b"NO", b"BAD"):
                del self.waiting[tag]
                future.set_result((kind, rows, value))

    async def ask(self, request):
        self.count += 1
        tag = b"r%d" % self.count
        future = asyncio.get_event_loop().create_future()
        self.waiting[tag] = ([], future)
        self.writer.write(tag + b" " + request.encode() + b"\n")
        return await future


class Live:
    """What a watching client knows; every line must fit to it."""

    def __init__(self, tag):
        self.tag, self.rows, self.ready, self.wrong, self.lines = tag, {}, False, [], 0

    def take(self, kind, value):
        self.lines += 1
        key = (value.get("id"), value.get("occurrenceId"))
        if kind == b"READY":
            self.ready = True
        elif kind == b"RESYNC":
            self.rows, self.ready = {}, False
        elif kind == b"*" or kind == b"+":
            if key in self.rows:
                self.wrong.append("twice: %s %s" % key)
            self.rows[key] = (value["title"], value["rev"])
        elif kind == b"=":
            if key not in self.rows or self.rows[key] == (value["title"], value["rev"]):
                self.wrong.append("no change: %s %s" % key)
            self.rows[key] = (value["title"], value["rev"])
        elif kind == b"-":
            if self.rows.pop(key, None) is None:
                self.wrong.append("unknown: %s %s" % key)
        else:
            self.wrong.append(repr((kind, value)))


async def reads(client, end, latencies, pick):
    while time.time() < end:
        began = time.perf_counter()
        statement = pick.choice(["events 2026-11-18 limit 1", "count events this week", "events 2026-11-19 where title contains standup"])
        kind, _, value = await client.ask(statement)
        latencies.append(time.perf_counter() - began)
        assert kind == b"OK", value


async def writes(client, end, latencies, pick, name, model):
    number = 0
    while time.time() < end:
        action = pick.random()
        own = list(model)
        began = time.perf_counter()
        if action < 0.5 or not own:
            number += 1
            title = "w %s %d" % (name, number)
            kind, _, value = await client.ask(json.dumps({"q": "add event $t on $d in Home", "bind": {"t": title, "d": pick.choice(DAYS)}}))
            assert kind == b"OK", value
            model[value["ids"][0]] = title
        elif action < 0.8:
            item = pick.choice(own)
            kind, _, value = await client.ask(json.dumps({"q": "edit %s set title = $t" % item, "bind": {"t": model[item] + "'"}}))
            assert kind == b"OK", value
            model[item] += "'"
        else:
            item = pick.choice(own)
            kind, _, value = await client.ask("delete " + item)
            assert kind == b"OK", value
            del model[item]
        latencies.append(time.perf_counter() - began)
        await asyncio.sleep(0.01)


async def part(number, seed):
    pick = random.Random(seed)
    clients = [await Client().open() for _ in range(16)]
    watching = clients[:4]
    for client in watching:
        client.live = Live(b"w")
        client.writer.write(b"w watch events 2026-12-01..2026-12-10\n")
    end = time.time() + LOAD
    read, written, models = [], [], [{} for _ in range(4)]
    await asyncio.gather(
        *[writes(client, end, written, pick, "%d.%d" % (number, index), models[index]) for index, client in enumerate(clients[4:8])],
        *[reads(client, end, read, pick) for client in clients[8:]])
    return clients, watching, models, read, written


def process(number, barrier, queue):
    async def run():
        clients, watching, models, read, written = await part(number, number)
        barrier.wait()
        await asyncio.sleep(3)
        _, rows, _ = await clients[8].ask("events 2026-12-01..2026-12-10")
        truth = {(row["id"], row["occurrenceId"]): (row["title"], row["rev"]) for row in rows}
        wrong = [text for client in watching for text in client.live.wrong]
        for client in watching:
            if client.live.rows != truth:
                wrong.append("a watching client knows %d rows, there are %d" % (len(client.live.rows), len(truth)))
        mine = {key: title for model in models for key, title in model.items()}
        for item, title in mine.items():
            key = (item, None)
            if truth.get(key, ("", 0))[0] != title:
                wrong.append("lost: %s %s, found %s" % (item, title, truth.get(key)))
        own = {key for key, row in truth.items() if row[0].startswith("w %d." % number)}
        wrong += ["came back: %s" % item for item, _ in own if item not in mine]
        queue.put((read, written, sum(client.live.lines for client in watching), wrong))
    asyncio.run(run())


def shown(name, times):
    times.sort()
    p = lambda part: times[min(len(times) - 1, int(len(times) * part))] * 1000
    print("%-8s %7d in %.0f s: p50 %.2f ms, p99 %.2f ms, longest %.0f ms" % (name, len(times), LOAD, p(0.5), p(0.99), times[-1] * 1000))


def serve():
    server = subprocess.Popen(BASE + ["serve", "--socket", SOCKET], stderr=subprocess.PIPE, text=True)
    server.stderr.readline()
    return server


def one_connection():
    s = socket.socket(socket.AF_UNIX)
    s.connect(SOCKET)
    lines = s.makefile("rb")
    lines.readline()
    s.sendall(b'h hello {"protocol":1,"client":"kal"}\n')
    lines.readline()
    question = b"events 2026-11-18 limit 1"

    def asked(count):
        began = time.perf_counter()
        for _ in range(count):
            s.sendall(b"a " + question + b"\n")
            while not lines.readline().startswith(b"a OK"):
                pass
        return count / (time.perf_counter() - began)

    def piped(count):
        began = time.perf_counter()
        sent = done = 0
        while done < count:
            while sent < count and sent - done < 16:
                s.sendall(b"".join(b"a%d " % (sent + n) + question + b"\n" for n in range(8)))
                sent += 8
            if lines.readline().split(b" ", 2)[1] == b"OK":
                done += 1
        return count / (time.perf_counter() - began)

    asked(500)
    print("one connection, one row: %.0f questions a second one by one, %.0f sent ahead" % (asked(5000), piped(8000)))


def as_nobody():
    """What a program of another user gets: an error, or how many bytes were said to it."""
    ours, theirs = os.pipe()
    if os.fork() == 0:
        os.setgid(65534)
        os.setuid(65534)
        try:
            s = socket.socket(socket.AF_UNIX)
            s.connect(SOCKET)
            s.settimeout(5)
            os.write(theirs, b"%d bytes" % len(s.recv(100)))
        except Exception as error:
            os.write(theirs, type(error).__name__.encode())
        os._exit(0)
    os.close(theirs)
    os.wait()
    return os.read(ours, 100).decode()


def other_users():
    """Only root can play another user; whom the socket lets in by mistake is hung up on."""
    if os.getuid() != 0:
        return []
    os.chmod(FOLDER, 0o755)
    found = [as_nobody()]
    os.chmod(SOCKET, 0o666)
    found.append(as_nobody())
    os.chmod(SOCKET, 0o600)
    os.chmod(FOLDER, 0o700)
    return [] if found == ["PermissionError", "0 bytes"] else ["another user is told: %r" % found]


subprocess.run(BASE + ["import", "Samples/calendars"], capture_output=True, check=True)
server = serve()
wrong = other_users()
one_connection()
barrier, queue = multiprocessing.Barrier(4), multiprocessing.Queue()
parts = [multiprocessing.Process(target=process, args=(number, barrier, queue)) for number in range(4)]
for each in parts:
    each.start()
results = [queue.get(timeout=LOAD + 120) for _ in parts]
for each in parts:
    each.join()
wrong += [text for result in results for text in result[3]]
shown("reads", [t for result in results for t in result[0]])
shown("writes", [t for result in results for t in result[1]])
print("watched lines: %d" % sum(result[2] for result in results))
server.terminate()
if server.wait(10) != 0:
    wrong.append("the server's status is %d" % server.returncode)
checked = subprocess.run(BASE + ["check"], capture_output=True, text=True).stdout
if checked != "the store is sound\n":
    wrong.append("check: " + checked)
for text in wrong[:20]:
    print("FAILED:", text)
sys.exit(1 if wrong else 0)
P
python3 "$folder/load.py" || exit 1
echo "64 clients: nothing lost, nothing twice."
