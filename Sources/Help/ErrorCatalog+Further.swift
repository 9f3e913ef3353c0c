extension ErrorCatalog {
  /// The second half of the table.
  static let furtherTable = #"""
    calendar-exists
      There is a calendar of this name in the same source.
      > edit calendar Work
    calendar-read-only
      This calendar is a copy of somebody else's, or its account does not let it be changed.
      > calendars where writable
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
      > show options
    bad-template
      A template has fields in braces, with a width or letters of a date behind a colon and a text for a
      missing value behind a bar: {start:%H:%M} {title:30|(no title)}. Which fields there are follows from
      the question. help templates lists them, and the letters.
      > help templates
    bad-setting
      The setting does not take this value; the hint says which it takes.
      > set week.start = monday
    bad-color
      A color is written #RRGGBB, or is a name of CSS such as teal.
      > add calendar "Garden" color "green"
    export-format
      An export writes whole items: ics, jscalendar, invitation or reply. Rows go to a file through the system's shell:
      kal --format csv "events this year" > year.csv.
      > export all as jscalendar to "all.json"
    no-zone-data
      Kalends reads the system's time zone files. Install the package tzdata, or set TZDIR.
    bad-zone
      TZ, or the system, names a time zone that does not exist, or whose file is damaged. Questions are answered in another
      one, with a note; nothing is written by it. set zone = Europe/Berlin names one for the session.
      > set zone = Europe/Berlin
    zone-missing
      Items of the store are in a zone of the system that is not there now, so that their times cannot be worked out. Nothing
      is written of them until it is back.
    import-incomplete
      Some components could not be read; each is named with file and line. The rest is saved.
    unknown-topic
      help lists the statements, describe the fields, show options the settings.
      > help
    batch-open
      begin was said and neither commit nor rollback yet. A batch is one transaction and one step of undo.
      > commit
    no-batch
      commit and rollback end what begin opened.
      > begin
    nothing-to-undo
      All that you did by hand is undone, or nothing was. history lists the steps; undo import and undo NUMBER name others.
      > history
    nothing-to-redo
      redo brings back what you undid, as long as you did nothing new since.
      > history
    item-gone
      The item was deleted, perhaps by another program. undo may bring it back; history shows what was done.
    calendar-not-empty
      Deleting a calendar deletes what is in it, so that yes must be written, or its name typed at the prompt.
      > delete calendar Work yes
    calendar-immutable
      The calendar belongs to an account that decides its name. Items in it can be changed if it is writable.
    source-forbids
      The account does not let calendars be added or deleted, or takes no such items.
    duplicate-uid
      A calendar holds an item of each iCalendar UID once. duplicate makes a copy with a UID of its own.
    state-too-old
      The change log does not reach back that far. changes since s0 starts at the beginning.
      > changes since s0
    bad-state
      A state is s and a number, as changes since gives it, and belongs to one store.
      > changes since s41
    store-unsound
      check found derived data that is not what the items say. reindex makes it anew; items are not touched.
      > reindex
    bad-json
      The file is no JSON, or an object in it is no item: the message says where. Keys are those that queries print.
    bad-answer
      A file of answers has a line `field: value` for each field of the form, such as `title: Dentist` and
      `start: friday 9:30`; type, id and span are words of their own.
    bad-from
      Items as JSON are added, edited and deleted: kal add --from FILE, kal edit --from FILE, kal delete --from FILE.
    no-such-row
      #3 is row 3 of the result last shown at the prompt. Elsewhere items are named by their ids.
      > events today
    unknown-item
      Nothing in this store has the id: it was deleted, or is of another store.
      > events today as ids
    not-an-item
      The statement is about events or reminders; the id is that of a calendar or source.
      > delete calendar Work
    other-kind
      Ids of events begin with ev:, those of reminders with rm:, and the number behind it is of the other kind.
      > view last
    nothing-last
      last is the item last added or changed, by whoever it was.
      > view ev:7kq2m9
    unknown-title
      A title is a target if an open item has it: a reminder to be done, an event that comes, else the latest past one.
      Letter case and accents do not count. At a terminal a part of a title will do, and is asked about.
      > events anytime "dentist"
    ambiguous-title
      Several open items have this title. An id means one of them; a query in parentheses means all.
      > view ev:7kq2m9
    bare-target
      Titles without quotes and rows without # are for people at a prompt. Scripts and programs put titles in quotes.
      > complete "Buy milk"
    bare-hour
      At a terminal an hour alone is read as people mean it, 8 to 23 as written and 1 to 7 in the afternoon, and said.
      Elsewhere it needs its minutes, or am or pm.
      > move last to 10:00
    missing-time
      An event has a start: tomorrow 10:00, on friday for a whole day, from friday 10:00 to friday 12:00.
      > add event "Lunch" friday 12:30
    no-start-in-range
      A range such as before friday does not say when an event starts.
      > add event "Lunch" friday 12:30 for 1h
    length-needs-clock
      An all-day event lasts whole days. Give the day a clock time, or use a length such as 2d.
      > add event "Lunch" friday 12:30 for 1h
    wrong-kind-of-item
      Events and reminders have different fields: describe events, describe reminders.
      > edit (reminders overdue) set due = tomorrow
    left-over-words
      Plain text behind add or quick is saved if it is sure. Words of a time, a repetition, a place or an alarm that were not
      understood would be a part of the title: a person is asked, elsewhere the error names them. Words in quotes are title.
      > add review mon 10:00 every 2 weeks
    unsure-reading
      Plain text that can be read in several ways is saved only where a person takes the reading. Say the hour with am, pm or
      two digits; begin with what says when; or put words of the title in quotes.
      > add dinner fri 19:30
    confirmation-required
      A change whose target is a query may reach many items. yes says it is meant; dry run shows what it would do.
      > delete reminders completed yes
    canceled
      A question was answered with no, or input ended. Nothing was changed.
    unknown-client
      Clients are the programs that used the store under a name of their own, with --as or the line protocol.
      access lists those that asked or were given something.
      > access
    form-needs-terminal
      A form asks for one field after another, so somebody must be there to answer: standard input and standard
      error must be a terminal. Scripts say everything in the statement, or give a file with --from.
    no-calendar
      There is no calendar that takes it: add calendar NAME makes one.
      > add calendar "Work"
    no-default-calendar
      Nothing says where new items go, and what was imported does not tell. default calendar NAME sets it for good, in NAME
      for this one; a terminal asks once. Later ones go where the last was added by hand.
      > default calendar Work
    no-start
      An event has a start.
      > add event "Lunch" friday 12:30
    no-end
      An event has an end or a length.
    dates-inverted
      The end lies before the start, or a reminder is due before it starts. Exchange the two, or leave one out.
      > edit last set start = friday 12:30, end = friday 13:30
    no-title
      A reminder has a title.
      > add event "Lunch" friday 12:30
    calendar-takes-no
      A calendar takes events, reminders or both, as was said when it was made.
    source-takes-no
      The account takes no such items.
    no-reminder-list
      No calendar takes reminders. At a terminal one is offered, and the reminder is then saved.
      > add calendar "Errands" for reminders
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
      Only the organizer can change an event. set own.addresses says which addresses are yours.
      > accept last
    priority-out-of-range
      Priorities are 0 for none, 1 to 4 high, 5 medium, 6 to 9 low.
    recurring-needs-due
      A reminder repeats by its due date.
      > add reminder "Bread" due saturday 9:00 repeat weekly
    places-not-supported
      The account keeps places as text only.
    proximity-not-supported
      The account keeps no alarms that go off on coming or leaving.
    availability-not-supported
      The calendar does not know this availability.
    not-invited
      Answered is what somebody else organizes and one of your addresses, own.addresses, is invited to.
    nothing-to-answer
      open FILE accept answers invitations to one of your addresses, own.addresses, that somebody else organizes. A plain
      calendar, a cancellation, or an invitation for somebody else has nothing to answer.
      > open "invite.ics"
    not-answered
      Sent is an answer: yes, perhaps or no.
      > accept last
    no-mail-address
      Mail goes to an address such as ann@example.org. Some organizers are known by another kind of address.
    no-mail-command
      The program that sends mail is named once, in the settings file: mail.command = "sendmail -t". It reads the whole
      message, addresses included, on its standard input.
      > send last to -
    mail-failed
      The program that mail.command names ended with an error; its own words stand above. The answer stays in the store.
      > send last
    conference-failed
      The command that conference.command names lists rooms for conferences, which a form offers as the place of an event.
      Here it failed, took longer than 10 seconds, or wrote what is no room. Nothing of the form is lost, and any other
      place is taken as it is. Run with the word rooms, it shows what it answers.
      > show conference.command
    rule-needs-series
      How a series repeats is a matter of all its occurrences, or of this and all later ones.
    needs-occurrence
      The id of a series means all of it. One occurrence has the series' id, a slash and its original start.
      > delete ev:7kq2m9/20261118T091500 span this
    span-required
      A series is changed by saying how far: span this, span future (it and all later ones) or span all.
      > delete ev:7kq2m9 span this
    occurrence-gone
      The series has no occurrence of that original start: it was deleted, or the rule was changed.
    rule-does-not-move
      The rule names its own days or times, such as several days of the month, which do not follow a new start.
    days-change
      Moving a series to another day turns the weekdays of its rule, Monday to Friday into Tuesday to Saturday. yes says that
      this is meant; span this moves one occurrence, and set repeat = … gives another rule.
      > move ev:7kq2m9 to tuesday span all yes
    cannot-split
      A series with several rules, or extra dates, can only be cut where all of its rules have an occurrence.
    wrong-kind
      Only reminders are completed and reopened.
    stale
      if rev says which revision of an item the change is meant for, and there is a newer one.
      > edit last set title = "New" if rev 7
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
      > access set mybar events ask
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
      The client asked for access and the owner has not answered yet. access requests shows who waits; access grant and access deny answer.
      > access grant mybar events full
    chart-needs-groups
      A chart has one bar for each group: count the rows, or group them by a column and select counts and sums.
      > count events this month group by calendar as chart
    format-needs-items
      Ids, iCalendar and the like are of events and reminders; free time, sums and single columns have none. json, csv and table take all rows.
    chart-needs-numbers
      The length of a bar is a number: count, or sum, avg, min and max of numbers and lengths of time.
      > events this year group by month select month, sum(duration) as hours as chart
    refused
      The program that uses the library has rules of its own that forbid this; the message says which.
    not-owner
      Only the owner of a store decides who may use it.
    no-write-only
      A client that may only add exists for events, not for reminders.
    unknown-step
      No step has that number. history lists them all.
      > history
    step-settled
      A step is taken back once, and done again only as long as nothing new was done since. history shows what became of each.
    step-of-other
      Each client takes back what it did itself. The owner of the store takes back any step by its number.
    changed-since
      Another step changed the same things later, which reverting this one would overwrite. dry run shows what; yes does it.
      > undo dry run
    client-confined
      A client with a name, of --as or of the protocol, writes no files and starts no programs, whatever it may do in the store.
      > export all to -
    not-permitted
      The client has no access to these items. access shows and changes who may do what.
      > access grant mybar events full
    """#
}
