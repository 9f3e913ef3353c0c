import TestSupport
import Testing

/// Layout: targets, arrows and imports.
@Suite struct LayoutTests {
  private let manifest = PackageManifest.project

  @Test func theManifestIsUnderstoodByTheseTests() throws {
    let civil = try #require(manifest.target("CivilTime"))
    #expect(civil.dependencies == ["Locking"] && !civil.isTest)
    #expect(manifest.target("Locking")?.dependencies.isEmpty == true)
    let shell = try #require(manifest.target("Shell"))
    #expect(shell.dependencies.contains("QueryEngine") && shell.dependencies.contains("LineEditor"))
    #expect(manifest.target("ShellTests")?.isTest == true)
  }

  /// Arrows point down: a target depends only on what stands above it in the manifest.
  @Test func arrowsPointDown() {
    var seen: Set<String> = []
    for target in manifest.targets {
      let below = target.dependencies.filter { !seen.contains($0) }
      #expect(below.isEmpty, "\(target.name) depends on \(below), declared below it")
      seen.insert(target.name)
    }
  }

  /// A room that needs more than nine others is several.
  @Test func noTargetHasMoreThanNineArrows() {
    let sources = Set(Checkout.sources.map { String($0.split(separator: "/")[1]) })
    let wide = manifest.targets.filter { sources.contains($0.name) && $0.dependencies.count > 9 }
    #expect(wide.map(\.name) == [])
  }

  /// A room hands on what its face is written in, in one file, and `DESIGN.md` says what.
  @Test func whatRoomsHandOnIsInTheTableOfRooms() {
    var handed: [String: [String]] = [:]
    for path in Checkout.sources {
      let lines = Checkout.code(path).filter { $0.hasPrefix("@_exported") }
      if lines.isEmpty { continue }
      let room = String(path.split(separator: "/")[1])
      #expect(path == "Sources/\(room)/Exports.swift")
      let rooms = Self.imports(of: path).filter { manifest.target($0) != nil }
      if !rooms.isEmpty { handed[room] = rooms }
    }
    let table = (ProjectFiles.text("DESIGN.md") ?? "").split(separator: "\n").filter { $0.hasPrefix("| `") }
    var told: [String: [String]] = [:]
    for row in table {
      let names = (row.split(separator: "|").first ?? "").split(separator: "`").map(String.init)
      guard let room = names.last(where: { manifest.target($0) != nil }), row.contains("hands on ") else {
        continue
      }
      let hands = row.split(separator: "hands on ").last ?? ""
      told[room] = hands.split(separator: "`").map(String.init).filter { manifest.target($0) != nil }
    }
    #expect(told.mapValues { $0.sorted() } == handed.mapValues { $0.sorted() })
    // The package manager has to know, or what is built on a room would not be built anew with it.
    let declared = (ProjectFiles.text("Package.swift") ?? "").split(separator: "let handsOn = [").last ?? ""
    for (room, rooms) in handed {
      let list = "\"\(room)\": [" + rooms.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
      #expect(declared.contains(list), "\(list)")
    }
  }

  /// An arrow that nothing uses is none.
  @Test func everyArrowIsUsed() {
    for target in manifest.targets {
      let files = Checkout.sources.filter { $0.hasPrefix("Sources/\(target.name)/") }
      if files.isEmpty { continue }
      let used = Set(files.flatMap(Self.imports))
      let idle = target.dependencies.filter { !used.contains($0) }
      #expect(idle.isEmpty, "\(target.name) imports none of \(idle)")
    }
  }

  /// The picture has every arrow that does not follow from others, and no other.
  @Test func thePictureShowsTheArrows() {
    let rooms = Set(Checkout.sources.map { String($0.split(separator: "/")[1]) }).subtracting([
      "kal", "kal-sync",
    ])
    var drawn: [String: Set<String>] = [:]
    let picture =
      (ProjectFiles.text("DESIGN.md") ?? "").split(separator: "```").first { $0.contains("Shell → ") } ?? ""
    for line in picture.split(separator: "\n") {
      // Two may stand beside each other.
      for arrow in line.split(separator: "   ") where arrow.contains(" → ") {
        let ends = arrow.split(separator: " → ")
        let room = ends[0].split(separator: " ").last.map(String.init) ?? ""
        drawn[room] = Set(ends[1].split(separator: ", ").map { $0.filter { $0 != " " } })
      }
    }
    var real: [String: Set<String>] = [:]
    for room in rooms {
      let arrows = (manifest.target(room)?.dependencies ?? []).filter { rooms.contains($0) }
      let least = arrows.filter { arrow in
        !arrows.contains { $0 != arrow && manifest.reachable(from: $0).contains(arrow) }
      }
      if !least.isEmpty { real[room] = Set(least) }
    }
    #expect(drawn == real)
  }

  @Test func eachFileImportsOnlyWhatTheArrowsOfItsTargetAllow() {
    let system: Set<String> = ["Glibc", "Darwin", "Swift", "Synchronization"]
    #expect(!Checkout.sources.isEmpty)
    for path in Checkout.sources {
      let name = String(path.split(separator: "/")[1])
      guard let target = manifest.target(name) else {
        Issue.record("\(path) belongs to no target")
        continue
      }
      var allowed = system.union(target.dependencies)
      if Self.mayUseFoundation.contains(name) { allowed.insert("Foundation") }
      for module in Self.imports(of: path) {
        #expect(allowed.contains(module), "\(path) imports \(module)")
      }
    }
  }

  /// The targets that speak Foundation's types to programs; everything below
  /// them, and the shell, does without.
  private static let mayUseFoundation = [
    "Colors", "CoreLocation", "MapKit", "UIKit", "EventKit", "EventKitUI", "KalendsExtensions",
  ]

  /// SQLite is the store's alone, readline and libedit the line editor's, libcurl the web client's,
  /// Foundation EventKit's.
  @Test func sqliteIsTheStoresAlone() {
    let owners = [
      ("CSQLite", "Store"), ("CReadline", "LineEditor"), ("CEditline", "LineEditor"), ("CCurl", "WebClient"),
    ]
    for (library, owner) in owners {
      let users = manifest.targets.filter { $0.dependencies.contains(library) }.map(\.name)
      #expect(users == [owner])
    }
    let foundation = ["Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML"]
    let users = Checkout.sources.filter { path in Self.imports(of: path).contains { foundation.contains($0) }
    }
    let targets = Set(users.map { String($0.split(separator: "/")[1]) })
    #expect(targets == Set(Self.mayUseFoundation))
    #expect(manifest.target("Shell")?.dependencies.contains("EventKit") == false)
    // kal is one static program without a network.
    #expect(!manifest.reachable(from: "kal").contains("CCurl"))
    #expect(!manifest.reachable(from: "kal-sync").contains("Store"))
  }

  @Test func testsAreWrittenWithSwiftTesting() {
    let tests = ProjectFiles.files(below: "Tests", suffix: ".swift")
    #expect(tests.filter { Self.imports(of: $0).contains("XCTest") } == [])
  }

  /// A target holds no type of its own name, and nothing public takes a name of the standard libraries.
  @Test func aTargetHoldsNoTypeOfItsOwnName() {
    let kinds = ["struct ", "class ", "enum ", "actor ", "protocol ", "typealias "]
    let taken = [
      "Date", "Calendar", "TimeZone", "Locale", "Duration", "Span", "Predicate", "URL", "Data", "UUID",
      "Clock",
    ]
    for path in Checkout.sources {
      let target = String(path.split(separator: "/")[1])
      for line in Checkout.code(path) {
        guard let kind = kinds.first(where: { line.contains($0) }), let range = line.firstRange(of: kind)
        else {
          continue
        }
        let name = line[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let isTopLevel = line.first != " "
        #expect(String(name) != target || !isTopLevel, "\(path): \(line)")
        if isTopLevel, line.contains("public ") {
          #expect(!taken.contains(String(name)), "\(path): \(line)")
        }
      }
    }
  }

  @Test func thereIsNoPublicExtensionOfATypeOfTheStandardLibrary() {
    let types = [
      "String", "Substring", "Character", "Int", "Array", "Dictionary", "Set", "Optional", "Sequence",
    ]
    let found = Checkout.sources.flatMap { path in
      Checkout.code(path).filter { line in types.contains { line.hasPrefix("public extension \($0)") } }
    }
    #expect(found == [])
  }

  /// The modules a file imports, whatever attributes stand before.
  private static func imports(of path: String) -> [String] {
    Checkout.code(path).compactMap { line in
      let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
      // Deeper inside it is a line of a text, such as a statement in an example.
      guard words.first == "import", words.count >= 2, !line.hasPrefix("    ") else { return nil }
      return words[words.count - 1].split(separator: ".").first.map(String.init)
    }
  }
}
