#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The value of a setting.
enum ConfigValue: Equatable, Sendable {
  /// A text.
  case string(String)
  /// A whole number.
  case integer(Int)
  /// True or false.
  case boolean(Bool)
  /// A list of texts.
  case strings([String])
}

/// The settings of a person: the part of TOML that they need, read by own code for a short start.
///
/// Comments, `[tables]`, dotted keys, texts in double or single quotes, whole numbers, booleans and lists of
/// texts are supported. Everything else of TOML is an error that says so; nothing is skipped.
struct ConfigFile: Equatable, Sendable {
  /// One setting, in the order of the file.
  struct Entry: Equatable, Sendable {
    /// The key with the table before it, such as `week.start`.
    let key: String
    /// Its value.
    let value: ConfigValue
    /// The position of the key, in characters, from 1.
    let line, column: Int
  }

  /// The file as named by the caller.
  let file: String
  /// All settings.
  let entries: [Entry]

  /// Reads settings out of a text; `file` is the name that errors give.
  init(parsing text: String, file: String) throws(ConfigError) {
    var parser = ConfigParser(text: text, file: file)
    self.file = file
    entries = try parser.parse()
  }

  /// Reads a file.
  ///
  /// A missing file has no settings.
  init(path: String) throws(ConfigError) {
    func failure(_ problem: ConfigError.Problem) -> ConfigError {
      ConfigError(file: path, line: 1, column: 1, problem: problem)
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    var bytes: [UInt8] = []
    if descriptor >= 0 {
      defer { close(descriptor) }
      var chunk = [UInt8](repeating: 0, count: 16_384)
      while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count == 0 { break }
        if count < 0 {
          if errno == EINTR { continue }
          throw failure(.unreadable(code: errno))
        }
        bytes.append(contentsOf: chunk[..<count])
      }
    } else if errno != ENOENT && errno != ENOTDIR {
      throw failure(.unreadable(code: errno))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw failure(.notUTF8) }
    try self.init(parsing: text, file: path)
  }

  /// The fault of a setting that is none of these keys; nil for one that is.
  ///
  /// A key that ends in `.*` matches all keys below it.
  func fault(of entry: Entry, known keys: [String]) -> ConfigError? {
    if keys.contains(where: { Self.covers($0, entry.key) }) { return nil }
    let named = keys.filter { !$0.hasSuffix(".*") }
    let nearest = named.map { (key: $0, distance: Self.distance($0, entry.key)) }
      .min { $0.distance < $1.distance }
    let suggestion = nearest.flatMap { $0.distance <= max(2, entry.key.count / 3) ? $0.key : nil }
    return error(entry, .unknownKey(entry.key, suggestion: suggestion))
  }

  private static func covers(_ pattern: String, _ key: String) -> Bool {
    pattern == key || (pattern.hasSuffix(".*") && key.hasPrefix(pattern.dropLast()))
  }

  /// An error at the place of a setting.
  func error(_ entry: Entry, _ problem: ConfigError.Problem) -> ConfigError {
    ConfigError(file: file, line: entry.line, column: entry.column, problem: problem)
  }

  /// Returns the number of letters to add, drop or change between two words.
  private static func distance(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let change = diagonal + (right[column] == letter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[right.count]
  }
}
