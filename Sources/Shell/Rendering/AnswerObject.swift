import Model

/// A JSON object of a few keys.
struct AnswerObject {
  private(set) var bytes: [UInt8] = Array("{}".utf8)

  private func added(_ key: String, _ value: (inout [UInt8]) -> Void) -> AnswerObject {
    var copy = self
    copy.bytes.removeLast()
    if copy.bytes.count > 1 { copy.bytes.append(UInt8(ascii: ",")) }
    JSONText.append(key, to: &copy.bytes)
    copy.bytes.append(UInt8(ascii: ":"))
    value(&copy.bytes)
    copy.bytes.append(UInt8(ascii: "}"))
    return copy
  }

  func adding(_ key: String, _ value: String?) -> AnswerObject {
    added(key) { JSONText.append(value, to: &$0) }
  }

  func adding(_ key: String, _ values: [String]) -> AnswerObject {
    added(key) { bytes in
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONText.append(value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  func adding(_ key: String, _ objects: [AnswerObject]) -> AnswerObject {
    added(key) { bytes in
      bytes.append(UInt8(ascii: "["))
      for (index, object) in objects.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes += object.bytes
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  func adding(_ key: String, isTrue: Bool) -> AnswerObject {
    added(key) { $0.append(contentsOf: (isTrue ? "true" : "false").utf8) }
  }

  func adding(_ key: String, _ value: Int) -> AnswerObject { added(key) { JSONText.append(value, to: &$0) } }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
