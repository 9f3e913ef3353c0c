#!/usr/bin/env python3
"""A small client of the Kalends line protocol, and a command that uses it.

kalends.py STATEMENT            prints the rows of a statement
kalends.py --watch QUERY        prints rows as they come, change and go, until interrupted
kalends.py --next [QUERY]       prints one line for a status bar, and again at every change
kalends.py --alarms             prints a line for each alarm that rings
"""
import json
import os
import socket
import sys


class Refused(Exception):
    """A final NO or BAD; `info` is its object."""

    def __init__(self, info):
        super().__init__(info.get("message"))
        self.info = info


class Kalends:
    """One connection. `client` is the name by which the owner gives access, `reason` what the owner reads."""

    def __init__(self, path=None, client="sample", reason="shows what is on"):
        folder = os.environ.get("XDG_RUNTIME_DIR")
        usual = f"{folder}/kalends/kal.sock" if folder else f"/tmp/kalends-{os.getuid()}/kal.sock"
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path or os.environ.get("KALENDS_SOCKET") or usual)
        self.lines = self.socket.makefile("r", encoding="utf-8", newline="\n")
        self.count = 0
        self.hello = self.receive()[2]
        self.access = self.ask("hello " + json.dumps({"protocol": 1, "client": client, "reason": reason}))[1]

    def send(self, request):
        """Sends statement text or a request as a dict; answers its tag."""
        self.count += 1
        tag = f"r{self.count}"
        if not isinstance(request, str):
            request = json.dumps(request, ensure_ascii=False)
        self.socket.sendall(f"{tag} {request}\n".encode())
        return tag

    def receive(self):
        """The next line as (tag, kind, object)."""
        line = self.lines.readline()
        if not line:
            raise EOFError("the server went away")
        tag, kind, payload = line.rstrip("\n").split(" ", 2)
        return tag, kind, json.loads(payload)

    def replies(self, tag):
        """The lines of one request as (kind, object), up to the final one; others are passed over."""
        while True:
            found, kind, value = self.receive()
            if found != tag:
                continue
            if kind in ("NO", "BAD"):
                raise Refused(value)
            yield kind, value
            if kind == "OK":
                return

    def ask(self, request):
        """The rows of a request and the object of its final line."""
        rows, final = [], {}
        for kind, value in self.replies(self.send(request)):
            if kind == "*":
                rows.append(value)
            elif kind == "OK":
                final = value
        return rows, final

    def rows(self, statement, **values):
        """All rows of a statement, with values for its parameters, through as many cursors as it takes."""
        rows, final = self.ask({"q": statement, "bind": values})
        while True:
            yield from rows
            if "cursor" not in final:
                return
            rows, final = self.ask({"cursor": final["cursor"]})

    def watch(self, query):
        """Yields the list of rows whenever it is complete and whenever it changed."""
        rows, ready = {}, False
        for kind, value in self.replies(self.send("watch " + query)):
            key = (value.get("id"), value.get("occurrenceId")) if "id" in value else json.dumps(value)
            if value.get("type") in ("reminder", "series"):
                key = (value["id"], None)
            if kind == "RESYNC":
                rows, ready = {}, False
            elif kind == "READY":
                ready = True
            elif kind in ("*", "+", "="):
                rows[key] = value
            elif kind == "-":
                rows.pop(key, None)
            if ready:
                yield list(rows.values())

    def alarms(self):
        """Yields the row of each alarm when it rings; `late` are the seconds since its time."""
        tag = self.send("subscribe alarms")
        while True:
            found, kind, value = self.receive()
            if (found, kind) == ("*", "ALARM"):
                yield value
            elif found == tag and kind in ("NO", "BAD"):
                raise Refused(value)


def main(arguments):
    try:
        if arguments[:1] == ["--watch"]:
            for rows in Kalends().watch(" ".join(arguments[1:])):
                print(json.dumps(rows, ensure_ascii=False), flush=True)
        elif arguments[:1] == ["--next"]:
            query = " ".join(arguments[1:]) or "events from now to end of tomorrow where not allday"
            for rows in Kalends().watch(query):
                rows.sort(key=lambda row: row["start"])
                print(f"{rows[0]['start'][11:16]} {rows[0]['title']}" if rows else "nothing more", flush=True)
        elif arguments == ["--alarms"]:
            for row in Kalends().alarms():
                print(row["time"][11:16], row["title"], flush=True)
        elif arguments:
            for row in Kalends().rows(" ".join(arguments)):
                print(json.dumps(row, ensure_ascii=False))
        else:
            print(__doc__, file=sys.stderr)
            return 2
    except Refused as error:
        print(error.info["message"], "[" + error.info["code"] + "]", file=sys.stderr)
        if error.info.get("hint"):
            print("hint:", error.info["hint"], file=sys.stderr)
        return 1
    except (BrokenPipeError, KeyboardInterrupt):
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
