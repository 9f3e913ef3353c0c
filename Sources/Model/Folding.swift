// The standard library's normalisation is not yet public API; this file is the one place that uses it.
@_spi(_Unicode) import Swift

/// Text made comparable the way people search: without case and without diacritics.
public enum Folding {
  /// Lower case without diacritics, so that `buro` is found in `Büro`.
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
      default: result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return String(result)
  }

  /// Lower case with diacritics kept: how names of calendars compare (by `==`, which ignores composition).
  public static func name(_ text: String) -> String { text.lowercased() }
}
