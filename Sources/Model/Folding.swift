// The standard library's normalization is not yet public API; only this file uses it.
@_spi(_Unicode) import Swift

/// Folds text for search and comparison: without case and without diacritics.
///
/// Stores contain folded text (the text index, the folded names of calendars, views and sets), so a change
/// of the folding needs a step in the schema's history that folds this text again.
public enum Folding {
  /// Folded case without diacritics, so that `buro` finds `Büro`, `lodz` finds `Łódź`, `GROSSVATER` finds
  /// `Großvater` and `σισυφος` finds `ΣΊΣΥΦΟΣ`.
  public static func searchable(_ text: String) -> String {
    if let plain = foldedASCII(text) { return plain }
    // Canonical decomposition puts each mark into a separate scalar, which is then dropped.
    var result = String.UnicodeScalarView()
    for scalar in text._nfd {
      if scalar.isASCII {
        result.append(folded(ascii: scalar))
      } else if let plain = withoutStroke(scalar) {
        result.append(contentsOf: plain.unicodeScalars)
      } else if !isMark(scalar) {
        // The folding of some letters contains marks: İ becomes i with a dot.
        append(scalar, to: &result) { !isMark($0) }
      }
    }
    return String(result)
  }

  /// Folded case with diacritics, composed: names are compared in this form, byte by byte in a store.
  public static func name(_ text: String) -> String {
    if let plain = foldedASCII(text) { return plain }
    var result = String.UnicodeScalarView()
    for scalar in text._nfd { append(scalar, to: &result) { _ in true } }
    var composed = String.UnicodeScalarView()
    for scalar in String(result)._nfc { composed.append(scalar) }
    return String(composed)
  }

  /// The full case folding of a letter of decomposed text (Unicode, 3.13, D145), in one to three scalars.
  ///
  /// The standard library has no table of it. The folding is the result of mapping a letter to lower, upper
  /// and again to lower case, except for letters that fold to a capital (Cherokee); a test compares some of
  /// each kind, and all of Unicode 14 were compared when this was written.
  static func caseFolding(_ scalar: Unicode.Scalar) -> String {
    let properties = scalar.properties
    guard properties.changesWhenCaseFolded else { return String(scalar) }
    var result = ""
    for upper in mapped(properties.lowercaseMapping, \.uppercaseMapping).unicodeScalars {
      result += upper.properties.lowercaseMapping
    }
    return result.unicodeScalars.elementsEqual(CollectionOfOne(scalar)) ? properties.uppercaseMapping : result
  }

  /// The simple case folding of a character (Unicode, 3.13): one character for one, so that σ, ς and Σ are
  /// equal.
  public static func simple(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII { return folded(ascii: scalar) }
    // If the full folding has several characters, the simple one is the small letter, if that is a single
    // character.
    for folding in [caseFolding(scalar), scalar.properties.lowercaseMapping] {
      let scalars = folding.unicodeScalars
      if let first = scalars.first, scalars.count == 1 { return first }
    }
    return scalar
  }

  private static func mapped(
    _ text: String, _ mapping: KeyPath<Unicode.Scalar.Properties, String>
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars { result += scalar.properties[keyPath: mapping] }
    return result
  }

  private static func append(
    _ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView,
    where isKept: (Unicode.Scalar) -> Bool
  ) {
    if scalar.isASCII {
      result.append(folded(ascii: scalar))
    } else if !scalar.properties.changesWhenCaseFolded {
      if isKept(scalar) { result.append(scalar) }
    } else {
      for folded in caseFolding(scalar).unicodeScalars where isKept(folded) { result.append(folded) }
    }
  }

  private static func folded(ascii scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.value >= 65 && scalar.value <= 90 ? Unicode.Scalar(UInt8(scalar.value + 32)) : scalar
  }

  /// The folding of a pure ASCII text; nil for other text.
  private static func foldedASCII(_ text: String) -> String? {
    var hasCapitals = false
    for byte in text.utf8 {
      if byte >= 0x80 { return nil }
      if byte >= 65, byte <= 90 { hasCapitals = true }
    }
    return hasCapitals ? text.lowercased() : text
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Latin letters whose mark is part of the letter, so that decomposition keeps it, and ligatures of two
  /// letters.
  private static func withoutStroke(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "ø", "Ø": "o"
    case "ł", "Ł": "l"
    case "đ", "Đ", "ð", "Ð": "d"
    case "ħ", "Ħ": "h"
    case "ŧ", "Ŧ": "t"
    case "ı": "i"
    case "æ", "Æ": "ae"
    case "œ", "Œ": "oe"
    case "þ", "Þ": "th"
    default: nil
    }
  }
}
