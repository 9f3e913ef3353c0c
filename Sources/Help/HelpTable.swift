/// Reads the tables of `help`: each word has its own line, with its help indented below.
enum HelpTable {
  static func blocks(_ text: String) -> [String: [String]] {
    var result: [String: [String]] = [:]
    var words: [String] = []
    for line in text.split(separator: "\n") {
      if line.first == " " {
        for word in words { result[word, default: []].append(String(line.drop { $0 == " " })) }
      } else {
        words = line.split(separator: " ").map(String.init)
      }
    }
    return result
  }
}
