/// The words of ranges and dates, for `help`.
///
/// A word has its own line; below it follows its meaning, unless the overview has it, and after `>` an
/// example.
enum DateWords {
  package static let text = #"""
    starting
      what begins in the range
      > events starting today
    ending
      what ends in the range
      > events ending today
    within
      what lies in the range as a whole
      > events within next week
    from
      the beginning of a range; without an end it goes on for range.days
      > events from now to friday 17:00
    to
      the end of a range; a day is included
      > events from today to end of month
    until
      the end of a range or of a repetition; a day is included
      > events until friday
    before
      up to the beginning of a date
      > reminders due before friday
    after
      from the end of a date on
      > events after friday
    since
      from a date up to now; weekdays lean back
      > events since monday
    on
      a date; in a repetition, its days
      > events on friday
    during
      a date, as on
      > events during december
    anytime
      no range: all stored items, a series once
      > events anytime where title contains dentist
    now
      this moment
      > events from now to friday
    today
      this day
      > events today
    tomorrow
      the day after today
      > events tomorrow
    yesterday
      the day before today
      > reminders completed yesterday
    noon
      12:00
      > events tomorrow noon
    midnight
      the beginning of a day
      > events from midnight to noon
    am
      goes with an hour before noon
      > events tomorrow 9am
    pm
      goes with an hour after noon
      > events tomorrow 5pm
    at
      before a time of day, or the place of a location
      > events from tomorrow at 9am to noon
    this
      the unit or weekday of now
      > events this week
    next
      the unit after this one; with a number, so many from today on
      > events next 7 days
    last
      the unit before this one; as a target, the item changed last
      > events last month
    start
      the first day of a period; when an item starts
      > events from start of month to today
    end
      the last day of a period; when an item ends
      > reminders due by end of month
    rest
      from now to the end of a unit
      > events rest of week
    ago
      a length before now; of days and more, that whole day
      > events from 2w ago to today
    """#
}
