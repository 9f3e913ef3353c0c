/// The words of queries and their conditions, for `help`.
///
/// A word has its own line; below it follows its meaning, unless the overview has it, and after `>` an
/// example.
enum QueryWords {
  package static let text = #"""
    explain
      tells how a query is understood and answered; without dates it is run, as plan and sql tell what that cost
      > explain dates events next friday
    dates
      what its dates mean
      > explain dates events next week
    plan
      which way the answer is found
      > explain plan events today in Work
    sql
      what the store is asked
      > explain sql events today
    events
      > events this week in Work where title contains standup
    reminders
      > reminders due this week
    calendars
      > calendars where writable
    sources
      > sources
    series
      > series where title contains standup
    alarms
      > alarms today
    busy
      when time is taken, as blocks without titles
      > busy tomorrow
    conflicts
      events that overlap one another
      > conflicts next week in Work
    free
      gaps of a length between events, of half an hour where none is named; ignoring allday looks past whole days
      > free 45m this week between 09:00 and 17:00
    ignoring
      ignoring allday looks past whole days, which take all time
      > free tomorrow ignoring allday
    agenda
      > agenda next 3 days
    day
      a day, or the events of one
      > day tomorrow
    week
      a week, by its number or a day in it, or the events of one
      > week 48
    month
      a month, or the events of one
      > month november
    year
      a year, or the events of one
      > year 2026
    count
      > count events this month group by calendar
    sum
      what a number or a length adds up to
      > sum duration of events this week in Work
    avg
      the mean of a number or a length
      > avg duration of events this month
    min
      the least, the shortest or the earliest
      > events this month group by calendar select calendar, min(duration)
    max
      the greatest, the longest or the latest
      > events this month group by calendar select calendar, max(duration)
    of
      names the query of an aggregate, or the period of a start or end
      > sum duration of events this week
    hour
      an hour, as a unit or to group by
      > count events this month group by hour
    weekday
      a day of the week to group by, or Monday to Friday in a repetition
      > count events this year group by weekday
    weekend
      Saturday and Sunday, or the days that set weekend names
      > events this weekend
    minute
      a unit of length
      > events next 30 minutes
    quarter
      three months, the first from January to March
      > events this quarter
    weekdays
      Monday to Friday
      > free 1h this week on weekdays
    in
      the calendars looked in; also one of several values, or a length from now: in 3 days is that day
      > events today in Work, "Family Trips"
    all
      all calendars, hidden ones too; reminders with those that are done; the whole series; in add, whole days
      > events today in all
    source
      all calendars of an account
      > events today in source Local
    except
      calendars left out; in a repetition, dates left out
      > events next 7 days except Birthdays
    where
      a condition on fields and flags
      > events this month where title contains review and not allday
    sort
      the order of the rows
      > reminders overdue sort by priority, due
    by
      goes with sort and group; before a date: until its end
      > reminders due by friday
    limit
      the most rows to give
      > events this month limit 10
    offset
      how many rows to leave out first
      > events this month limit 10 offset 20
    group
      one row for all that is equal in a column
      > count events this year group by month
    having
      a condition on groups
      > events this year group by calendar having count > 10
    select
      the columns of the answer
      > events this week select title, start, duration
    as
      the format of the answer, or the name of a column
      > events this week as csv
    asc
      the least first, as without the word
      > events this week sort by duration asc
    desc
      the greatest first
      > events this week sort by duration desc
    and
      both conditions; or binds less tightly
      > events this week where allday and busy
    or
      one of the conditions, or both
      > events this week where title contains review or title contains demo
    not
      the opposite of a flag or a condition
      > events this week not allday
    is
      goes with empty
      > reminders where due is empty
    empty
      nothing there; in edit, takes the value away
      > events this month where location is not empty
    between
      two ends that are both part of it
      > events this month where duration between 30m and 2h
    contains
      the text stands somewhere in the field; case and accents do not matter
      > events this month where title contains standup
    starts
      the field starts with the text
      > events this month where title starts with review
    ends
      the field ends with the text
      > events this month where title ends with demo
    with
      goes with starts and ends
      > events this month where title starts with review
    has
      the text's words stand in the field as whole words
      > events this month where title has standup
    like
      the whole field fits, with * for anything and ? for one character
      > events this month where title like "sprint*"
    exactly
      the field is this very text, case and accents included
      > events this month where title exactly "Standup"
    matches
      a pattern fits somewhere in the field; i behind it ignores case
      > events this month where title matches /^(re)?view/i
    """#
}
