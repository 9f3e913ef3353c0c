/// Reads the arrays of strings that the store keeps as JSON (RFC 8259).
public enum JSONStrings {
  /// Every string in the text, in order; everything else is skipped.
  public static func array(_ json: String) -> [String] {
    var result: [String] = []
    let scalars = Array(json.unicodeScalars)
    var index = 0
    while index < scalars.count {
      if scalars[index] == "\"" {
        result.append(string(scalars, &index))
      } else {
        index += 1
      }
    }
    return result
  }

  /// The string whose opening quote is at `index`; moves `index` past the closing quote.
  private static func string(_ scalars: [Unicode.Scalar], _ index: inout Int) -> String {
    var text = String.UnicodeScalarView()
    index += 1
    while index < scalars.count, scalars[index] != "\"" {
      guard scalars[index] == "\\", index + 1 < scalars.count else {
        text.append(scalars[index])
        index += 1
        continue
      }
      index += 2
      switch scalars[index - 1] {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "r": text.append("\r")
      case "b": text.append("\u{8}")
      case "f": text.append("\u{c}")
      case "u":
        let digits = String(String.UnicodeScalarView(scalars[index..<min(index + 4, scalars.count)]))
        index += digits.unicodeScalars.count
        // Our writer escapes only control characters, so there are no surrogate pairs.
        text.append(UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{fffd}")
      case let other: text.append(other)
      }
    }
    index += 1
    return String(text)
  }
}
