import Changes

/// What is said of doubts about plain text.
extension SpokenDoubt {
  var code: ShellError.Code {
    switch self {
    case .leftover: .leftOverWords
    case .part, .hour: .unsureReading
    }
  }

  /// The doubt in words; leftovers are reported together.
  func message(among doubts: [SpokenDoubt]) -> String {
    switch self {
    case .leftover:
      let words = doubts.compactMap { doubt in
        if case .leftover(let words, _) = doubt { "`\(words)`" } else { nil }
      }
      return words.count == 1
        ? "\(words[0]) was not understood, and would be a part of the title"
        : "\(words.joined(separator: ", ")) were not understood, and would be parts of the title"
    case .part(let words): return "`\(words)` may belong to the title"
    case .hour(let words, _, _): return "`\(words)` may be in the morning or in the evening"
    }
  }

  /// A clearer way to write it.
  var hint: String {
    let literal = "words in quotes stay in the title"
    switch self {
    case .leftover(_, .time): return "say when at the end, as fri 12:30 for 1h; \(literal)"
    case .leftover(_, .repetition): return "say it at the end, as every 2 weeks; \(literal)"
    case .leftover(_, .place): return "say it at the end with location, as location \"Luigi's\"; \(literal)"
    case .leftover(_, .alarm): return "say it at the end with alarm, as alarm 10m; \(literal)"
    case .leftover(_, .item): return "add reminder \"Buy milk\" due friday makes one; \(literal)"
    case .part: return "say when first and this behind it; \(literal)"
    case .hour(_, let morning, let evening): return "write \(morning) or \(evening)"
    }
  }
}
