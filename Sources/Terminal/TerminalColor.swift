import Model

extension RGBColor {
  /// The nearest entry of the 256-color table: of its 6×6×6 cube, or of its grays where that is nearer.
  var index256: Int {
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
    let gray = max(0, min(23, (mean - 3) / 10))
    let level = 8 + 10 * gray
    func color(_ red: Int, _ green: Int, _ blue: Int) -> RGBColor {
      RGBColor(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
    }
    let inCube = color(steps[cube.0], steps[cube.1], steps[cube.2])
    if distance(to: color(level, level, level)) < distance(to: inCube) { return 232 + gray }
    return 16 + 36 * cube.0 + 6 * cube.1 + cube.2
  }

  /// The nearest of the sixteen colors, 0 to 15.
  ///
  /// A color with a hue never becomes a gray: what tells calendars apart is the hue.
  var index16: Int {
    let high = Int(max(red, green, blue))
    let low = Int(min(red, green, blue))
    if high - low < 48 { return [0, 8, 7, 15][min(3, high / 64)] }
    let limit = (high + low) / 2
    let bits = (Int(red) > limit ? 1 : 0) | (Int(green) > limit ? 2 : 0) | (Int(blue) > limit ? 4 : 0)
    return bits + (high > 191 ? 8 : 0)
  }
}

/// The choice in `--color`.
package enum ColorChoice: String, CaseIterable, Sendable { case auto, always, never }

/// How many colors the output shows.
package enum ColorDepth: Sendable {
  /// None at all: no escape sequence is written.
  case none
  /// The sixteen of the first terminals.
  case sixteen
  /// A table of 256.
  case table256
  /// 24 bits.
  case full

  /// The depth to use.
  ///
  /// `auto` colors only a terminal, and only if `NO_COLOR` is unset or empty and `TERM` is neither missing
  /// nor `dumb`. `always` also colors a pipe and beats `NO_COLOR`, because it was given for this run.
  ///
  /// - Parameters:
  ///   - choice: The choice in `--color`.
  ///   - isTerminal: Whether the output is a terminal.
  ///   - environment: Looks up an environment variable.
  package static func detect(
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
