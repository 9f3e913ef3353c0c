import JSON
import LineProtocol
import QueryLanguage

/// What must hold of text, whatever it says.
enum TextChecks {
  // MARK: Statements

  /// A statement is the same when it is printed and parsed again; a fault has words and a place.
  static func statement(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = Completion(text, cursor: text.utf8.count)
    _ = ScriptText.completeness(of: text)
    let statements: [StatementSyntax]
    do throws(SyntaxError) {
      statements = try parse(text)
    } catch {
      return try place(of: error.diagnostic, in: text)
    }
    for statement in statements { try known(statement) }
  }

  private static func known(_ statement: StatementSyntax) throws {
    let printed = statement.description
    guard let again = try? parseStatement(printed) else {
      throw FuzzFault("printed as \(printed), which does not parse")
    }
    try FuzzFault.unless(again == statement, "printed as \(printed), which is something else")
  }

  static func place(of diagnostic: Diagnostic, in text: String) throws {
    try FuzzFault.unless(!diagnostic.message.isEmpty && !diagnostic.code.isEmpty, "a fault without words")
    try FuzzFault.unless(!diagnostic.rendered(source: text).isEmpty, "a fault that is not shown")
    guard let range = diagnostic.range else { return }
    try FuzzFault.unless(
      range.offset >= 0 && range.length >= 0 && range.end <= text.utf8.count, "a fault outside the text")
  }

  // MARK: JSON

  /// A value is the same when it is written and read again; a fault has words and a place.
  static func json(_ bytes: [UInt8]) throws {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      let isInside = error.offset >= 0 && error.offset <= bytes.count && error.line >= 1 && error.column >= 1
      return try FuzzFault.unless(!error.message.isEmpty && isInside, "a fault without words or place")
    }
    var written: [UInt8] = []
    value.append(to: &written)
    let again = try? JSONValue(parsing: written)
    try FuzzFault.unless(again == value, "read otherwise after it was written")
    _ = try? JSONValue.values(of: bytes)
  }

  // MARK: Lines of the protocol

  /// Lines are the same in any pieces; a request is understood, or its fault is an object with words.
  static func frame(_ bytes: [UInt8]) throws {
    let whole = lines(bytes, chunk: max(1, bytes.count))
    try FuzzFault.unless(lines(bytes, chunk: 1 + bytes.count % 13) == whole, "other lines in pieces")
    for case .line(let line) in whole {
      _ = ReceivedLine(line)
      guard let (tag, rest) = RequestReader.split(line) else { continue }
      do throws(ProtocolFault) {
        _ = try RequestReader().body(rest)
      } catch {
        let object = try JSONValue(parsing: error.payload(about: tag)).object
        try FuzzFault.unless(object?["message"]?.string?.isEmpty == false, "a fault without words")
      }
    }
  }

  private static func lines(_ bytes: [UInt8], chunk: Int) -> [FramedLine] {
    var framer = LineFramer(limit: 500)
    var found: [FramedLine] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      framer.append(rest.prefix(chunk))
      rest = rest.dropFirst(chunk)
      while let line = framer.next() { found.append(line) }
    }
    return found
  }
}
