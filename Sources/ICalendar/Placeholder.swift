// ICalendar: nothing here yet.
