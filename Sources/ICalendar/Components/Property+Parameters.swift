/// One parameter of a property, such as `TZID=Europe/Berlin` (RFC 5545, 3.2).
public struct Parameter: Hashable, Sendable {
  /// The name in upper case.
  public var name: String
  /// The values in order, without quotation marks, with the escapes of RFC 6868 resolved.
  public var values: [String]

  /// Creates a parameter.
  public init(name: String, values: [String]) {
    self.name = name
    self.values = values
  }
}

extension Property {
  /// The parameters in order.
  public var parameters: [Parameter] {
    withParameterBytes { bytes in
      var result: [Parameter] = []
      var scanner = ParameterScanner(bytes)
      while let name = scanner.nextName() {
        var values: [String] = []
        while let value = scanner.nextValue() { values.append(ParameterScanner.decoded(value)) }
        if !name.isEmpty { result.append(Parameter(name: ASCII.uppercased(name), values: values)) }
      }
      return result
    }
  }

  /// The first value of the parameter with this name, ignoring case; nil when there is none.
  public func parameter(_ name: String) -> String? {
    hasParameters ? firstValue { ASCII.equal($0, name.utf8) } : nil
  }

  /// The first value of a known parameter; nil when there is none.
  public func parameter(_ kind: ParameterKind) -> String? {
    hasParameters ? firstValue { ParameterKind(named: $0) == kind } : nil
  }

  private func firstValue(_ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) -> String? {
    withParameterBytes { bytes in
      var scanner = ParameterScanner(bytes)
      while let name = scanner.nextName() {
        let value = scanner.nextValue()
        if isWanted(name), let value { return ParameterScanner.decoded(value) }
        while scanner.nextValue() != nil {}
      }
      return nil
    }
  }
}

/// Steps through `;NAME=value,"value";NAME=value`.
struct ParameterScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The name of the next parameter, without blanks around it; nil at the end.
  mutating func nextName() -> UnsafeBufferPointer<UInt8>? {
    while index < bytes.count, bytes[index] != ASCII.semicolon { index += 1 }
    guard index < bytes.count else { return nil }
    index += 1
    let start = index
    while index < bytes.count, bytes[index] != ASCII.equals, bytes[index] != ASCII.semicolon { index += 1 }
    return ASCII.trimmed(UnsafeBufferPointer(rebasing: bytes[start..<index]))
  }

  /// The next value of the parameter whose name was read last, without its quotation marks; nil after the
  /// last value.
  mutating func nextValue() -> UnsafeBufferPointer<UInt8>? {
    guard index < bytes.count, bytes[index] == ASCII.equals || bytes[index] == ASCII.comma else { return nil }
    index += 1
    var start = index
    var end = index
    if index < bytes.count, bytes[index] == ASCII.quote {
      start = index + 1
      index = start
      while index < bytes.count, bytes[index] != ASCII.quote { index += 1 }
      end = index
      // Text between the closing mark and the next separator belongs to no value; exporters leave blanks
      // there.
      skipToSeparator()
    } else {
      skipToSeparator()
      end = index
    }
    return UnsafeBufferPointer(rebasing: bytes[start..<end])
  }

  private mutating func skipToSeparator() {
    while index < bytes.count, bytes[index] != ASCII.comma, bytes[index] != ASCII.semicolon { index += 1 }
  }

  /// Resolves `^n`, `^^` and `^'` (RFC 6868, 3.2); other carets stay.
  static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard bytes.contains(ASCII.caret) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let following = index + 1 < bytes.count ? bytes[index + 1] : 0
      if bytes[index] == ASCII.caret, let plain = plain(following) {
        result.append(plain)
        index += 2
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func plain(_ escaped: UInt8) -> UInt8? {
    switch escaped {
    case UInt8(ascii: "n"), UInt8(ascii: "N"): ASCII.lf
    case UInt8(ascii: "'"): ASCII.quote
    case ASCII.caret: ASCII.caret
    default: nil
    }
  }
}
