import Store
import VCard

/// The birthdays in a file of contacts (vCard).
package struct ContactFile {
  fileprivate let birthdays: [Birthday]
  /// What was left out, with its line from 1.
  package let problems: [(line: Int, message: String)]

  package init(_ bytes: [UInt8]) {
    let (birthdays, problems) = CardReader.birthdays(in: bytes)
    (self.birthdays, self.problems) = (birthdays, problems.map { ($0.line, $0.message) })
  }

  /// How many birthdays there are.
  package var count: Int { birthdays.count }
}

extension CalendarStore {
  /// Brings the birthdays of contacts into the calendar for them.
  package func importBirthdays(
    of contacts: ContactFile, cause: String, now: Instant
  ) throws(StoreError) -> BirthdaySummary {
    // The stamp says nothing of a generated event; with one of its own a second
    // import would change all of them.
    let events = contacts.birthdays.map { $0.event(stamp: Instant(seconds: 0)) }
    return try importBirthdays(events, cause: cause, now: now)
  }
}
