/// The long story of each error code, for `help CODE`.
enum ErrorCatalogue {
  /// Code and story, in the order of the table.
  static var stories: [(code: String, story: [String])] {
    var result: [(code: String, story: [String])] = []
    for line in table.split(separator: "\n") {
      if line.first == " " {
        result[result.count - 1].story.append(String(line.dropFirst(2)))
      } else {
        result.append((String(line), []))
      }
    }
    return result
  }

  /// The lines of a code's story; nil for a word that is none.
  static func story(_ code: String) -> [String]? {
    stories.first { $0.code == code }?.story
  }

  /// A code on a line of its own, its story indented below.
  private static let table = """
    expected-statement
      A statement begins with a noun such as events or reminders, or a verb such as import.
      help lists them all.
    expected-clause
      After the noun come clauses in any order: a range, in, except, where, group by, sort, limit,
      select, as, flags such as allday, or a quoted text to search for.
    expected-other
      The statement cannot go on like this. The message says what could stand at the mark.
    expected-operator
      After a field comes an operator: title contains standup, duration > 1h, start before friday,
      location is empty.
    expected-date
      A date is written 2026-11-24, 24 nov, friday, tomorrow 9:30, next week, -3d, 2026-W48, now.
      explain dates shows what one means.
    expected-name
      Here a name must stand, in quotes when there is a blank in it.
    unknown-field
      Each noun has fields of its own: describe events lists those of events.
    unknown-operator
      = is one sign, and the others are != < <= > >=. Text also takes contains, starts with,
      ends with, has, like, exactly and matches.
    wrong-operator
      The type of a field decides which operators it takes; describe shows the types.
      A date takes on, before, after, since, between and the signs; a number the signs.
    unknown-value
      The field takes a few words only, and this is none of them.
    wrong-flag
      A flag belongs to a kind of item: overdue to reminders, allday to events.
    wrong-part
      A date has the parts date, time, weekday, day, week, month, year and hour: start.weekday.
      Other fields have none.
    reserved-word
      This word begins a clause. Put it in quotes where it is a name: in "where".
    unquoted-name
      A name with a blank needs quotes: in "Family Trips".
    unquoted-text
      A text with a blank needs quotes: title contains "budget review".
    unquoted-title
      The title of a new item stands in quotes: add event "Lunch" tomorrow 12:30.
    unquoted-path
      In a script or at the prompt a path stands in quotes: import "trip.ics". As words of a
      command line it needs none.
    no-such-date
      A month has 28 to 31 days and a year 52 or 53 ISO weeks.
    bad-date
      Dates are written with the year first: 2026-11-24, or with the month's name: 24 nov 2026.
    ambiguous-date
      People read this in different ways: 12/11/2026 by country, next friday by taste. Write the
      date out, or set date.order = dmy. Scripts refuse what the prompt takes with a note.
    weekday-mismatch
      The date is not that day of the week. One of the two is wrong.
    bad-clock
      A time of day is 0:00 to 24:00, or 1 to 12 with am or pm, or noon or midnight.
    ambiguous-zone
      Abbreviations such as EST stand for several zones. Use a name such as America/New_York, or
      an offset such as -05:00.
    bad-offset
      An offset from UTC is written +01:00 and is at most 18 hours.
    ambiguous-dash
      The dash of `09:00-10:00` leads to an end. Where the end is not later, the dash could also be the one of
      an offset: write 22:00..01:00 for a night, 12:00 -05:00 for an offset from UTC.
    unknown-unit
      The units are y, mo, w, d, h, m and s: 1h30m, 2w, 3mo.
    missing-unit
      A length needs its unit: 90m or 90h.
    bad-duration
      A length is numbers with units, the larger first: 1h30m, 2 weeks, or ISO 8601: PT1H30M.
    clock-not-duration
      1:30 is a time of day. A length is written 1h30m.
    ambiguous-repeat
      every 2nd tuesday is every other week to some and once a month to others. Say
      every 2 weeks on tuesday, or every month on the 2nd tuesday.
    bad-repeat
      A repetition is daily, weekly, every weekday, every 2 weeks on tuesday, every month on the
      last friday, every year on the 24th of december, or an RRULE in quotes; then until DATE,
      10 times or except DATES. Its days must exist.
    duplicate-clause
      Each clause stands once. Conditions are joined inside one where: where a and b.
    misplaced-connective
      and joins conditions inside where. Clauses follow one another without it.
    no-pipes
      There are no pipes inside a statement: use clauses, or pipe the JSON outside.
    not-a-reference
      An item is named by its id, as ev:7kq2m9, or by the number of its row, as #3.
    bad-span
      A change of a repeating item is for this, for future (this and all later) or for all.
    bad-coordinates
      A place is latitude, longitude in degrees: at 52.52, 13.405.
    missing-of
      sum, avg, min and max name a field of a query: sum duration of events today.
    read-only-field
      This field cannot be changed; describe tells what it is.
    needs-parentheses
      Here a query could swallow the words that follow. Put it in parentheses:
      move (events today) by +1h.
    unclosed-string
      A quote that opens must close: "…", '…' or “…”.
    unclosed-regex
      A pattern stands between slashes: matches /^stand/i. A slash inside is written \\/.
    unclosed-parenthesis
      A parenthesis that opens must close.
    bad-escape
      In double quotes a backslash goes before ", \\, n, t or u{…}. Single quotes take text as it is.
    bad-character
      This character has no meaning outside quotes.
    number-too-large
      The number does not fit; the largest is 9223372036854775807.
    number-out-of-range
      Here only some numbers make sense; the message names them.
    option-in-statement
      Options such as --json stand on the command line, before or after the statement.
    too-deep
      Conditions can be nested in 100 parentheses.
    more-than-one-statement
      Here one statement is wanted. A script takes several.
    unknown-calendar
      Calendars are named as calendars shows them. Upper and lower case do not matter, accents do.
      add calendar "NAME" makes one.
    ambiguous-calendar
      Calendars of different sources have this name: say Home@iCloud or Home@Local.
    unknown-source
      sources lists the accounts that calendars belong to.
    ambiguous-source
      Sources have this name more than once: use the id that sources shows.
    unknown-zone
      Zones are named as the IANA database does, such as Europe/Oslo.
    unknown-set
      sets lists the sets of calendars; save set NAME as CALENDARS makes one.
      set calendars = all looks in all calendars again.
    empty-set
      Every calendar of this set was deleted. Save the set again with others, or drop it.
    unbound-parameter
      $name stands for a value that run or a program gives.
    unknown-view
      views lists the saved views. save view NAME as QUERY makes one.
    unknown-parameter
      A view declares its parameters behind its name: save view soon($n = 7d) as events next $n.
      run names them without the dollar sign: run soon n = 14d.
    unused-parameter
      Each parameter that a view declares stands somewhere in its query.
    parameter-twice
      A parameter is declared once, and gets one value: in its place, or by its name.
    parameter-types
      What a parameter is follows from where it stands: a date, a length, a text, a number, a calendar.
      It can stand in several places of one kind.
    wrong-type
      The value is not what its place in the query wants. describe view NAME tells what each parameter is.
      Values of several words stand in quotes: run soon "end of month".
    missing-parameter
      A parameter without a default needs a value. At a terminal run asks for it.
    script-cycle
      A script loads others with load "FILE", relative to its own folder, but none that is running already.
    script-too-deep
      Sixteen scripts may run inside one another.
    watch-format
      watch writes lines of JSON for programs, and whole answers for people. Lines of CSV or ids cannot say that one is gone.
    too-many-values
      Values fill the parameters in their order; a value of several words stands in quotes.
    year-required
      In a script a date needs its year, since the script may run in another one.
    reversed-range
      A range ends after it starts. Swap the two dates, or give the year.
    empty-range
      No moment lies in this range.
    range-is-past
      before X without a beginning begins now, so X must be still to come. Say from … to ….
    range-is-future
      since X ends now, so X must be past. from X goes on from there.
    out-of-calendar
      Dates lie in the years 1 to 9999.
    bad-pattern
      Patterns are those of most programs, without back-references and look-around, so that each
      runs in time that grows with the text alone.
    not-yet
      The statement is understood, but the part of Kalends that runs it is still to come.
    not-a-number
      sum and avg work on numbers and lengths; min and max on anything that has an order.
    ungrouped-column
      With group by, a column is one of the keys or counts over the group.
    rows-in-having
      `where` tests rows before they are grouped, `having` tests groups: their keys, count and sums.
    misplaced-aggregate
      count, sum and the like count over rows; where looks at one row at a time.
    unknown-column
      sort names a field or a column of select.
    range-not-allowed
      Calendars and sources have no time, so no range.
    bad-value
      The value does not fit the field; the hint says what does.
    bad-rule
      In quotes a repetition is a recurrence rule as iCalendar writes it (RFC 5545): FREQ=… first,
      then parts such as INTERVAL=2, BYDAY=MO,WE or COUNT=10, parted by semicolons.
    no-store
      There is no store at that path. import makes one; --store, KALENDS_STORE and the settings
      file name others.
    cannot-open
      The store file is there but cannot be opened; the message has the system's reason.
    cannot-create
      The store cannot be made there: the folder is missing or cannot be written to.
    not-a-store
      The file is there but was not made by Kalends. It was not changed.
    store-newer
      A newer Kalends wrote this store. It was not changed; use the newer program.
    store-older
      An older Kalends wrote this store. It is brought up to date by the next statement that
      writes, such as import.
    store-locked
      Another program is writing to the store. Nothing was changed; try again.
    store-read-only
      The file or its folder cannot be written to. Reading works.
    disk-full
      There is no space left. The statement was undone as a whole.
    store-io
      The system failed to read or write the file; its reason is in the message.
    store-corrupt
      The database file is damaged. Bring back a copy, or import the calendars into a new store.
    out-of-memory
      The system gave no more memory. Nothing was changed.
    too-big
      A text or an item is larger than the store takes, which is a thousand million bytes.
    interrupted
      The statement was stopped. Nothing was changed.
    calendar-exists
      There is a calendar of this name in the same source.
    calendar-read-only
      This calendar is a copy of somebody else's, or its account does not let it be changed.
    unreadable-file
      The file cannot be opened or read; the message has the system's reason.
    store-internal
      Kalends made a mistake with its own store. Nothing was changed; please report it.
    unknown-option
      kal --help lists the options. They begin with --; words after -- alone are statement text.
    bad-option
      The option needs a value, takes none, or takes others.
    output-failed
      Writing the answer failed, for example because the disk is full.
    bad-config
      The settings file is $XDG_CONFIG_HOME/kalends/config.toml; the message names the line.
    check-failed
      With set check = on each answer is compared with a plain scan. They differ: please report it.
    unwritable-file
      The file cannot be made or written. What was there before is unchanged.
    unknown-setting
      show options lists the settings.
    bad-setting
      The setting does not take this value; the hint says which it takes.
    bad-color
      A colour is written #RRGGBB, or is a name of CSS such as teal.
    export-format
      An export writes whole items: ics, jscalendar, invitation or reply. Rows go to a file through the system's shell:
      kal --format csv "events this year" > year.csv.
    no-zone-data
      Kalends reads the system's time zone files. Install the package tzdata, or set TZDIR.
    import-incomplete
      Some components could not be read; each is named with file and line. The rest is saved.
    unknown-topic
      help lists the statements, describe the fields, show options the settings.
    batch-open
      begin was said and neither commit nor rollback yet. A batch is one transaction and one step of undo.
    no-batch
      commit and rollback end what begin opened.
    nothing-to-undo
      Every step in force is undone, or none was made yet. history lists the steps.
    nothing-to-redo
      redo brings back what undo took back, as long as nothing new was done since.
    item-gone
      The item was deleted, perhaps by another program. undo may bring it back; history shows what was done.
    calendar-not-empty
      Deleting a calendar deletes what is in it, so that yes must be written, or its name typed at the prompt.
    calendar-immutable
      The calendar belongs to an account that decides its name. Items in it can be changed if it is writable.
    source-forbids
      The account does not let calendars be added or deleted, or takes no such items.
    duplicate-uid
      A calendar holds an item of each iCalendar UID once. duplicate makes a copy with a UID of its own.
    state-too-old
      The change log does not reach back that far. changes since s0 starts at the beginning.
    bad-state
      A state is s and a number, as changes since gives it, and belongs to one store.
    store-unsound
      check found derived data that is not what the items say. reindex makes it anew; items are not touched.
    bad-json
      The file is no JSON, or an object in it is no item: the message says where. Keys are those that queries print.
    bad-answer
      A file of answers has a line `field: value` for each field of the form, such as `title: Dentist` and
      `start: friday 9:30`; type, id and span are words of their own.
    bad-from
      Items as JSON are added, edited and deleted: kal add --from FILE, kal edit --from FILE, kal delete --from FILE.
    no-such-row
      #3 is row 3 of the result last shown at the prompt. Elsewhere items are named by their ids.
    unknown-item
      Nothing in this store has the id: it was deleted, or is of another store.
    not-an-item
      The statement is about events or reminders; the id is that of a calendar or source.
    other-kind
      Ids of events begin with ev:, those of reminders with rm:, and the number behind it is of the other kind.
    nothing-last
      last is the item last added or changed, by whoever it was.
    missing-time
      An event has a start: tomorrow 10:00, on friday for a whole day, from friday 10:00 to friday 12:00.
    no-start-in-range
      A range such as before friday does not say when an event starts.
    length-needs-clock
      An all-day event lasts whole days. Give the day a clock time, or use a length such as 2d.
    wrong-kind-of-item
      Events and reminders have different fields: describe events, describe reminders.
    confirmation-required
      A change whose target is a query may reach many items. yes says it is meant; dry run shows what it would do.
    canceled
      A question was answered with no, or input ended. Nothing was changed.
    unknown-client
      Clients are the programs that used the store under a name of their own, with --as or the line protocol.
      access lists those that asked or were given something.
    form-needs-terminal
      A form asks for one field after another, so somebody must be there to answer: standard input and standard
      error must be a terminal. Scripts say everything in the statement, or give a file with --from.
    no-calendar
      Nothing says which calendar a new item goes to: in NAME, or default calendar NAME.
    no-start
      An event has a start.
    no-end
      An event has an end or a length.
    dates-inverted
      The end lies before the start. add and edit exchange the two and say so; programs are told.
    no-title
      A reminder has a title.
    calendar-takes-no
      A calendar takes events, reminders or both, as was said when it was made.
    source-takes-no
      The account takes no such items.
    no-reminder-list
      No calendar takes reminders. At a terminal one is offered, and the reminder is then saved.
    longer-than-interval
      One occurrence would last into the next.
    alarm-beyond-interval
      An alarm of one occurrence would go off before or after the next.
    start-out-of-calendar
      Kalends knows the years 1 to 9999.
    collides
      The account keeps no two occurrences of a series on one day.
    invitation-stays
      An invitation of somebody else belongs to the calendar that it came to.
    invitation-read-only
      Only the organiser can change an event. set own.addresses says which addresses are yours.
    priority-out-of-range
      Priorities are 0 for none, 1 to 4 high, 5 medium, 6 to 9 low.
    recurring-needs-due
      A reminder repeats by its due date.
    places-not-supported
      The account keeps places as text only.
    proximity-not-supported
      The account keeps no alarms that go off on coming or leaving.
    availability-not-supported
      The calendar does not know this availability.
    not-invited
      Answered is what somebody else organises and one of your addresses, own.addresses, is invited to.
    rule-needs-series
      How a series repeats is a matter of all its occurrences, or of this and all later ones.
    needs-occurrence
      The id of a series means all of it. One occurrence has the series' id, a slash and its original start.
    span-required
      A series is changed by saying how far: span this, span future (it and all later ones) or span all.
    occurrence-gone
      The series has no occurrence of that original start: it was deleted, or the rule was changed.
    rule-does-not-move
      The rule names its own days or times, such as several days of the month, which do not follow a new start.
    cannot-split
      A series with several rules, or extra dates, can only be cut where all of its rules have an occurrence.
    wrong-kind
      Only reminders are completed and reopened.
    stale
      if rev says which revision of an item the change is meant for, and there is a newer one.
    series-moves-whole
      All occurrences of a series are in one calendar.
    already-completed
      The reminder is done. reopen makes it open again.
    not-completed
      The reminder, or this occurrence of it, is open.
    no-such-alarm
      Alarms are numbered from 1.
    not-recurring
      The item has no rule.
    parent-is-self
      A reminder cannot be a part of itself.
    other-store
      Items and predicates are used with the store that they came from.
    invalidated
      A reset makes a store forget everything that it handed out.
    calendar-stays-in-source
      The account of a calendar is chosen when it is made.
    reminder-places-not-supported
      The account keeps no places with reminders.
    access-restricted
      Somebody who administers this store forbids it; the client cannot ask.
    reason-missing
      Who asks for access says what for, so that the owner can decide.
    bad-tag
      Over the line protocol a request is a tag, a blank, and a statement or an object: a1 events today.
    empty-request
      Behind the tag stands a statement, an object or a word of the protocol.
    bad-request
      A request in JSON has q, batch or cursor, and members of certain types beside it: Grammar/protocol.md lists them.
    tag-in-use
      A tag names one request until its final line.
    too-many-tags
      A client waits for some of its answers before it asks more.
    too-many-watches
      Each watched query costs work at every change, so that a connection has only a few.
    too-many-rows
      What is watched is remembered; a query of that many rows is asked for in pieces instead.
    row-too-long
      No reply line is longer than the limit that the greeting tells.
    line-too-long
      A line was passed over; what is longer than the limit is imported as a file.
    not-utf8
      A line was passed over, as its bytes are no text.
    unfinished-line
      What ends without a line end may be half of what was meant.
    hello-required
      Over a socket a client first says who it is, for its owner to decide what it may do.
    hello-twice
      A connection is one client's from its first hello on.
    protocol-version
      The client speaks another version of the line protocol than this server.
    not-over-protocol
      Some statements are for people: settings of a session, forms, files that stand behind a dash.
    no-such-tag
      Only open requests can be canceled.
    cursor-gone
      A cursor is good once, for a short time, on its own connection.
    timeout
      A statement takes as long as its request allows, 30 seconds unless that says otherwise.
    slow
      Replies wait for their client to read them, but not without end and not at the cost of others.
    shutdown
      The server was asked to end. What was not answered was not done.
    rolled-back
      A later statement of the same atomic batch failed, so that this one was taken back.
    not-run
      An earlier statement of the same atomic batch failed, or the batch was ended.
    batch-failed
      The replies of the batch's parts say which statement failed and why.
    cannot-listen
      A server needs a socket in a folder that nobody else can write to. The message says what stands in the way.
    nothing-rang
      Only what rang or was due in the last day can be put off with snooze.
    already-serving
      There is one server for a socket. Clients of the one that runs see every store change too.
    no-server
      Nobody listens at the socket, or whoever did went away. kal serve starts a server; its socket and --socket must be the same.
    access-undetermined
      The client asked for access and the owner has not answered yet. access requests shows who waits;
      access grant and access deny answer.
    chart-needs-groups
      A chart has one bar for each group: count the rows, or group them by a column and select counts and sums.
    format-needs-items
      Ids, iCalendar and the like are of events and reminders; free time, sums and single columns have none. json, csv and table take all rows.
    chart-needs-numbers
      The length of a bar is a number: count, or sum, avg, min and max of numbers and lengths of time.
    refused
      The program that uses the library has rules of its own that forbid this; the message says which.
    not-owner
      Only the owner of a store decides who may use it.
    no-write-only
      A client that may only add exists for events, not for reminders.
    not-permitted
      The client has no access to these items. access shows and changes who may do what.
    """
}
