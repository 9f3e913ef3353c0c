/// Reads requests from lines.
public struct RequestReader: Sendable {
  private let limits: ProtocolLimits

  /// Creates a reader that enforces limits on requests.
  public init(_ limits: ProtocolLimits = .standard) { self.limits = limits }

  /// The tag at the beginning of a line and the rest after the blank; nil for a line without a tag.
  public static func split(_ line: String) -> (tag: RequestTag, rest: Substring)? {
    let end = line.utf8.firstIndex(of: UInt8(ascii: " ")) ?? line.endIndex
    guard let tag = RequestTag(line[..<end]) else { return nil }
    return (tag, line[end...].drop { $0 == " " })
  }

  /// The content of a request after its tag.
  public func body(_ rest: Substring) throws(ProtocolFault) -> Request.Body {
    if rest.isEmpty { throw .emptyRequest }
    if rest.first == "{" { return try object(rest) }
    let word = rest.prefix { $0 != " " }
    let argument = rest.dropFirst(word.count).drop { $0 == " " }
    switch word {
    case "hello": return .hello(try hello(argument))
    case "cancel":
      guard let tag = RequestTag(argument) else { throw .badMember("cancel", expected: "followed by a tag") }
      return .cancel(tag)
    case "subscribe" where argument.isEmpty: return .subscribe(.changes)
    case "subscribe" where argument == "alarms": return .subscribe(.alarms)
    case "quit" where argument.isEmpty: return .quit
    default: return .statement(StatementRequest(String(rest)))
    }
  }

  private func json(_ text: Substring) throws(ProtocolFault) -> JSONObject {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: Array(text.utf8))
    } catch {
      throw .badJSON(error.message, offset: error.offset)
    }
    guard let object = value.object else { throw .badJSON("an object is expected", offset: 0) }
    return object
  }

  // MARK: Objects

  private func object(_ text: Substring) throws(ProtocolFault) -> Request.Body {
    let members = Members(try json(text))
    let (text, batch, cursor) = (try members.text("q"), try members.list("batch"), try members.text("cursor"))
    switch (text, batch, cursor) {
    case (let text?, nil, nil): return .statement(try statement(text, members))
    case (nil, let batch?, nil): return .batch(try self.batch(batch, members))
    case (nil, nil, let cursor?):
      return .cursor(
        CursorRequest(cursor: cursor, limit: try members.limit(limits), timeout: try members.timeout(limits)))
    default: throw .unclearRequest
    }
  }

  private func statement(_ text: String, _ members: Members) throws(ProtocolFault) -> StatementRequest {
    var result = StatementRequest(text)
    result.bind = try members.bind()
    result.limit = try members.limit(limits)
    result.timeout = try members.timeout(limits)
    result.zone = try members.text("zone")
    result.isCheck = try members.flag("check")
    result.settings = try members.settings()
    result.printing = try members.object("print").map { (object) throws(ProtocolFault) in
      try printing(Members(object))
    }
    return result
  }

  private func printing(_ members: Members) throws(ProtocolFault) -> PrintRequest {
    var result = PrintRequest()
    result.format = try members.text("format")
    result.folder = try members.text("folder")
    result.output = try stream(members.object("output"))
    result.errors = try stream(members.object("errors"))
    result.prompt = try members.text("prompt") ?? ""
    result.hasEnvelope = try members.flag("envelope")
    result.hasJSONErrors = try members.flag("jsonErrors")
    return result
  }

  private func stream(_ object: JSONObject?) throws(ProtocolFault) -> PrintRequest.Stream {
    guard let object else { return PrintRequest.Stream() }
    let members = Members(object)
    let colors = try members.text("colors") ?? PrintRequest.Colors.none.rawValue
    guard let colors = PrintRequest.Colors(rawValue: colors) else {
      throw .badMember(
        "colors", expected: "one of " + PrintRequest.Colors.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return PrintRequest.Stream(
      isTerminal: try members.flag("terminal"), columns: try members.number("columns", in: 1...10_000) ?? 80,
      colors: colors)
  }

  private func batch(_ list: [JSONValue], _ members: Members) throws(ProtocolFault) -> BatchRequest {
    let expected = "an array of 1 to \(limits.batch) statements, or objects with `q` and `bind`"
    guard (1...limits.batch).contains(list.count) else { throw .badMember("batch", expected: expected) }
    let (bind, zone) = (try members.bind(), try members.text("zone"))
    var statements: [StatementRequest] = []
    for value in list {
      var statement: StatementRequest
      if let text = value.string {
        statement = StatementRequest(text)
      } else if let object = value.object, let text = try Members(object).text("q") {
        statement = StatementRequest(text)
        statement.bind = try Members(object).bind()
      } else {
        throw .badMember("batch", expected: expected)
      }
      statement.bind.merge(bind) { own, _ in own }
      statement.zone = zone
      statements.append(statement)
    }
    return BatchRequest(
      statements: statements, isAtomic: try members.flag("atomic"), timeout: try members.timeout(limits))
  }

  private func hello(_ text: Substring) throws(ProtocolFault) -> ClientHello {
    let members = Members(try json(text))
    guard let version = try members.number("protocol", in: 1...Int.max) else {
      throw .badMember("protocol", expected: "1")
    }
    if version != 1 { throw .badProtocol(version) }
    let expected = "a name such as mybar or mybar/0.3: letters, digits, `_` and `-`, a letter first"
    guard let client = try members.text("client") else { throw .badMember("client", expected: expected) }
    let parts = client.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, Self.isName(name) else { throw .badMember("client", expected: expected) }
    return ClientHello(
      name: String(name), version: parts.count > 1 ? String(parts[1].prefix(100)) : nil,
      reason: try members.text("reason").map { String($0.prefix(500)) })
  }

  /// Whether a name can stand in `access grant NAME …` unchanged.
  private static func isName(_ name: Substring) -> Bool {
    guard let first = name.utf8.first, first.isLetter, name.utf8.count <= 64, name.utf8.last != 45 else {
      return false
    }
    var previous = first
    for byte in name.utf8 {
      // A dash joins words only before a letter.
      if previous == 45, !byte.isLetter { return false }
      guard byte.isLetter || (48...57).contains(byte) || byte == 95 || byte == 45 else { return false }
      previous = byte
    }
    return true
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (65...90).contains(self) || (97...122).contains(self) }
}

/// The members of an object, each read as its required type; `null` counts as missing.
private struct Members {
  private let object: JSONObject

  init(_ object: JSONObject) { self.object = object }

  private func value(_ key: String) -> JSONValue? { object[key].flatMap { $0.isNull ? nil : $0 } }

  func text(_ key: String) throws(ProtocolFault) -> String? {
    guard let value = value(key) else { return nil }
    guard let text = value.string else { throw .badMember(key, expected: "a string") }
    return text
  }

  func flag(_ key: String) throws(ProtocolFault) -> Bool {
    guard let value = value(key) else { return false }
    guard let flag = value.bool else { throw .badMember(key, expected: "true or false") }
    return flag
  }

  func object(_ key: String) throws(ProtocolFault) -> JSONObject? {
    guard let value = value(key) else { return nil }
    guard let object = value.object else { throw .badMember(key, expected: "an object") }
    return object
  }

  func list(_ key: String) throws(ProtocolFault) -> [JSONValue]? {
    guard let value = value(key) else { return nil }
    guard let list = value.array else { throw .badMember(key, expected: "an array") }
    return list
  }

  func number(_ key: String, in range: ClosedRange<Int>) throws(ProtocolFault) -> Int? {
    guard let value = value(key) else { return nil }
    guard let number = value.integer, range.contains(number) else {
      throw .badMember(key, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func limit(_ limits: ProtocolLimits) throws(ProtocolFault) -> Int? {
    try number("limit", in: 1...limits.rows)
  }

  func timeout(_ limits: ProtocolLimits) throws(ProtocolFault) -> Int? {
    try number("timeout", in: 1...limits.longestTimeout)
  }

  func settings() throws(ProtocolFault) -> [String: String] {
    var result: [String: String] = [:]
    for member in try object("set")?.members ?? [] {
      guard let text = member.value.string else {
        throw .badMember("set", expected: "an object of strings, such as {\"week.start\":\"sunday\"}")
      }
      result[member.key] = text
    }
    return result
  }

  func bind() throws(ProtocolFault) -> BoundValues {
    guard let value = value("bind") else { return [:] }
    let expected = "an object of strings, whole numbers, true and false"
    guard let object = value.object else { throw .badMember("bind", expected: expected) }
    var result: BoundValues = [:]
    for member in object.members {
      switch member.value {
      case .string, .bool: break
      case .number(let number) where number.integer != nil: break
      case .number, .null, .array, .object: throw .badMember("bind", expected: expected)
      }
      result[member.key] = member.value
    }
    return result
  }
}
