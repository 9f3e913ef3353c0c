import CivilTime
import ICalendar

/// A problem in an address book, because of which something was left out.
public struct CardProblem: Hashable, Sendable {
  /// The kind of problem.
  public enum Kind: Hashable, Sendable {
    /// A BDAY without a day of a month, or with one that does not exist; its text.
    case unreadableBirthday(String)
    /// A card with a birthday but without a name.
    case noName
    /// A card without END:VCARD; the properties read so far count.
    case missingEnd
    /// Bytes that contain no card.
    case notCards
  }

  /// The line, from 1, of the property or of the start of the card.
  public var line: Int
  /// The kind of problem.
  public var kind: Kind

  /// The problem as a sentence for people.
  public var message: String {
    switch kind {
    case .unreadableBirthday(let text): "the birthday `\(text)` tells no day of the year"
    case .noName: "a card with a birthday has no name"
    case .missingEnd: "END:VCARD is missing"
    case .notCards: "there is no vCard in it"
    }
  }
}

/// Reads the birthdays of vCards 3 and 4 (RFC 2426, RFC 6350).
public struct CardReader {
  private var birthdays: [Birthday] = []
  private var problems: [CardProblem] = []
  private var card: Card?
  private var sawCard = false

  private struct Card {
    var line: Int
    var formattedName: String?
    var name: String?
    var organization: String?
    var uid: String?
    var birthday: (property: Property, line: Int)?
  }

  /// The birthdays in `bytes`, in the order of the cards, and the problems.
  public static func birthdays(in bytes: [UInt8]) -> (birthdays: [Birthday], problems: [CardProblem]) {
    var reader = CardReader()
    CardLines.forEach(in: bytes) { reader.take($0, line: $1) }
    if let open = reader.card { reader.problems.append(CardProblem(line: open.line, kind: .missingEnd)) }
    reader.finish()
    if !reader.sawCard { reader.problems.append(CardProblem(line: 1, kind: .notCards)) }
    return (reader.birthdays, reader.problems)
  }

  private mutating func take(_ text: ArraySlice<UInt8>, line: Int) {
    if let keyword = Self.structure(text) {
      if let open = card, keyword == .begin {
        problems.append(CardProblem(line: open.line, kind: .missingEnd))
      }
      finish()
      if keyword == .begin {
        sawCard = true
        card = Card(line: line)
      }
      return
    }
    guard var card, let property = Property(line: text) else { return }
    // A group may precede the name: `item1.BDAY`.
    switch property.name.split(separator: ".").last.map(String.init) ?? "" {
    case "FN": card.formattedName = card.formattedName ?? Self.nonEmpty(property.text)
    case "N": card.name = card.name ?? Self.name(property)
    case "ORG": card.organization = card.organization ?? Self.parts(property).first { !$0.isEmpty }
    case "UID": card.uid = card.uid ?? Self.nonEmpty(property.text)
    case "BDAY": if card.birthday == nil { card.birthday = (property, line) }
    default: break
    }
    self.card = card
  }

  private enum Structure { case begin, end }

  private static func structure(_ text: ArraySlice<UInt8>) -> Structure? {
    guard text.count < 32 else { return nil }
    switch String(decoding: text, as: UTF8.self).uppercased().filter({ $0 != " " }) {
    case "BEGIN:VCARD": return .begin
    case "END:VCARD": return .end
    default: return nil
    }
  }

  private mutating func finish() {
    defer { card = nil }
    guard let card, let (property, line) = card.birthday else { return }
    // Text such as `circa 1800` is allowed but gives no day (RFC 6350, 6.2.5).
    let text = property.text
    guard var date = BirthdayDate.read(text) else {
      problems.append(CardProblem(line: line, kind: .unreadableBirthday(text)))
      return
    }
    if let omitted = property.parameter("X-APPLE-OMIT-YEAR"), Int(omitted) == date.year { date.year = nil }
    if date.year == Birthday.unknownYear { date.year = nil }
    guard let name = card.formattedName ?? card.name ?? card.organization else {
      problems.append(CardProblem(line: card.line, kind: .noName))
      return
    }
    guard
      let birthday = Birthday(name: name, uid: card.uid, month: date.month, day: date.day, year: date.year)
    else {
      problems.append(CardProblem(line: line, kind: .unreadableBirthday(text)))
      return
    }
    birthdays.append(birthday)
  }

  private static func nonEmpty(_ text: String) -> String? {
    let words = text.split { $0 == " " || $0 == "\n" || $0 == "\t" }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// `Stevenson;John;Philip,Paul;Dr.;Jr.` as people say it: given name, further names, family name.
  private static func name(_ property: Property) -> String? {
    let parts = parts(property)
    func part(_ index: Int) -> String { index < parts.count ? parts[index] : "" }
    return nonEmpty([part(1), part(2), part(0)].joined(separator: " "))
  }

  /// The parts of a structured value, each with its own list joined by blanks.
  private static func parts(_ property: Property) -> [String] {
    var parts: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in property.value {
      if isEscaped {
        parts[parts.count - 1].append(byte == UInt8(ascii: "n") || byte == UInt8(ascii: "N") ? 0x20 : byte)
        isEscaped = false
        continue
      }
      switch byte {
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: ";"): parts.append([])
      case UInt8(ascii: ","): parts[parts.count - 1].append(0x20)
      default: parts[parts.count - 1].append(byte)
      }
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }
}
