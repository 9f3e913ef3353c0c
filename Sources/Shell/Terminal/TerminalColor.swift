/// A colour of the screen, as calendars store it.
public struct RGBColor: Hashable, Sendable {
  /// Red, green and blue, 0 to 255 each.
  public let red, green, blue: UInt8

  /// Makes a colour from its three parts.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Reads `#RGB`, `#RRGGBB` or `#RRGGBBAA` (what Apple writes; the last part is dropped), nil for anything else.
  public init?(hex text: String) {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "#"), [4, 7, 9].contains(bytes.count) else { return nil }
    var digits: [UInt8] = []
    for byte in bytes.dropFirst() {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      digits.append(UInt8(digit))
    }
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    self.init(
      red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3], blue: digits[4] << 4 | digits[5])
  }

  /// Reads a hexadecimal colour or a CSS3 colour name (RFC 7986 section 5.9) in any case.
  public init?(_ text: String) {
    if let color = RGBColor(hex: text) {
      self = color
    } else if let value = CSSColorName.value(of: text) {
      self.init(
        red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
        blue: UInt8(truncatingIfNeeded: value))
    } else {
      return nil
    }
  }

  /// The nearest entry of the 256-colour table: of its 6×6×6 cube, or of its greys where that is nearer.
  public var index256: Int {
    let steps = [0, 95, 135, 175, 215, 255]
    func nearest(_ part: UInt8) -> Int {
      var best = 0
      for (index, step) in steps.enumerated() where abs(step - Int(part)) < abs(steps[best] - Int(part)) {
        best = index
      }
      return best
    }
    let cube = (nearest(red), nearest(green), nearest(blue))
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let grey = max(0, min(23, (mean - 3) / 10))
    let level = 8 + 10 * grey
    if distance(level, level, level) < distance(steps[cube.0], steps[cube.1], steps[cube.2]) {
      return 232 + grey
    }
    return 16 + 36 * cube.0 + 6 * cube.1 + cube.2
  }

  /// The nearest of the sixteen colours, 0 to 15.
  ///
  /// A colour with a hue never becomes a grey: what tells calendars apart is the hue.
  public var index16: Int {
    let high = Int(max(red, green, blue))
    let low = Int(min(red, green, blue))
    if high - low < 48 { return [0, 8, 7, 15][min(3, high / 64)] }
    let limit = (high + low) / 2
    let bits = (Int(red) > limit ? 1 : 0) | (Int(green) > limit ? 2 : 0) | (Int(blue) > limit ? 4 : 0)
    return bits + (high > 191 ? 8 : 0)
  }

  private func distance(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    let parts = (Int(self.red) - red, Int(self.green) - green, Int(self.blue) - blue)
    return parts.0 * parts.0 + parts.1 * parts.1 + parts.2 * parts.2
  }
}

/// What a person asked for with `--color`.
public enum ColorChoice: String, CaseIterable, Sendable { case auto, always, never }

/// How many colours the output shows.
public enum ColorDepth: Int, Comparable, Sendable {
  /// None at all: no escape sequence is written.
  case none
  /// The sixteen of the first terminals.
  case sixteen
  /// A table of 256.
  case table256
  /// 24 bits.
  case full

  /// Whether one depth shows less than another.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }

  /// The depth to use.
  ///
  /// `auto` colours only a terminal, and none where `NO_COLOR` is set (not empty) or `TERM` is `dumb` or missing.
  /// `always` colours a pipe as well and beats `NO_COLOR`, since it was said for this run.
  ///
  /// - Parameters:
  ///   - choice: What `--color` said.
  ///   - isTerminal: Whether the output is one.
  ///   - environment: Looks up an environment variable.
  public static func detect(
    _ choice: ColorChoice, isTerminal: Bool, environment: (String) -> String?
  ) -> ColorDepth {
    let term = environment("TERM") ?? ""
    switch choice {
    case .never: return .none
    case .auto:
      let refuses = !(environment("NO_COLOR") ?? "").isEmpty
      if !isTerminal || refuses || term.isEmpty || term == "dumb" { return .none }
    case .always: break
    }
    let colorTerm = environment("COLORTERM") ?? ""
    if colorTerm == "truecolor" || colorTerm == "24bit" || term.hasSuffix("-direct") { return .full }
    return term.hasSuffix("-256color") ? .table256 : .sixteen
  }
}
