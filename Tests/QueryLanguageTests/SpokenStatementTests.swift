import QueryLanguage
import Testing

/// Statements as people say them, and how they are written out.
@Suite struct SpokenStatementTests {
  @Test(arguments: [
    ("add event \"x\" tomorrow 10:00 for an hour and a half", "add event \"x\" tomorrow 10:00 for 1h30m"),
    ("add event \"x\" tomorrow 10:00 for half an hour", "add event \"x\" tomorrow 10:00 for 30m"),
    ("add event \"x\" tomorrow 10:00 for 1.5 hours", "add event \"x\" tomorrow 10:00 for 1h30m"),
    ("add event \"x\" tomorrow 10:00 for two and a half hours", "add event \"x\" tomorrow 10:00 for 2h30m"),
    ("add event \"x\" tomorrow 10:00 for 1 hour 30 minutes", "add event \"x\" tomorrow 10:00 for 1h30m"),
    ("add event \"x\" tomorrow 10:00 for 1 hour and 30 minutes", "add event \"x\" tomorrow 10:00 for 1h30m"),
    (
      "add event \"x\" friday 10:00 repeat every other tuesday",
      "add event \"x\" friday 10:00 repeat every 2 weeks on tuesday"
    ),
    (
      "add event \"x\" friday 10:00 repeat every other monday and thursday",
      "add event \"x\" friday 10:00 repeat every 2 weeks on monday, thursday"
    ),
    (
      "add event \"x\" friday 10:00 repeat biweekly on fridays",
      "add event \"x\" friday 10:00 repeat every 2 weeks on friday"
    ),
    ("add event \"x\" friday 10:00 repeat fortnightly", "add event \"x\" friday 10:00 repeat every 2 weeks"),
    (
      "add event \"x\" friday 10:00 repeat mondays and thursdays 10 times",
      "add event \"x\" friday 10:00 repeat every monday, thursday 10 times"
    ),
    ("add event \"x\" friday 10:00 repeat on mondays", "add event \"x\" friday 10:00 repeat every monday"),
    (
      "add event \"x\" tomorrow 9:15 repeat weekdays until christmas",
      "add event \"x\" tomorrow 09:15 repeat every weekday until christmas"
    ),
    (
      "add event \"x\" saturday repeat weekends till the 15th",
      "add event \"x\" saturday repeat every weekend until the 15th"
    ),
    (
      "add event \"x\" friday 10:00 repeat every quarter on the 10th",
      "add event \"x\" friday 10:00 repeat every quarter on the 10th"
    ),
    (
      "add event \"x\" friday 10:00 repeat quarterly on the 10th",
      "add event \"x\" friday 10:00 repeat every quarter on the 10th"
    ),
    ("add event \"x\" friday 10:00 repeat annually", "add event \"x\" friday 10:00 repeat every year"),
    ("add event \"x\" friday 10:00 repeat hourly", "add event \"x\" friday 10:00 repeat every hour"),
    ("add event \"x\" friday 10:00 repeat each monday", "add event \"x\" friday 10:00 repeat every monday"),
    (
      "add event \"x\" friday 10:00 repeat every monday, wednesday and friday",
      "add event \"x\" friday 10:00 repeat every monday, wednesday, friday"
    ),
    (
      "add event \"x\" friday 10:00 repeat every two weeks on monday",
      "add event \"x\" friday 10:00 repeat every 2 weeks on monday"
    ),
    (
      "add event \"x\" friday 10:00 repeat the first tuesday of each month",
      "add event \"x\" friday 10:00 repeat every month on the 1st tuesday"
    ),
    (
      "add event \"x\" friday 10:00 repeat on the last thursday of every month",
      "add event \"x\" friday 10:00 repeat every month on the last thursday"
    ),
    (
      "add event \"x\" 14:00 repeat every thursday starting dec 3",
      "add event \"x\" 14:00 repeat every thursday starting 3 december"
    ),
    ("add event \"x\" tonight", "add event \"x\" this evening"),
    ("add event \"x\" tomorrow 3-5pm in Work", "add event \"x\" from tomorrow 15:00 to 17:00 in Work"),
    ("add event \"x\" mon-fri", "add event \"x\" monday-friday"),
    ("add event \"x\" friday from 9 to 5", "add event \"x\" from friday 09:00 to 17:00"),
    ("add reminder \"x\" due the 1st", "add reminder \"x\" due the 1st"),
    ("add reminder \"x\" by friday 5pm", "add reminder \"x\" to friday 17:00"),
    ("move last to in a week", "move last to in 1w"),
    ("move last to 5pm tomorrow", "move last to tomorrow 17:00"),
    ("free 1h tomorrow morning", "free 1h tomorrow morning"),
    ("free half an hour friday", "free 30m friday"),
    ("free 45m tomorrow between 9 and 17", "free 45m tomorrow between 09:00 and 17:00"),
    ("complete #1 at 5pm yesterday", "complete #1 at yesterday 17:00"),
    ("reminders completed last week", "reminders completed last week"),
    ("events where duration between 1 hour and 90 minutes", "events where duration between 1h and 90m"),
    ("events this month where duration > an hour and a half", "events this month where duration > 1h30m"),
    ("snooze half an hour", "snooze 30m"),
  ]) func areWrittenOut(statement: String, canonical: String) throws {
    let tree = try parseStatement(statement)
    #expect(tree.description == canonical)
    #expect(try parseStatement(canonical) == tree)
  }
}
