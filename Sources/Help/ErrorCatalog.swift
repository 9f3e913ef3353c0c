/// The long story of each error code, for `help CODE`.
enum ErrorCatalog {
  /// Code and story, in the order of the table.
  static var stories: [(code: String, story: [String])] {
    var result: [(code: String, story: [String])] = []
    for line in (table + "\n" + furtherTable).split(separator: "\n") {
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
      A path with blanks, quotes, commas or lone parentheses in it stands in quotes:
      import "my trip.ics". Others need none.
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
      The dash of `09:00-10:00` leads to an end, that of `22:00-01:00` to the next morning. Where the end is neither later
      nor a night's, the dash could also be the one of an offset: 12:00 UTC-05:00 is that.
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
    statement-too-long
      A statement in a script or a pipe has 1 MiB at most, those of one line together.
    watch-format
      watch writes lines of JSON for programs, and whole answers for people. Lines of CSV or ids cannot say that one is gone.
    too-many
      What must hold all of its rows at once holds 2,000,000 at most: other orders than by start without a limit, groups. Of rows
      that are shown whole, as those of a day or a page, it holds 100,000.
      Ask for a shorter range, give a limit, or count them.
    too-many-values
      Values fill the parameters in their order; a value of several words stands in quotes.
    year-required
      In a script a date needs its year, since the script may run in another one.
    reversed-range
      A range ends after it starts, and so does an event. Swap the two dates, or give the year. An end that is a clock time
      alone is that of the next morning where it is before 12:00 and at most 14 hours away.
    nothing-to-move
      Only what has a date can be moved by a length. A query leaves out what has none, and says so.
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
      There is no store at that path. import makes one; --store, KALENDS_STORE and the settings file name others.
    cannot-open
      The store file is there but cannot be opened; the message has the system's reason.
    cannot-create
      The store cannot be made there: the folder is missing or cannot be written to.
    file-exists
      There is a file of that name. replace behind the name of the file puts the new one in its place, once it is whole.
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
    """
}
