/// The words of items and their changes, for `help`.
///
/// A word has its own line; below it follows its meaning, unless the overview has it, and after `>` an
/// example.
enum ItemWords {
  package static let text = #"""
    add
      > add event "Dentist" tomorrow 09:30 for 45m in Work
    event
      what takes place at a time
      > add event "Lunch" friday 12:30 for 1h
    reminder
      what is to be done
      > add reminder "Buy milk" due tomorrow 18:00
    calendar
      what items are in; also a list of reminders
      > add calendar "Garden" color "green"
    form
      asks for one thing after another, beginning with what is written
      > add event "Lunch" tomorrow form
    dry
      dry run shows what a change would do and changes nothing
      > delete events today span this dry run
    run
      > run standup 14d
    quick
      a new item from plain text; add does the same where no event, reminder, calendar or account follows
      > quick lunch with Bob tomorrow at noon
    edit
      > edit last set title = "Standup", start += 15m
    set
      > set zone = Europe/Oslo
    view
      shows an item as a card, to be edited or deleted from there
      > view last
    readonly
      a card that only shows
      > view last readonly
    delete
      > delete events today in Work where title = Standup span this
    complete
      > complete reminders overdue
    done
      another word for complete
      > done last
    reopen
      > reopen last
    move
      > move last to tomorrow 10:00
    into
      the calendar that something goes into
      > move last into Work
    duplicate
      > duplicate last to tomorrow
    for
      how long an event lasts; what a calendar holds
      > add event "Lunch" friday 12:30 for 1h30m
    due
      when a reminder should be done
      > reminders due this week
    priority
      how much a reminder matters: high, medium, low or none
      > add reminder "Pay rent" due friday priority high
    high
      the highest priority
      > reminders where priority = high
    medium
      the middle priority
      > reminders where priority >= medium
    low
      the lowest priority
      > reminders where priority = low
    none
      no priority, no alarm, no status
      > reminders where priority = none
    repeat
      how an item repeats
      > add event "Standup" tomorrow 09:15 for 15m repeat every weekday until dec 2027
    alarm
      when it rings: before it, at a moment, or at a place
      > add event "Flight" friday 07:00 alarm 1d, 2h
    location
      where it takes place, with coordinates where wanted
      > add event "Visit" friday 10:00 location "Office" at 52.52, 13.405
    notes
      free text
      > add event "Lunch" friday 12:30 notes "bring the plan"
    url
      a link
      > add event "Talk" friday 18:00 url "https://example.org"
    zone
      the time zone of an item, or floating
      > add event "Call" friday 18:00 zone Europe/Oslo
    floating
      the same time of day wherever one is
      > add event "Pill" tomorrow 08:00 zone floating
    tag
      words to find it by
      > add event "Run" friday 07:00 tag "sport"
    attach
      links of documents
      > add event "Talk" friday 18:00 attach "https://example.org/plan.pdf"
    under
      the reminder that this one is part of
      > add reminder "Buy paint" under "Renovate"
      > add reminder "Buy brushes" under renovate due friday
    travel
      the time to get there
      > add event "Visit" friday 10:00 travel 30m
    attendee
      who is invited
      > add event "Talk" friday 18:00 attendee "ann@example.org"
    entering
      rings on coming to a place
      > add reminder "Key" alarm entering "Office" at 52.52, 13.405
    leaving
      rings on leaving a place
      > add reminder "Umbrella" alarm leaving "Office" at 52.52, 13.405 radius 200m
    sound
      what an alarm plays
      > add event "Flight" friday 07:00 alarm -2h sound "bell"
    email
      whom an alarm writes to
      > add event "Flight" friday 07:00 alarm -1d email "ann@example.org"
    open
      what an alarm opens; of reminders, those still to be done
      > add event "Talk" friday 18:00 alarm -5m open "https://example.org"
    radius
      how far around a place counts
      > add reminder "Key" alarm entering "Office" at 52.52, 13.405 radius 200m
    span
      which occurrences of a series a change is for
      > delete last span future
    future
      this occurrence and all after it
      > edit last set start = 09:45 span future
    if
      if rev N changes an item only where nobody changed it since
      > edit last set title = "New" if rev 7
    rev
      how often an item was saved
      > edit last set title = "New" if rev 7
    yes
      does it without asking
      > delete reminders completed yes
    daily
      every day
      > add event "Walk" tomorrow 07:00 repeat daily 10 times
    weekly
      every week
      > add event "Class" friday 18:00 repeat weekly on friday
    monthly
      every month
      > add event "Board" friday 10:00 repeat monthly on the last friday
    yearly
      every year
      > add event "Fair" tomorrow all day repeat yearly
    every
      how often, in units or by days
      > add event "Class" friday 18:00 repeat every 2 weeks on friday
    other
      every second one
      > add event "Class" friday 18:00 repeat every other week
    the
      before a place in a row: the 2nd tuesday, the last day
      > add event "Board" friday 10:00 repeat every month on the 2nd tuesday
    times
      how many occurrences there are
      > add event "Class" friday 18:00 repeat weekly 8 times
    once
      one occurrence only
      > add event "Class" friday 18:00 repeat weekly once
    never
      does not repeat
      > edit last set repeat = never
    completion
      the next one counts from when the last was done
      > add reminder "Water plants" due tomorrow repeat every 3 days after completion
    """#
}
