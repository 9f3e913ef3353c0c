/// The steps of `tour`: what Kalends does, each with a statement that is run over a calendar of examples.
package struct TourStep: Sendable {
  /// What the step shows, in a line.
  package var title: String
  /// The explanation, a paragraph of plain text.
  package var text: String
  /// The statement that is run; nil for a step without one.
  package var statement: String?

  /// The steps, in order.
  package static let all: [TourStep] = [
    TourStep(
      title: "A day",
      text: "A range alone is the agenda of it. Any range will do: tomorrow, next week, from fri to "
        + "sun, december.",
      statement: "today"),
    TourStep(
      title: "What is coming",
      text: "`events` and `reminders` ask for items; behind them stand a range, calendars and "
        + "conditions, in any order.",
      statement: "events next 7 days in Work"),
    TourStep(
      title: "Conditions",
      text: "`where` compares fields, and words in quotes are searched. Fields are title, start, "
        + "duration, location, calendar, people and many more: help fields.",
      statement: "events next 7 days where duration >= 1h"),
    TourStep(
      title: "Adding as one speaks",
      text: "`add` takes a line of plain text. It shows what it understood, saves what it is sure "
        + "of and asks about the rest.",
      statement: "add lunch with Bob tomorrow at noon"),
    TourStep(
      title: "Changing your mind",
      text: "Everything can be taken back, also what another program did: undo, redo, history.",
      statement: "undo"),
    TourStep(
      title: "Things to do",
      text: "Reminders have due dates, priorities and subtasks. `complete` finishes one; a repeating "
        + "one goes on.",
      statement: "reminders"),
    TourStep(
      title: "What repeats",
      text: "A rule is said as one says it: every weekday, every 2 weeks on monday, every month on "
        + "the last friday. An edit asks whether it is about one, the future or all.",
      statement: "add event \"Yoga\" tomorrow 18:30 for 1h repeat every week until dec 2027"),
    TourStep(
      title: "Free time",
      text: "`free` finds gaps, `busy` and `conflicts` show what takes them.",
      statement: "free 1h tomorrow between 9:00 and 17:00"),
    TourStep(
      title: "For programs",
      text: "In a pipe the answer is JSON; --format gives csv, ics or a line of your own. Saved views"
        + " take parameters: help save.",
      statement: "count events next 7 days group by calendar"),
    TourStep(
      title: "Your own calendars",
      text: "import \"FILE\" takes in a calendar file, add account NAME path \"FOLDER\" stays in sync"
        + " with folders of khal or vdirsyncer, add calendar \"Holidays\" from \"https://…\" reads "
        + "a published one. `help` has the rest, and Tab completes anything.",
      statement: nil),
  ]

  /// The statements that make the calendar of examples.
  package static let examples: [String] = [
    "add calendar \"Work\"", "add calendar \"Home\"",
    "default calendar Work",
    "add event \"Standup\" today 9:00 for 15m in Work repeat every weekday",
    "add event \"Planning\" tomorrow 10:00 for 2h in Work location \"Room 1\"",
    "add event \"Dentist\" today 16:00 for 45m in Home",
    "add event \"Concert\" saturday 20:00 for 2h in Home",
    "add event \"Review\" tomorrow 14:00 for 1h in Work",
    "add reminder \"Buy milk\" due today in Home",
    "add reminder \"Send the invoice\" due tomorrow 17:00 priority high in Work",
  ]
}
