/// The text of one SQL statement; a literal, so that no value is ever spliced into it and its address names it.
struct SQL: ExpressibleByStringLiteral, Hashable {
  let text: StaticString

  init(stringLiteral text: StaticString) { self.text = text }

  static func == (a: SQL, b: SQL) -> Bool { a.text.utf8Start == b.text.utf8Start }

  func hash(into hasher: inout Hasher) { hasher.combine(UInt(bitPattern: text.utf8Start)) }
}
