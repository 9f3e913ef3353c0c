/// Zone names that real calendars use although they are not IANA names.
///
/// The known ones are the names of Windows, the names that Outlook and Exchange show (`(UTC+01:00)
/// Amsterdam, Berlin, …`), older IANA names, IANA names after a vendor's prefix
/// (`/mozilla.org/20050126_1/Europe/Berlin`) and fixed offsets (`GMT+0100`).
enum ZoneAliases {
  /// The IANA name for a name of Windows, Outlook or an older database; nil when it is none of these.
  static func identifier(forAlias name: String) -> String? {
    let folded = normalized(name)
    if let found = known(folded) { return found }
    if folded.hasPrefix("tzone://microsoft/") { return known(String(folded.dropFirst(18))) }
    let (_, plain) = offsetPrefix(folded)
    if plain != folded, let found = known(plain) { return found }
    // `W. Europe` and `W. Europe Daylight Time` mean `W. Europe Standard Time`.
    let daylight = " daylight time"
    let stem = plain.hasSuffix(daylight) ? plain.dropLast(daylight.count) : plain[...]
    return windows[stem + " standard time"]
  }

  private static func known(_ folded: String) -> String? {
    windows[folded] ?? display[folded] ?? links[folded]
  }

  /// The zone identifiers that an unusual spelling of a name may stand for, the likeliest first.
  ///
  /// The caller still looks them up: a vendor's prefix is cut off, `US-Eastern` is read as `US/Eastern`.
  static func candidates(_ name: String) -> [String] {
    var result: [String] = []
    let trimmed = trimmed(name)
    if trimmed != name { result.append(trimmed) }
    if trimmed.hasPrefix("/") {
      var rest = trimmed.dropFirst()
      while let slash = rest.firstIndex(of: "/") {
        rest = rest[rest.index(after: slash)...]
        // `America/Argentina/Buenos_Aires` has three parts, so the longest ending comes first.
        if rest.contains("/") { result.append(String(rest)) }
      }
    } else if !trimmed.contains("/"), let hyphen = trimmed.firstIndex(of: "-") {
      result.append(trimmed[..<hyphen] + "/" + trimmed[trimmed.index(after: hyphen)...])
    }
    return result
  }

  /// The places in a list such as `Amsterdam, Berlin, Rome`, spelled as in IANA names but in lower case.
  ///
  /// Only a list, or a name with an offset in front, is read as places: a bare word is too easily something
  /// else.
  static func places(_ name: String) -> (offset: Int?, places: [String]) {
    let (offset, plain) = offsetPrefix(normalized(name))
    if offset == nil, !plain.contains(", ") { return (nil, []) }
    let parts = plain.split(separator: ",").map { trimmed(String($0)) }
    return (offset, parts.map { String($0.map { $0 == " " ? "_" : $0 }) })
  }

  /// The offset of a name such as `GMT+0100`, `UTC-5`, `(UTC+01:00)` or `+05:30`; nil for other names.
  ///
  /// As in ISO 8601 and in calendar files, `+` is east of Greenwich; `zone(forTZ:)` reads POSIX `TZ` values
  /// first.
  static func fixedOffset(_ name: String) -> UTCOffset? {
    let folded = normalized(name)
    let (inFront, rest) = offsetPrefix(folded)
    if let inFront, rest.isEmpty { return UTCOffset(seconds: inFront) }
    var digits = Substring(folded)
    for prefix in ["gmt", "utc"] where digits.hasPrefix(prefix) { digits = digits.dropFirst(3) }
    return offset(digits).map(UTCOffset.init(seconds:))
  }

  /// The seconds of `+1`, `-05:30` or `+0100`; nil for other text and more than 18 hours, the query
  /// language's limit.
  private static func offset(_ text: Substring) -> Int? {
    let bytes = Array(text.utf8)
    guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    let parts = bytes.dropFirst().split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
    )
    let hours: Int
    let minutes: Int
    if parts.count == 2, parts[0].count <= 2, parts[1].count == 2 {
      guard let first = BasicFormat.digits(parts[0]), let second = BasicFormat.digits(parts[1]) else {
        return nil
      }
      (hours, minutes) = (first, second)
    } else if parts.count == 1, let value = BasicFormat.digits(parts[0]) {
      switch parts[0].count {
      case 1, 2: (hours, minutes) = (value, 0)
      case 3, 4: (hours, minutes) = (value / 100, value % 100)
      default: return nil
      }
    } else {
      return nil
    }
    guard minutes < 60, hours * 60 + minutes <= 18 * 60 else { return nil }
    return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }

  /// Cuts `(UTC+01:00)`, `(GMT -5.00)` or `(UTC)` off the front of a name in lower case.
  private static func offsetPrefix(_ name: String) -> (offset: Int?, rest: String) {
    guard name.hasPrefix("(utc") || name.hasPrefix("(gmt"), let end = name.firstIndex(of: ")") else {
      return (nil, name)
    }
    let inside = name[name.index(name.startIndex, offsetBy: 4)..<end].filter { $0 != " " }
    let rest = trimmed(String(name[name.index(after: end)...]))
    if inside.isEmpty { return (0, rest) }
    guard let offset = offset(Substring(inside)) else { return (nil, name) }
    return (offset, rest)
  }

  /// Lower case, single blanks, `and` for `&`, commas for the slashes and semicolons of older lists.
  private static func normalized(_ name: String) -> String {
    var result = ""
    for word in trimmed(name).lowercased().filter({ $0 != "\\" }).split(whereSeparator: \.isWhitespace) {
      switch word {
      case "/": result += ","
      case "&": result += " and"
      default: result += (result.isEmpty ? "" : " ") + (word.last == ";" ? word.dropLast() + "," : word)
      }
    }
    return result
  }

  private static func trimmed(_ text: String) -> String {
    var rest = Substring(text)
    while let first = rest.first, first.isWhitespace || first == "\"" { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace || last == "\"" { rest.removeLast() }
    return String(rest)
  }

  private static let windows = table(ZoneAliasTable.windows)
  private static let display = table(ZoneAliasTable.display)
  private static let links = table(ZoneLinkTable.links)

  private static func table(_ text: String) -> [String: String] {
    var result: [String: String] = [:]
    for line in text.split(separator: "\n") {
      guard let equals = line.lastIndex(of: "=") else { continue }
      result[String(line[..<equals])] = String(line[line.index(after: equals)...])
    }
    return result
  }
}
