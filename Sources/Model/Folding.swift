// The standard library's normalisation is not yet public API; this file is the one place that uses it.
@_spi(_Unicode) import Swift

/// Text made comparable the way people search: without case and without diacritics.
public enum Folding {
  /// Lower case without diacritics, so that `buro` is found in `Büro`, `lodz` in `Łódź` and `GROSSVATER` in `Großvater`.
  public static func searchable(_ text: String) -> String {
    var isPlain = true
    for byte in text.utf8 where byte >= 0x80 {
      isPlain = false
      break
    }
    if isPlain {
      var needsFolding = false
      for byte in text.utf8 where byte >= 65 && byte <= 90 {
        needsFolding = true
        break
      }
      return needsFolding ? text.lowercased() : text
    }
    // Canonical decomposition puts each mark in a scalar of its own, which is then left out.
    var result = String.UnicodeScalarView()
    for scalar in text._nfd {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: continue
      default:
        if let plain = withoutStroke(scalar) {
          result.append(contentsOf: plain.unicodeScalars)
        } else {
          result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
        }
      }
    }
    return String(result)
  }

  /// Latin letters whose mark is part of the letter, so that decomposition leaves it, and ligatures of two letters.
  private static func withoutStroke(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "ß", "ẞ": "ss"
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

  /// Lower case with diacritics kept: how names of calendars compare (by `==`, which ignores composition).
  public static func name(_ text: String) -> String { text.lowercased() }
}
