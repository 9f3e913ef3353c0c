/// For each error that a statement can mend, one that does.
enum ErrorExamples {
  package static func example(of code: String) -> String? { table[code]?.first }

  package static let table = HelpTable.blocks(text)

  private static let text = #"""
    expected-statement
      events today
    expected-clause
      events today in Work
    expected-other
      add event "Lunch" friday 12:30
    expected-operator
      events this week where title contains standup
    expected-date
      events from tomorrow to friday
    expected-name
      events today in "Family Trips"
    unknown-field
      describe events
    unknown-operator
      events this week where title = Standup
    wrong-operator
      events anytime where created after 2026-11-01
    unknown-value
      reminders where priority = high
    wrong-flag
      reminders overdue
    wrong-part
      add event "Lunch" on 2026-11-24 12:30
    reserved-word
      events today in "where"
    unquoted-name
      events today in "Family Trips"
    unquoted-text
      events this week where title contains "budget review"
    unquoted-title
      add event "Lunch" tomorrow 12:30
    unquoted-path
      import "trip.ics"
    no-such-date
      events 2026-02-28
    bad-date
      events 2026-11-24
    ambiguous-date
      events 2026-11-27
    weekday-mismatch
      events tuesday 2026-11-24
    bad-clock
      events tomorrow 17:00
    ambiguous-zone
      events tomorrow 10:00 America/New_York
    bad-offset
      events tomorrow 10:00 +01:00
    ambiguous-dash
      add event "Party" friday 22:00..01:00
    unknown-unit
      events from now to +3mo
    missing-unit
      events this week where duration > 90m
    bad-duration
      events next 90m
    clock-not-duration
      add event "Lunch" friday 12:30 for 1h30m
    ambiguous-repeat
      add event "Club" tuesday 18:00 repeat every month on the 2nd tuesday
    bad-repeat
      add event "Club" tuesday 18:00 repeat every 2 weeks on tuesday
    duplicate-clause
      events today where allday and title contains review
    misplaced-connective
      events today in Work where allday and free
    no-pipes
      events today where title contains review
    not-a-reference
      delete #3 span this
    bad-span
      delete #3 span future
    bad-coordinates
      add event "Visit" friday 10:00 location "Office" at 52.52, 13.405
    missing-of
      sum duration of events today
    read-only-field
      describe events
    needs-parentheses
      move (events today) by +1h
    unclosed-string
      events this week where title contains "budget review"
    unclosed-regex
      events this week where title matches /^stand/i
    unclosed-parenthesis
      events where (allday or busy) and title contains review
    bad-escape
      events where notes contains 'C:\new'
    bad-character
      events where title contains "§"
    number-too-large
      events today limit 100
    number-out-of-range
      reminders where priority = 9
    option-in-statement
      events today as json
    too-deep
      events where allday and busy
    more-than-one-statement
      events today
    unknown-calendar
      calendars
    ambiguous-calendar
      events today in Home@iCloud
    unknown-source
      sources
    ambiguous-source
      sources
    unknown-zone
      events tomorrow 10:00 Europe/Oslo
    unknown-set
      sets
    empty-set
      save set weekdays as Work
    unbound-parameter
      run standup 14d
    unknown-view
      views
    unknown-parameter
      save view soon($n = 7d) as events next $n
    unused-parameter
      save view soon($n = 7d) as events next $n
    parameter-twice
      run soon n = 14d
    parameter-types
      save view soon($from, $n) as events from $from to $from + $n
    wrong-type
      run soon 14d
    missing-parameter
      run soon n = 14d
    script-cycle
      load "morning.kal"
    script-too-deep
      load "morning.kal"
    watch-format
      watch events today as json
    too-many
      events this year sort by title limit 20
    too-many-values
      run soon 14d
    year-required
      events 24 dec 2026
    reversed-range
      events from 2026-11-01 to 2026-12-01
    nothing-to-move
      move rm:7kq2m9 to friday
    empty-range
      events from 2026-12-01 to 2026-12-02
    range-is-past
      events from last week to yesterday
    range-is-future
      events from tomorrow
    out-of-calendar
      events 9999
    bad-pattern
      events where title matches /^(re)?view$/i
    not-yet
      help
    not-a-number
      events this week group by calendar select calendar, sum(duration)
    ungrouped-column
      events this week group by calendar select calendar, count
    misplaced-aggregate
      events this year group by calendar having count > 10
    rows-in-having
      events this year group by calendar having count > 10
    unknown-column
      events this week group by calendar select calendar, count as n sort by n
    range-not-allowed
      calendars where writable
    bad-value
      edit last set priority = high
    bad-rule
      add event "Club" tuesday 18:00 repeat "FREQ=WEEKLY;BYDAY=TU"
    no-such-row
      events today
    unknown-item
      events today as ids
    not-an-item
      delete calendar Work
    other-kind
      view last
    nothing-last
      view ev:7kq2m9
    missing-time
      add event "Lunch" friday 12:30
    recurring-needs-due
      add reminder "Bread" due saturday 9:00 repeat weekly
    no-start-in-range
      add event "Lunch" friday 12:30 for 1h
    length-needs-clock
      add event "Lunch" friday 12:30 for 1h
    wrong-kind-of-item
      edit (reminders overdue) set due = tomorrow
    no-store
      import "trip.ics"
    store-corrupt
      check
    calendar-exists
      edit calendar Work
    calendar-read-only
      calendars where writable
    unknown-setting
      show options
    bad-setting
      set week.start = monday
    bad-zone
      set zone = Europe/Berlin
    bad-color
      add calendar "Garden" color "green"
    export-format
      export all as jscalendar to "all.json"
    unknown-topic
      help
    batch-open
      commit
    no-batch
      begin
    nothing-to-undo
      history
    unknown-step
      history
    changed-since
      undo dry run
    file-exists
      export all to "all.ics" replace
    client-confined
      export all to -
    nothing-to-redo
      history
    calendar-not-empty
      delete calendar Work yes
    state-too-old
      changes since s0
    bad-state
      changes since s41
    store-unsound
      reindex
    left-over-words
      quick "Review mon 10:00 repeat every 2 weeks"
    unsure-reading
      quick "Dinner fri 19:30"
    confirmation-required
      delete reminders completed yes
    unknown-client
      access
    no-title
      add event "Lunch" friday 12:30
    no-calendar
      add calendar "Work"
    no-default-calendar
      default calendar Work
    no-reminder-list
      add calendar "Errands" for reminders
    no-start
      add event "Lunch" friday 12:30
    dates-inverted
      edit last set start = friday 12:30, end = friday 13:30
    invitation-read-only
      accept last
    span-required
      delete ev:7kq2m9 span this
    needs-occurrence
      delete ev:7kq2m9/20261118T091500 span this
    days-change
      move ev:7kq2m9 to tuesday span all yes
    stale
      edit last set title = "New" if rev 7
    chart-needs-groups
      count events this month group by calendar as chart
    chart-needs-numbers
      events this year group by month select month, sum(duration) as hours as chart
    access-undetermined
      access grant mybar events full
    access-restricted
      access set mybar events ask
    not-permitted
      access grant mybar events full
    """#
}
