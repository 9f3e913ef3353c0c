/// The reference of the line protocol, for its manual page.
///
/// Made from `Grammar/protocol.md` by a test, which compares it; KALENDS_RECORD=1 makes it anew.
enum ProtocolText {
  /// The file, in Markdown.
  static let markdown = #"""
    # The line protocol

    How programs talk to Kalends: protocol 1. A connection is long-lived and goes both ways; status bars, editors, scripts and
    services ask, change and follow calendars over it. In the source, `Samples/protocol` has conversations that
    tests play against the program, and two small clients.

    ## Connections

    `kal --protocol` speaks on standard input and output, as the person who started it. `kal serve` listens on a Unix socket:
    `--socket PATH`, else `$XDG_RUNTIME_DIR/kalends/kal.sock`, else `kal.sock` in the folder `kalends-UID` of `/tmp`, where UID is
    the number of the user. The socket has mode 0600, its folder must not be writable for others, and a peer of another user is hung up
    on. Sockets that systemd hands over (`LISTEN_FDS`), one or several, are served instead, if they are Unix sockets that listen: the packages
    install the unit `kalends.socket`, and `Samples/systemd` has it. Options such as `--store` and `--set` hold for all requests.

    A client's name is what it says it is; `kal` is the owner's own. Access by name keeps programs from doing by accident what their owner does not want; it
    does not stop a hostile program of the same user, which could open the store itself.

    ## Lines

    Everything is UTF-8. A message is one line that ends in LF; a CR before it and empty lines are ignored. There are no
    continuation lines and no other ways to write a string than JSON's.

        request = TAG SP ( command | statement | object )
        command = "hello" SP object | "cancel" SP TAG | "subscribe" [ SP "alarms" ] | "quit"
        reply   = TAG SP ( "*" | "~" | "+" | "=" | "-" | "READY" | "RESYNC" | "OK" | "NO" | "BAD" ) SP object
        notice  = "*" SP ( "HELLO" | "CHANGE" | "ALARM" | "BYE" | "BAD" ) SP object

    TAG is 1 to 32 of `A-Z a-z 0-9 . _ -`; an object is JSON on one line; a statement is any of `kalends.ebnf`, one only. A tag names its
    request until its final line and may be used again then. What a client does not know (capabilities, keys, notices, codes) it
    ignores; only a change of this section would change the protocol's number.

    | line | meaning |
    |---|---|
    | `TAG * row` | a row of the answer |
    | `TAG ~ note` | a remark for people: `{"code","text"}` of a guess or warning, `{"text"}` of what was done |
    | `TAG OK object` | done; the last line |
    | `TAG NO error` | understood, but not done; the last line |
    | `TAG BAD error` | not understood; the last line |
    | `TAG READY`, `RESYNC`, `+`, `=`, `-` | watched queries, below |
    | `* BAD error` | a line without a tag, or with the tag of an open request (then `tag` names it) |

    Every request gets exactly one final line. Requests run at the same time: lines of different requests may be mixed, those of
    one keep their order. Questions run in parallel; changes run one after another in the order they came, and a question sent
    behind a change need not see it until the change is answered.

    ## Greeting

    The server begins with `* HELLO {"server","protocol","caps","zone","weekStart","auth","limits"}`. Over a socket the client
    answers first of all

        h1 hello {"protocol":1,"client":"mybar/0.3","reason":"shows the next event"}
        h1 OK {"client":"mybar","access":{"events":"full","reminders":"undetermined"},"state":"s40"}

    The name before the slash (letters, digits, `_`, `-`, a letter first, at most 64) is what the owner gives access to. `reason` is what the
    owner reads when the client asks. Any other request before is `hello-required`, a second `hello` is `hello-twice`. Over
    standard streams requests run with the caller's rights unless a hello gives a name, or `--as` does.

    ### Access

    For events and for reminders a client is `undetermined`, `full`, `read-only`, `write-only`, `denied` or `restricted`. The
    first statement that needs more than is decided raises a request that the owner sees at the prompt and with `access requests`, and
    ends with NO `access-undetermined`; an empty reason is NO `reason-missing`. The owner answers with `access grant mybar events full`
    and the like. Access is looked at before every statement and at every change of a watched query, so that an answer holds at once.
    Who may only add adds to the owner's default calendar, whichever it names, is told the name of none and sees nothing, not even what it added: its
    questions end with OK, no rows and `"access":"write-only"`. `denied` is NO `not-permitted`, `restricted` NO `access-restricted`.

    ## Statements

    A statement stands as text, or as `q` of an object with these members; `null` is the same as leaving one out:

    | member | value |
    |---|---|
    | `q` | the statement |
    | `bind` | values of parameters: `{"n":"7d","t":"standup"}` for `$n` and `$t`; of `run`, for those of the view that it does not name itself |
    | `limit` | 1 to 10000: the most rows of the reply |
    | `timeout` | 1 to 600000: milliseconds that it may take |
    | `zone` | an IANA name: in which dates are read and times written |
    | `check` | true: only understand it |
    | `set` | settings for this one, as texts: `{"week.start":"sunday"}`; those about reading and writing, such as `now`, `zone`, `date.order`, `dates.strict`, `null` |
    | `print` | an object: the answer is text, as `kal` prints it; see below |

    A bound value is a string, a whole number, true or false. Where text is wanted it is that text, whatever it holds; where a date, a
    length of time, a name or a word is wanted it is read as such by itself. It never becomes part of the statement's syntax.

    Dates are strict: what people read differently is an error. There are no forms, no row numbers (`#3`) and no questions:
    changes of the answer to a query want `yes`, changes of a series want `span`. `last` is the item that this connection added or
    changed last. `undo` takes back what the client itself did last by hand; `undo u9 yes` a step of its own by its number, `undo import yes` its last import.
    A client with a name writes no files: `export` and `backup` to one are NO `client-confined`. Not in the protocol: `set`, `load`, `view`, `open`, `send`, `begin`, `commit`, `rollback`, forms, `as FORMAT`, and `-` as a file.
    Files of `import`, `export` and `backup` are on the server's machine, relative to its folder. An import answers OK with `"outcome":"imported"`, `calendars`
    (`id`, `title`, `new`, and how many were `added`, `updated`, `unchanged`, `skipped`), `unreadable`, `undo`, and `messages`: of each invitation, answer or other
    message of RFC 5546 its `method`, the `effect` (`added`, `updated`, `answered`, `delegated`, `canceled`, `occurrence-added`, `unchanged`, `reported`,
    `refused`), the `reason` where it was refused, `uid`, `id`, `title`, `from`, `status` and a sentence, `text`.

    Rows are the objects that `kal --json` writes (`json/README.md`); where a statement writes lines of text each is
    `{"type":"text","text"}`. The final object has those of these keys that make sense:

    | key | value |
    |---|---|
    | `rows` | rows of this reply |
    | `cursor` | there are more: the name to ask for them |
    | `range` | the two ends of the time asked about, exclusive, or null |
    | `state` | the store's state: of a question that whose rows these are, of a change the one behind it |
    | `outcome`, `ids`, `count`, `occurrences`, `remaining`, `previous`, `next`, `undo`, `until` | what a change did |
    | `step`, `cause`, `client`, `count`, `ids`, `since`, `kept` | what `undo` and `redo` did, or would do: whose step, its items, later steps that changed the same, meetings of others that stay |
    | `valid` | true: a check found nothing wrong |
    | `access` | `write-only`: nothing is shown |
    | `ms` | milliseconds from the request to here |

    A check of a question resolves it and gives its range; of `add`, `edit`, `move`, `delete` and the like it says what would be done
    (`"outcome":"dry-run"`); of others it reads it. Nothing is changed.

    Statements mean what they mean at the prompt: `reminders` are the open ones, `reminders all` all of them, and a search without a range has one row
    for a series. Notes with the codes `open-reminders` and `next-occurrences` say so. Words without quotes are never guessed at.

    ### Printing

        p1 {"q":"events today","print":{"format":"table","output":{"terminal":true,"columns":80,"colors":"256"}}}

    Rows of such a reply are `{"type":"text","text"}`; their texts behind one another are what `kal` would write to standard output for the same
    statement, line breaks and all, and the texts of notes are lines for standard error. Formats (`as csv`), cards (`view ID`) and `export … to -`
    have a place here; `watch` has not: `kal --connect` follows by it and asks for each answer anew. Every row comes, without a cursor. All members may be left out:

    | member | value |
    |---|---|
    | `format` | a format's name, or a template of a line such as `{start:%H:%M} {title}` (`help templates`); else a table on a terminal, JSON elsewhere |
    | `output`, `errors` | where the client writes: `terminal` true or false, `columns` (80), `colors` `none`, `16`, `256` or `full` |
    | `folder` | which paths of files are relative to |
    | `prompt` | what stands before a statement that an error repeats |
    | `envelope`, `jsonErrors` | true: as `--envelope` and `--json-errors` |

    An error of a statement then also has `print`, its text for standard error, and `exit`, the exit status. One of a template (`bad-template`) has it
    under `template`, and `at` is a place there. `kal --connect` is such a client.

    `if rev N` refuses a change of what was saved since: NO `stale` with the row as it is now under `current`.

    ### Cursors

        a1 {"q":"events this year","limit":500}          …  a1 OK {"rows":500,…,"cursor":"c9","ms":3}
        a2 {"cursor":"c9","limit":500}                   …  a2 OK {"rows":120,…,"ms":2}

    A reply that has its most rows, and more to come, names a cursor. It is good once, on its connection, for 30 seconds; a connection
    keeps four, the oldest goes first. All rows are of the state that the first reply told. A cursor that is gone is NO `cursor-gone`.

    ### Batches

        a3 {"batch":["add event \"A\" 2026-12-01","delete ev:zzzzzz"],"atomic":true,"bind":{},"timeout":5000}

    The statements, 1 to 1000, run in order; each is a text or `{"q","bind"}`, and answers under `a3.1`, `a3.2` … as it would by itself. Only
    what changes something has a place in a batch. The batch ends with OK `{"done","failed"}`, or NO `batch-failed` when one failed; then the
    others are done, unless it is atomic: an atomic batch is kept whole or not at all, and is one step for `undo`. Its parts
    answer when that is decided: `rolled-back` is what was done and taken back, `not-run` what came behind the failure.

    ### Ending requests

    `c1 cancel a7` ends request `a7` with NO `canceled` wherever it is, unless it was done before; `c1` is OK, or NO `no-such-tag`. A change
    is done whole or not at all. A statement beyond its time ends with NO `timeout`. Who waits for another program that writes to the store
    is told so after 1, 10 and 30 seconds: `a7 ~ {"code":"waiting","text":"waiting for kal (process 4711), which has been writing to …"}`.
    A server that is asked to end (SIGTERM, SIGINT) ends what is open with NO `shutdown`, and itself within a second.

    Of one client's questions at most three are worked on at once, so that nobody keeps those of others waiting.

    ## Following

    `w1 watch QUERY` sends the rows that there are, then `w1 READY {"rows","range","state"}`, and then, until it is canceled, what
    changes, whoever changes the store. Counts, `free`, pages and `run` of a view can be watched as well; a view is looked up each time.

    | line | meaning |
    |---|---|
    | `w1 + row` | there is a row more |
    | `w1 = row` | the row of the same identity looks like this now |
    | `w1 - {"id","occurrenceId"}` | the row of this identity is gone |
    | `w1 RESYNC {}` | forget all rows: they follow anew as `*`, up to another READY |

    The identity of an event is `id` and `occurrenceId`, of an alarm those with `number`; of reminders, series, calendars and sources `id`, with `occurrenceId` null in `-`
    lines. Rows without ids (`select`, `group by`, days) are only added and removed, and `-` has the row itself; two that look alike are two
    rows. Rows of `+` come in the query's order, but where among those known is for the client to find by sorting.

    Changes are coalesced: what happens between two looks, or while the client has not read, is told as the difference to what it was told
    last. When very much changed, or the client had fallen behind, RESYNC is sent. With each minute on the clock the query is asked anew
    although nothing changed, as `now` and `today` move on. A watched query has at most 10000 rows (`too-many-rows`), a connection at most 8 of them.

    ## Views and sets

    `run VIEW …` answers as the view's question does; its rows are objects whatever format the view names. `views` answers with
    `{"type":"view","name","parameters":[{"name","type","default"}],"query","statement","note"}`, `sets` with
    `{"type":"set","name","calendars":[{"id","title","source"}]}`. `note` says what a view of an earlier version of the language meant, or why its text
    cannot be read; then `query` is null. The type of a parameter is `date`, `length`, `text`, `number`, `time`,
    `weekday`, `month`, `calendar`, `set`, `source`, `zone`, `priority` or the name of a field with words of its own; a null `default` must be
    given (`missing-parameter`). Saving and dropping them answers `{"outcome":"saved","view","replaced"}`, `{"outcome":"deleted","set"}` and their like.

    ## Subscribing

    `s1 subscribe` answers `s1 READY {"state":"s40"}`; from then on `* CHANGE {"state":"s41","kinds":["event"]}` tells that something changed,
    until `s1` is canceled. Kinds are `event`, `reminder` and `calendar`, as far as the client may read them.

    `changes since s40` gives rows `{"change":"created"|"updated"|"deleted","id","calendar"}` of stored items and calendars, and the new
    `state` in the final line; a state that is none of this store's is BAD `bad-state`.

    ### Alarms

    `s2 subscribe alarms` answers `s2 READY {"state":"s40"}`; from then on every alarm that rings is told, until `s2` is canceled:

        * ALARM {"type":"alarm","id":"ev:7kq2m9","occurrenceId":"ev:7kq2m9/20261118T091500","number":1,"time":"…",…,"title":"Standup",…,"late":0}

    (the row that `alarms` has, with `late`, the seconds since its time: 0 within a minute). What the server's machine slept through is told
    late, up to a day. What anybody puts off (`snooze 10m`, `snooze 1h ID`) is told again at its time, and whoever tells a place
    (`location 52.52, 13.405`) makes the alarms of places ring that are reached or left. Each client is told what it may read at that
    moment; subscribing asks the owner nothing, so ask `alarms due` behind it, which also shows what rang before and is still open. What is
    done, cancelled or deleted meanwhile is not told. A connection has one such subscription, beside `subscribe`.

    Those who subscribe are onlookers: a `kal alarms watch` beside rings as well, and so does `kal serve` itself with the setting
    `alarms.serve = on` (in the settings file, or `--set alarms.serve=on`): notifications, commands and sounds as the settings say, nothing on its
    standard output. Server and watchers share what they claim, so that one of them rings each alarm.

    `snooze` answers OK with `"outcome":"snoozed"`, `ids`, `count` and `until`; `location` gives a row for each alarm that rings there, which
    `kal serve` rings itself only with `alarms.serve`. Both change no calendar and run beside questions; a batch does not take them.

    ## Errors

        a2 BAD {"code":"unknown-field","message":"`titel` is not a field of events","hint":"did you mean `title`?","retry":false,
                "at":{"offset":13,"length":5,"col":14},"expected":["a condition"],"suggest":[{"offset":13,"length":5,"text":"title"}]}

    (on one line). `code` is for programs and never changes its meaning; `help CODE` explains each. `message` and `hint` are for people.
    `retry` says whether the same request may succeed another time. `at` is the place in the statement (the text behind the tag, or `q`)
    in bytes of UTF-8, `col` its column in characters as people count them, from 1. `expected` says what could stand there, `suggest`
    has replacements that would mend it.

    The protocol's own codes, beside those of the language and the store:

    | code | when |
    |---|---|
    | `bad-tag`, `empty-request`, `bad-request` | a line that is no request; JSON that is none has `at` in bytes from its `{` |
    | `line-too-long`, `not-utf8`, `unfinished-line` | a line that was passed over; the connection goes on |
    | `tag-in-use`, `too-many-tags`, `too-many-watches`, `too-many-rows`, `row-too-long` | a limit |
    | `hello-required`, `hello-twice`, `protocol-version`, `not-over-protocol` | what has no place here |
    | `no-such-tag`, `cursor-gone`, `canceled`, `timeout`, `slow`, `shutdown` | an end |
    | `batch-failed`, `rolled-back`, `not-run` | batches |

    ## Limits

    The greeting has them: bytes of a request line (`line` 65536) and of a reply line (`reply` 1048576), open requests (`tags` 32), `watches`
    8, `rows` 10000, `batch` 1000, `cursors` 4 and `cursorSeconds` 30, `timeout` 30000 and `longestTimeout` 600000 in milliseconds, and
    `unread` 4194304: bytes that wait for the client.

    An answer pauses while its client does not read, and goes on when it does; its time runs on. When the server needs room for others the
    answer that rests the longest ends with NO `slow`. A client with more unread bytes than the limit, or that has read nothing for a
    minute, gets `* BYE {"code":"slow"}` in place of what it has not read.

    ## Goodbye

    `* BYE {"code"}` is the last line: `quit` and `end-of-input` when the client ends (what is open is answered before, watched queries are
    canceled), `shutdown` when the server does, `slow` as above. A line without its end at the end of input is not run. When the
    connection breaks, its questions end and its changes are done whole or not at all. Acknowledged changes are on the disk.
    """#
}
