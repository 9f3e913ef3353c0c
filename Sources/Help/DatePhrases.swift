/// The phrases of `help dates`, by topic; each is an example of `Grammar/dates`.
package enum DatePhrases {
  /// A topic and its phrases.
  package struct Group: Sendable {
    /// What the phrases have in common.
    package var title: String
    /// What may stand behind `events`.
    package var phrases: [String]
  }

  /// All groups, in the order of the page.
  package static let groups: [Group] = [
    Group(
      title: "days",
      phrases: ["today", "friday", "next friday", "24 dec", "the 15th", "dec 24, 2026", "30.11.2026"]),
    Group(
      title: "distances",
      phrases: [
        "in 3 days", "two weeks ago", "a week from friday", "day after tomorrow", "friday in two weeks",
        "in 3 workdays", "the week after next", "in a fortnight", "in half an hour",
      ]),
    Group(
      title: "parts of a day",
      phrases: ["tonight", "this morning", "tomorrow afternoon", "friday evening", "the morning of 24 dec"]),
    Group(
      title: "positions",
      phrases: [
        "first monday of december", "last friday of the month", "monday next week", "end of month", "eom",
        "last day of february",
      ]),
    Group(title: "days with a name", phrases: ["christmas", "easter monday", "new year's eve"]),
    Group(
      title: "longer",
      phrases: [
        "this week", "the weekend", "W48", "week of 23 nov", "in december", "early december", "Q1 2027",
        "first half of 2027",
        "winter", "in 2027", "rest of november", "year to date",
      ]),
    Group(
      title: "days to days",
      phrases: ["mon-fri", "mon-fri next week", "23-27 nov", "dec 24 - jan 2", "1 dec through 5 dec"]),
    Group(
      title: "clock times",
      phrases: [
        "tomorrow at 5", "5pm tomorrow", "5pm on friday", "8 tonight", "9 in the morning", "half past 3pm",
        "quarter to nine tomorrow", "tomorrow evening at 7",
        "friday 9-17", "8-10 tonight", "tomorrow 3-5pm", "tomorrow from 9 to 5",
        "tomorrow between 9:30 and 11",
      ]),
    Group(title: "lengths", phrases: ["next 7 days", "past week", "within 3 days"]),
  ]
}
