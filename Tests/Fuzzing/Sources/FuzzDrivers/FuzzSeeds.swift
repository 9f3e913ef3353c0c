import Foundation

/// The inputs that mutated ones are made of: the corpus, and samples and grammar where they stand.
public struct FuzzSeeds: Sendable {
  private let root: String

  /// Seeds of a checkout.
  public init(root: String) { self.root = root }

  /// What is kept for a kind, by name: seeds that no sample is like, and inputs that once failed.
  public func kept(_ kind: String) -> [(name: String, bytes: [UInt8])] {
    files("Tests/Fuzzing/Corpus/" + kind, "").map { ($0, bytes($0)) }
  }

  /// All seeds of a kind.
  public func all(_ kind: FuzzKind) -> [[UInt8]] { kept(kind.rawValue).map(\.bytes) + samples(kind) }

  private func samples(_ kind: FuzzKind) -> [[UInt8]] {
    switch kind {
    case .calendar: return (files("Samples/calendars", ".ics") + files("Samples/hostile", ".ics")).map(bytes)
    case .rule:
      return files("Samples", ".ics").flatMap { lines($0) }.filter { $0.hasPrefix("RRULE:") }.map {
        Array($0.dropFirst(6).utf8)
      }
    case .card: return files("Samples", ".vcf").map(bytes)
    case .zone:
      let names = [
        "Europe/Berlin", "America/St_Johns", "Africa/Casablanca", "Asia/Gaza", "Australia/Lord_Howe", "UTC",
      ]
      return names.compactMap {
        FileManager.default.contents(atPath: "/usr/share/zoneinfo/" + $0).map(Array.init)
      }
    case .statement: return statements.map { Array($0.utf8) }
    case .json: return (files("Grammar/json", ".json") + files("Samples", ".json")).map(bytes) + requests
    case .item: return ["event", "reminder", "series"].map { bytes("Grammar/json/\($0).json") } + requests
    case .frame:
      return files("Samples/protocol", ".transcript").map { path in
        Array(requests(path).joined(separator: "\n").utf8)
      }
    case .answers:
      return files("Samples/forms", ".answers").flatMap { lines($0) }.filter { $0.hasPrefix("> ") }.map {
        Array($0.dropFirst(2).utf8)
      }
    }
  }

  /// All statements of the data files.
  public var statements: [String] {
    (files("Grammar", ".test") + files("Samples", ".test")).flatMap { lines($0) }.filter {
      $0.hasPrefix("> ")
    }
    .map { String($0.dropFirst(2)) }
  }

  private var requests: [[UInt8]] {
    files("Samples/protocol", ".transcript").flatMap(requests).compactMap { line in
      line.firstIndex(of: "{").map { Array(line[$0...].utf8) }
    }
  }

  private func requests(_ path: String) -> [String] {
    lines(path).filter { $0.hasPrefix("C: ") }.map { String($0.dropFirst(3)) }
  }

  private func files(_ folder: String, _ suffix: String) -> [String] {
    let found =
      FileManager.default.enumerator(atPath: root + "/" + folder)?.compactMap { $0 as? String } ?? []
    var isFolder: ObjCBool = false
    return found.filter { $0.hasSuffix(suffix) }.sorted().map { folder + "/" + $0 }.filter {
      FileManager.default.fileExists(atPath: root + "/" + $0, isDirectory: &isFolder) && !isFolder.boolValue
    }
  }

  private func bytes(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: root + "/" + path).map(Array.init) ?? []
  }

  private func lines(_ path: String) -> [String] {
    String(decoding: bytes(path), as: UTF8.self).split(separator: "\n").map {
      String($0.last == "\r" ? $0.dropLast() : $0)
    }
  }
}
