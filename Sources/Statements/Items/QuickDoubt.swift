import Changes

/// What is said of doubts about plain text.
extension SpokenDoubt {
  var code: String {
    switch self {
    case .leftover: ShellError.Code.leftOverWords.rawValue
    case .fault(_, let error): error.diagnostic.code
    case .part, .hour: ShellError.Code.unsureReading.rawValue
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
    case .fault(_, let error): return error.diagnostic.message
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
    case .fault(_, let error):
      let hint = error.diagnostic.hint
      return (hint.map { $0 + "; " } ?? "") + literal
    case .part: return "say when first and this behind it; \(literal)"
    case .hour(_, let morning, let evening): return "write \(morning) or \(evening)"
    }
  }
}
