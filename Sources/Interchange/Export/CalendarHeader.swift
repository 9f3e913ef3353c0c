import ICalendar
import Store

/// The calendar properties that a file had before its components, updated to the present name and color.
struct CalendarHeader {
  private let text: [UInt8]

  init(_ text: [UInt8]) { self.text = text }

  var isEmpty: Bool { text.isEmpty }

  /// Returns the lines as imported; lines of an outdated name or color are replaced.
  func lines(named title: String, color: String?) -> [UInt8] {
    var names: [String] = []
    var replaced: Set<String> = []
    var said: [String: String] = [:]
    let lines = text.split(separator: 10)
    for line in lines {
      let property = Property(line: line)
      let known = (Self.nameProperties + Self.colorProperties).first { name in
        property.map { $0.name.uppercased() == name } ?? false
      }
      names.append(known ?? "")
      if let known, let property {
        said[known] = said[known] ?? String(property.text.drop { $0.isWhitespace })
      }
    }
    let oldTitle = Self.nameProperties.compactMap { said[$0] }.first { !$0.isEmpty }
    if let oldTitle, oldTitle != title { replaced.formUnion(Self.nameProperties) }
    let oldColor = Self.colorProperties.compactMap { said[$0].flatMap { RGBColor($0)?.hex } }.first
    if oldColor != color { replaced.formUnion(Self.colorProperties) }
    if replaced.isEmpty { return text }
    var result: [UInt8] = []
    for (line, name) in zip(lines, names) where !replaced.contains(name) { result += line + [10] }
    var new: [Property?] = []
    if replaced.contains(Self.nameProperties[0]) {
      new += Self.name(title).filter { property in said.keys.contains { $0 == property?.name } }
    }
    if replaced.contains(Self.colorProperties[0]) { new += Self.color(color) }
    for property in new.compactMap({ $0 }) { result += property.line + [10] }
    return result
  }

  /// The names in the order in which an import prefers them.
  private static let nameProperties = ["X-WR-CALNAME", "NAME"]
  private static let colorProperties = ["X-APPLE-CALENDAR-COLOR", "COLOR"]

  static func name(_ title: String) -> [Property?] {
    nameProperties.map { Property(name: $0, text: title) }
  }

  /// The exact color, and the nearest CSS color name for programs that know only RFC 7986.
  static func color(_ color: String?) -> [Property?] {
    guard let color else { return [] }
    let name = RGBColor(color).map { CSSColorName.nearest(to: $0) }
    return [
      Property(name: colorProperties[0], value: color),
      name.flatMap { Property(name: colorProperties[1], value: $0) },
    ]
  }
}
