/// The header of a mail message or of one of its parts (RFC 5322, 2.2; RFC 2045).
struct MailHeader {
  /// The names, in lower case, with their unfolded values.
  private var fields: [(name: String, value: String)] = []

  /// The greatest number of bytes and fields of a header that are read; what is beyond is passed over.
  private static let most = (bytes: 1 << 20, fields: 1_000)

  /// Reads the header at the beginning of a text, and sets `body` to where the text behind it begins.
  init(_ bytes: ArraySlice<UInt8>, body: inout Int) {
    var index = bytes.startIndex
    let limit = min(bytes.endIndex, index + Self.most.bytes)
    body = bytes.endIndex
    while index < bytes.endIndex {
      let end = bytes[index...].firstIndex(of: 10) ?? bytes.endIndex
      var line = bytes[index..<end]
      if line.last == 13 { line.removeLast() }
      index = min(end + 1, bytes.endIndex)
      if line.isEmpty {
        body = index
        return
      }
      if line.startIndex >= limit { continue }
      let isFolded = line.first == 32 || line.first == 9
      if isFolded, !fields.isEmpty {
        fields[fields.count - 1].value += " " + Self.text(line)
      } else if !isFolded, fields.count < Self.most.fields, let colon = Self.colon(in: line) {
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        fields.append((name, Self.text(line[(colon + 1)...])))
      }
    }
  }

  /// Returns the value of the first field of a name in lower case.
  func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Whether one of these fields is there.
  func has(anyOf names: Set<String>) -> Bool { fields.contains { names.contains($0.name) } }

  /// The index of the colon behind the name of a field; nil for a line that is none.
  static func colon(in line: ArraySlice<UInt8>) -> Int? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return nil }
    let name = line[..<colon]
    return name.allSatisfy { (33...126).contains($0) } ? colon : nil
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == 32 || $0 == 9 }
    return String(decoding: bytes.drop(while: isBlank), as: UTF8.self)
  }
}

/// The value of a Content-Type or Content-Disposition: a word and its parameters (RFC 2045, 5.1).
struct ParameterizedValue {
  /// The word in lower case, such as `text/calendar`.
  private(set) var word = ""
  private var parameters: [(name: String, value: String)] = []

  init(_ text: String) {
    var pieces: [String] = [""]
    var isQuoted = false
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        pieces[pieces.count - 1].unicodeScalars.append(scalar)
        isEscaped = false
      } else if isQuoted, scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"" {
        isQuoted.toggle()
      } else if scalar == ";", !isQuoted {
        pieces.append("")
      } else {
        pieces[pieces.count - 1].unicodeScalars.append(scalar)
      }
    }
    word = Self.trimmed(pieces[0]).lowercased()
    for piece in pieces.dropFirst() {
      guard let equals = piece.firstIndex(of: "=") else { continue }
      // RFC 2231 marks values in another character set with an asterisk.
      let name = Self.trimmed(String(piece[..<equals])).lowercased().filter { $0 != "*" }
      parameters.append((name, Self.trimmed(String(piece[piece.index(after: equals)...]))))
    }
  }

  /// Returns the value of a parameter whose name is in lower case.
  func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

  private static func trimmed(_ text: String) -> String {
    let front = text.drop(while: \.isWhitespace)
    return String(front.reversed().drop(while: \.isWhitespace).reversed())
  }
}
