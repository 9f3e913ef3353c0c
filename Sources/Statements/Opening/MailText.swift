import Changes
import Interchange
import Rendering

/// The words of an answer to an invitation as mail.
struct MailText {
  /// The person's own participation.
  let own: Participant
  let organizer: Participant
  private let item: Item
  private let context: QueryContext

  /// Creates the words for an answered invitation; throws `not-invited` and the errors of `MailError`.
  init(_ item: Item, own addresses: Set<String>, _ context: QueryContext) throws {
    guard let organizer = item.foreignOrganizer(addresses),
      let own = item.attendees.first(where: { $0.isOne(of: addresses) })
    else { throw EditError.notInvited(title: item.title ?? "", isKnown: !addresses.isEmpty) }
    guard Self.answer(own) != nil else {
      throw MailError.notAnswered(title: SafeText.line(item.title ?? "(untitled)"))
    }
    for person in [own, organizer] where !MailField.isAddress(person.email) {
      throw MailError.noAddress(SafeText.line(person.email))
    }
    (self.own, self.organizer, self.item, self.context) = (own, organizer, item, context)
  }

  /// `Accepted: Planning`.
  var subject: String { "\(Self.answer(own) ?? ""): \(item.title ?? "(untitled)")" }

  /// The message for people: who answers what.
  var text: String {
    let sentences = ItemSentences(zone: context.zone)
    let verb =
      switch own.status {
      case "accepted": "accepts"
      case "declined": "declines"
      default: "may come to"
      }
    var lines = ["\(own.shownName) \(verb):", "", sentences.item(item)]
    if let phrase = sentences.phrase(item) { lines.append(phrase) }
    if let place = item.location, !place.isEmpty { lines.append(place) }
    return lines.joined(separator: "\n")
  }

  /// The moment of writing, `Wed, 18 Nov 2026 14:30:00 +0100` (RFC 5322, 3.3).
  var date: String {
    let wall = context.zone.civil(at: context.now)
    let offset = context.zone.offset(at: context.now).seconds / 60
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let date = wall.date
    let day = "\(date.weekday.name.prefix(3)), \(date.day) \(months[date.month - 1]) \(padded(date.year, 4))"
    let clock = [wall.time.hour, wall.time.minute, wall.time.second].map { padded($0) }.joined(separator: ":")
    let sign = offset < 0 ? "-" : "+"
    return "\(day) \(clock) \(sign)\(padded(abs(offset) / 60))\(padded(abs(offset) % 60))"
  }

  /// `Ben <ben@example.org>`.
  static func person(_ person: Participant) -> String { ItemSyntax.person(person) }

  /// The word for an answer in a subject; nil if the person has not answered.
  private static func answer(_ person: Participant) -> String? {
    switch person.status {
    case "accepted": "Accepted"
    case "tentative": "Tentative"
    case "declined": "Declined"
    default: nil
    }
  }
}
