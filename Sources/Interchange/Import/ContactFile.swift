import Store
import VCard

/// The birthdays in a file of contacts (vCard).
package struct ContactFile {
  fileprivate let birthdays: [Birthday]
  /// The problems of cards that were left out, with their lines from 1.
  package let problems: [(line: Int, message: String)]

  package init(_ bytes: [UInt8]) {
    let (birthdays, problems) = CardReader.birthdays(in: bytes)
    (self.birthdays, self.problems) = (birthdays, problems.map { ($0.line, $0.message) })
  }

  /// The number of birthdays.
  package var count: Int { birthdays.count }
}

extension CalendarStore {
  /// Imports the birthdays of contacts into the birthday calendar.
  package func importBirthdays(
    of contacts: ContactFile, cause: String, now: Instant
  ) throws(StoreError) -> BirthdaySummary {
    // A generated event always has the same stamp; with the current time as stamp, a second import would
    // change every event.
    let events = contacts.birthdays.map { $0.event(stamp: Instant(seconds: 0)) }
    return try importBirthdays(events, cause: cause, now: now)
  }
}
