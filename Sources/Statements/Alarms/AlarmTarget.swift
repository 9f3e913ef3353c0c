#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The addresses and sounds that an alarm may open or play; calendars also come from other people.
enum AlarmTarget {
  private static let schemes: Set<String> = ["http", "https", "mailto", "tel"]
  private static let suffixes: Set<String> = [
    "aif", "aiff", "au", "caf", "flac", "m4a", "mp3", "oga", "ogg", "opus", "snd", "wav",
  ]

  /// Whether an address leads to a page, a person or a telephone, and has no blanks or control characters.
  static func isOpened(_ url: String) -> Bool {
    guard let colon = url.firstIndex(of: ":"), schemes.contains(url[..<colon].lowercased()) else {
      return false
    }
    return url.unicodeScalars.allSatisfy { $0.value > 0x20 && !(0x7F..<0xA0).contains($0.value) }
  }

  /// Returns the path of a sound: an existing file with an absolute path and the suffix of a sound; nil for
  /// anything else.
  static func playable(_ sound: String) -> String? {
    let isURL = sound.hasPrefix("file:///")
    let path = isURL ? String(sound.dropFirst("file://".count)) : sound
    guard path.hasPrefix("/"), let dot = path.lastIndex(of: "."),
      suffixes.contains(path[path.index(after: dot)...].lowercased())
    else { return nil }
    var info = stat()
    guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, access(path, R_OK) == 0 else {
      return nil
    }
    return path
  }
}
