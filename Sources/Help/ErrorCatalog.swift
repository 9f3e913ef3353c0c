/// The explanation of each error code, for `help CODE`, with a statement that solves the problem if there is
/// one.
enum ErrorCatalog {
  /// The help about a code.
  struct Entry {
    let code: String
    var story: [String] = []
    var example: String?
  }

  /// The codes, in the order of the table.
  static let entries: [Entry] = {
    var result: [Entry] = []
    for line in (table + "\n" + furtherTable + "\n" + syncTable).split(separator: "\n") {
      if line.first != " " {
        result.append(Entry(code: String(line)))
      } else if line.hasPrefix("  > ") {
        result[result.count - 1].example = String(line.dropFirst(4))
      } else {
        result[result.count - 1].story.append(String(line.dropFirst(2)))
      }
    }
    return result
  }()

  /// Returns the help about a code; nil for other words.
  static func entry(_ code: String) -> Entry? { entries.first { $0.code == code } }

  /// A code has its own line, above its indented explanation; the statement follows `>`.
  private static let table = #"""
    expected-statement
      A statement begins with a noun such as events or reminders, or a verb such as import.
      help lists them all.
      > events today
    expected-clause
      After the noun come clauses in any order: a range, in, except, where, group by, sort, limit,
      select, as, flags such as allday, or a quoted text to search for.
      > events today in Work
    expected-other
      The statement cannot go on like this. The message says what could stand at the mark.
      > add event "Lunch" friday 12:30
    expected-operator
      After a field comes an operator: title contains standup, duration > 1h, start before friday,
      location is empty.
      > events this week where title contains standup
    expected-date
      A date is written 2026-11-24, 24 nov, friday, tomorrow 9:30, next week, -3d, 2026-W48, now.
      explain dates shows what one means.
      > events from tomorrow to friday
    expected-name
      Here a name must stand, in quotes when there is a blank in it.
      > events today in "Family Trips"
    unknown-field
      Each noun has fields of its own: describe events lists those of events.
      > describe events
    unknown-operator
      = is one sign, and the others are != < <= > >=. Text also takes contains, starts with,
      ends with, has, like, exactly and matches.
      > events this week where title = Standup
    wrong-operator
      The type of a field decides which operators it takes; describe shows the types.
      A date takes on, before, after, since, between and the signs; a number the signs.
      > events anytime where created after 2026-11-01
    unknown-value
      The field takes a few words only, and this is none of them.
      > reminders where priority = high
    wrong-flag
      A flag belongs to a kind of item: overdue to reminders, allday to events.
      > reminders overdue
    wrong-part
      A date has the parts date, time, weekday, day, week, month, year and hour: start.weekday.
      Other fields have none.
      > add event "Lunch" on 2026-11-24 12:30
    reserved-word
      This word begins a clause. Put it in quotes where it is a name: in "where".
      > events today in "where"
    unquoted-name
      A name with a blank needs quotes: in "Family Trips".
      > events today in "Family Trips"
    unquoted-text
      A text with a blank needs quotes: title contains "budget review".
      > events this week where title contains "budget review"
    unquoted-title
      The title of a new item stands in quotes: add event "Lunch" tomorrow 12:30.
      > add event "Lunch" tomorrow 12:30
    unquoted-path
      A path with blanks, quotes, commas or lone parentheses in it stands in quotes:
      import "my trip.ics". Others need none.
      > import "trip.ics"
    no-such-date
      A month has 28 to 31 days and a year 52 or 53 ISO weeks.
      > events 2026-02-28
    bad-date
      Dates are written with the year first: 2026-11-24, or with the month's name: 24 nov 2026. With
      slashes and points they are read where only one order of day and month is possible.
      > events 2026-11-24
    ambiguous-date
      People read this in different ways: 12/11/2026 by country, next friday by taste, at 5 by the
      time of day. Write it out, or set date.order = dmy. Scripts refuse what the prompt takes with
      a note.
      > events 2026-11-27
    weekday-mismatch
      The date is not that day of the week. One of the two is wrong.
      > events tuesday 2026-11-24
    clock-mismatch
      The clock time is not in the part of the day beside it, or stands beside a distance in hours,
      which is a moment already. Write one of the two.
      > events tomorrow morning at 9
    bad-clock
      A time of day is 0:00 to 24:00, or 1 to 12 with am or pm, or noon, midnight, half past 3.
      > events tomorrow 17:00
    ambiguous-zone
      Abbreviations such as EST stand for several zones. Use a name such as America/New_York, or
      an offset such as -05:00.
      > events tomorrow 10:00 America/New_York
    bad-offset
      An offset from UTC is written +01:00 and is at most 18 hours.
      > events tomorrow 10:00 +01:00
    ambiguous-dash
      The dash of `09:00-10:00` leads to an end, that of `22:00-01:00` to the next morning. Where the end is neither later
      nor a night's, the dash could also be the one of an offset: 12:00 UTC-05:00 is that.
      > add event "Party" friday 22:00..01:00
    unknown-unit
      The units are y, mo, w, d, h, m and s: 1h30m, 2w, 3mo.
      > events from now to +3mo
    missing-unit
      A length needs its unit: 90m or 90h.
      > events this week where duration > 90m
    bad-duration
      A length is numbers with units, the larger first: 1h30m, 2 weeks, or ISO 8601: PT1H30M.
      > events next 90m
    clock-not-duration
      1:30 is a time of day. A length is written 1h30m.
      > add event "Lunch" friday 12:30 for 1h30m
    ambiguous-repeat
      every 2nd tuesday is every other week to some and once a month to others. Say
      every 2 weeks on tuesday, or every month on the 2nd tuesday.
      > add event "Club" tuesday 18:00 repeat every month on the 2nd tuesday
    bad-repeat
      A repetition is daily, weekly, every weekday, every 2 weeks on tuesday, every month on the
      last friday, every year on the 24th of december, or an RRULE in quotes; then until DATE,
      10 times or except DATES. Its days must exist.
      > add event "Club" tuesday 18:00 repeat every 2 weeks on tuesday
    duplicate-clause
      Each clause stands once. Conditions are joined inside one where: where a and b.
      > events today where allday and title contains review
    misplaced-connective
      and joins conditions inside where. Clauses follow one another without it.
      > events today in Work where allday and free
    no-pipes
      There are no pipes inside a statement: use clauses, or pipe the JSON outside.
      > events today where title contains review
    not-a-reference
      An item is named by its id, as ev:7kq2m9, or by the number of its row, as #3.
      > delete #3 span this
    bad-span
      A change of a repeating item is for this, for future (this and all later) or for all.
      > delete #3 span future
    bad-coordinates
      A place is latitude, longitude in degrees: at 52.52, 13.405.
      > add event "Visit" friday 10:00 location "Office" at 52.52, 13.405
    missing-of
      sum, avg, min and max name a field of a query: sum duration of events today.
      > sum duration of events today
    read-only-field
      This field cannot be changed; describe tells what it is.
      > describe events
    needs-parentheses
      Here a query could swallow the words that follow. Put it in parentheses:
      move (events today) by +1h.
      > move (events today) by +1h
    unclosed-string
      A quote that opens must close: "…", '…' or “…”.
      > events this week where title contains "budget review"
    unclosed-regex
      A pattern stands between slashes: matches /^stand/i. A slash inside is written \/.
      > events this week where title matches /^stand/i
    unclosed-parenthesis
      A parenthesis that opens must close.
      > events where (allday or busy) and title contains review
    bad-escape
      In double quotes a backslash goes before ", \, n, t or u{…}. Single quotes take text as it is.
      > events where notes contains 'C:\new'
    bad-character
      This character has no meaning outside quotes.
      > events where title contains "§"
    number-too-large
      The number does not fit; the largest is 9223372036854775807.
      > events today limit 100
    number-out-of-range
      Here only some numbers make sense; the message names them.
      > reminders where priority = 9
    option-in-statement
      Options such as --json stand on the command line, before or after the statement.
      > events today as json
    too-deep
      Conditions can be nested in 100 parentheses.
      > events where allday and busy
    more-than-one-statement
      Here one statement is wanted. A script takes several.
      > events today
    unknown-calendar
      Calendars are named as calendars shows them. Upper and lower case do not matter, accents do.
      add calendar "NAME" makes one.
      > calendars
    ambiguous-calendar
      Calendars of different sources have this name: say Home@iCloud or Home@Local.
      > events today in Home@iCloud
    unknown-source
      sources lists the accounts that calendars belong to.
      > sources
    ambiguous-source
      Sources have this name more than once: use the id that sources shows.
      > sources
    unknown-zone
      Zones are named as the IANA database does, such as Europe/Oslo.
      > events tomorrow 10:00 Europe/Oslo
    unknown-set
      sets lists the sets of calendars; save set NAME as CALENDARS makes one.
      set calendars = all looks in all calendars again.
      > sets
    empty-set
      Every calendar of this set was deleted. Save the set again with others, or drop it.
      > save set weekdays as Work
    unbound-parameter
      $name stands for a value that run or a program gives.
      > run standup 14d
    unknown-view
      views lists the saved views. save view NAME as QUERY makes one.
      > views
    unknown-parameter
      A view declares its parameters behind its name: save view soon($n = 7d) as events next $n.
      run names them without the dollar sign: run soon n = 14d.
      > save view soon($n = 7d) as events next $n
    unused-parameter
      Each parameter that a view declares stands somewhere in its query.
      > save view soon($n = 7d) as events next $n
    parameter-twice
      A parameter is declared once, and gets one value: in its place, or by its name.
      > run soon n = 14d
    parameter-types
      What a parameter is follows from where it stands: a date, a length, a text, a number, a calendar.
      It can stand in several places of one kind.
      > save view soon($from, $n) as events from $from to $from + $n
    wrong-type
      The value is not what its place in the query wants. describe view NAME tells what each parameter is.
      Values of several words stand in quotes: run soon "end of month".
      > run soon 14d
    missing-parameter
      A parameter without a default needs a value. At a terminal run asks for it.
      > run soon n = 14d
    script-cycle
      A script loads others with load "FILE", relative to its own folder, but none that is running already.
      > load "morning.kal"
    script-too-deep
      Sixteen scripts may run inside one another.
      > load "morning.kal"
    statement-too-long
      A statement in a script or a pipe has 1 MiB at most, those of one line together.
    watch-format
      watch writes lines of JSON for programs, and whole answers for people. Lines of CSV or ids cannot say that one is gone.
      > watch events today as json
    too-many
      What must hold all of its rows at once holds 2,000,000 at most: other orders than by start without a limit, groups. Of rows
      that are shown whole, as those of a day or a page, it holds 100,000.
      Ask for a shorter range, give a limit, or count them.
      > events this year sort by title limit 20
    too-many-values
      Values fill the parameters in their order; a value of several words stands in quotes.
      > run soon 14d
    year-required
      In a script a date needs its year, since the script may run in another one.
      > events 24 dec 2026
    reversed-range
      A range ends after it starts, and so does an event. Swap the two dates, or give the year. An end that is a clock time
      alone is that of the next morning where it is before 12:00 and at most 14 hours away.
      > events from 2026-11-01 to 2026-12-01
    nothing-to-move
      Only what has a date can be moved by a length. A query leaves out what has none, and says so.
      > move rm:7kq2m9 to friday
    empty-range
      No moment lies in this range.
      > events from 2026-12-01 to 2026-12-02
    range-is-past
      before X without a beginning begins now, so X must be still to come. Say from … to ….
      > events from last week to yesterday
    range-is-future
      since X ends now, so X must be past. from X goes on from there.
      > events from tomorrow
    out-of-calendar
      Dates lie in the years 1 to 9999.
      > events 9999
    bad-pattern
      Patterns are those of most programs, without back-references and look-around, so that each
      runs in time that grows with the text alone.
      > events where title matches /^(re)?view$/i
    not-yet
      The statement is understood, but the part of Kalends that runs it is still to come.
      > help
    not-a-number
      sum and avg work on numbers and lengths; min and max on anything that has an order.
      > events this week group by calendar select calendar, sum(duration)
    ungrouped-column
      With group by, a column is one of the keys or counts over the group.
      > events this week group by calendar select calendar, count
    rows-in-having
      `where` tests rows before they are grouped, `having` tests groups: their keys, count and sums.
      > events this year group by calendar having count > 10
    misplaced-aggregate
      count, sum and the like count over rows; where looks at one row at a time.
      > events this year group by calendar having count > 10
    unknown-column
      sort names a field or a column of select.
      > events this week group by calendar select calendar, count as n sort by n
    range-not-allowed
      Calendars and sources have no time, so no range.
      > calendars where writable
    bad-value
      The value does not fit the field; the hint says what does.
      > edit last set priority = high
    bad-rule
      In quotes a repetition is a recurrence rule as iCalendar writes it (RFC 5545): FREQ=… first,
      then parts such as INTERVAL=2, BYDAY=MO,WE or COUNT=10, parted by semicolons.
      > add event "Club" tuesday 18:00 repeat "FREQ=WEEKLY;BYDAY=TU"
    no-store
      There is no store at that path. import makes one; --store, KALENDS_STORE and the settings file name others.
      > import "trip.ics"
    cannot-open
      The store file is there but cannot be opened; the message has the system's reason.
    cannot-create
      The store cannot be made there: the folder is missing or cannot be written to.
    file-exists
      There is a file of that name. replace behind the name of the file puts the new one in its place, once it is whole.
      > export all to "all.ics" replace
    not-a-store
      The file is there but was not made by Kalends. It was not changed.
    store-newer
      A newer Kalends wrote this store; the message has the version it needs. It was not changed.
    store-older
      An older Kalends wrote this store, and it could not be brought up to date, which whatever opens it first does: another
      program has it open, or it cannot be written to. Questions are answered from a copy in memory where it is not too large.
      An older Kalends wrote this store. It is brought up to date by the next statement that writes, such as import.
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
      > check
    out-of-memory
      The system gave no more memory. Nothing was changed.
    too-big
      A text or an item is larger than the store takes, which is a thousand million bytes.
    interrupted
      The statement was stopped. Nothing was changed.
    """#
}
