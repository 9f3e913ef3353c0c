import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files of the project as the rules see them.
enum Checkout {
  /// The names at the root, without what builds and version control leave there.
  static let rootNames: [String] = names(in: "").filter { name in
    name != ".git" && name != ".swiftpm" && name != "Package.resolved" && !name.hasPrefix(".build")
  }

  /// Every text file of the project, relative to the root.
  static let textFiles: [String] = rootNames.flatMap { name -> [String] in
    let below = ProjectFiles.files(below: name)
    return below.isEmpty ? [name] : below
  }.filter { path in
    // Broken input is meant to be odd, and generated builds of side packages are no text of ours.
    !path.hasPrefix("Samples/hostile/") && !path.contains("/.build") && !path.hasSuffix("/Package.resolved")
  }

  /// The Swift files of the targets.
  static let sources: [String] = ProjectFiles.files(below: "Sources", suffix: ".swift")

  /// The lines of a source without comments, so that prose may name what code may not use.
  static func code(_ path: String) -> [String] {
    codeLines(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The places, as `path:line: text`, where code has one of the words standing on its own.
  static func places(of words: [String], in paths: [String]) -> [String] {
    let words = words.map { Array($0.utf8) }
    return paths.flatMap { path -> [String] in
      // Most files have none of them, comments included, and their lines need not be looked at.
      let bytes = ProjectFiles.bytes(ProjectFiles.root + "/" + path) ?? []
      guard words.contains(where: { contains($0, in: bytes) }) else { return [] }
      return codeLines(path).enumerated().compactMap { index, line in
        guard words.contains(where: { holds($0, in: line) }) else { return nil }
        return "\(path):\(index + 1): " + String(decoding: line, as: UTF8.self)
      }
    }
  }

  /// Whether bytes stand somewhere in others.
  static func contains(_ word: [UInt8], in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { all in
      word.withUnsafeBytes { part in
        guard let start = all.baseAddress, let wanted = part.baseAddress, let first = part.first else {
          return part.isEmpty
        }
        var place = 0
        while place + part.count <= all.count {
          let rest = start + place
          guard let found = memchr(rest, Int32(first), all.count - place - part.count + 1) else {
            return false
          }
          if memcmp(found, wanted, part.count) == 0 { return true }
          place += UnsafeRawPointer(found) - rest + 1
        }
        return false
      }
    }
  }

  private static func codeLines(_ path: String) -> [ArraySlice<UInt8>] {
    let bytes = ProjectFiles.bytes(ProjectFiles.root + "/" + path) ?? []
    return bytes.split(separator: 10, omittingEmptySubsequences: false).map { line in
      let comment = line.indices.dropLast().first { index in
        line[index] == slash && line[index + 1] == slash
          && (index == line.startIndex || line[index - 1] != UInt8(ascii: ":"))
      }
      return comment.map { line[..<$0] } ?? line
    }
  }

  private static let slash = UInt8(ascii: "/")

  /// Whether a line has a word that is not the end of a longer name or a member of something.
  private static func holds(_ word: [UInt8], in line: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first, line.count >= word.count else { return false }
    return line.indices.dropLast(word.count - 1).contains { index in
      guard line[index] == first, line[index...].starts(with: word) else { return false }
      guard index > line.startIndex else { return true }
      let before = Unicode.Scalar(line[index - 1])
      let isPart =
        before.properties.isAlphabetic || ("0"..."9").contains(before) || before == "_" || before == "."
      return !isPart && !line[..<index].reversed().starts(with: "func ".utf8.reversed())
    }
  }

  static func isThere(_ path: String) -> Bool { access(ProjectFiles.root + "/" + path, F_OK) == 0 }

  static func isExecutable(_ path: String) -> Bool { access(ProjectFiles.root + "/" + path, X_OK) == 0 }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(ProjectFiles.root + "/" + folder) else { return [] }
    defer { closedir(directory) }
    var result: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { result.append(name) }
    }
    return result.sorted()
  }
}
