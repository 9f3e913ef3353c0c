import TestSupport
import Testing

@Suite struct ReadmeTests {
  /// The session that the guide shows is the one that `Tests/scripts/forms.sh` plays.
  @Test func theNewcomersSessionIsTheTranscript() throws {
    let transcript = try #require(ProjectFiles.text("Samples/forms/newcomer.form"))
    let screen = try #require(transcript.split(separator: "\n---\n").last)
    let session = screen.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2).joined(
      separator: "\n")
    #expect(session.count > 1_000)
    #expect(try #require(ProjectFiles.text("Samples/guide/forms.md")).contains("```\n\(session)\n```"))
  }

  @Test func theLicenseNamesEveryLibraryAndWhatItLinks() throws {
    let document = try #require(ProjectFiles.text("Samples/guide/swift.md"))
    let license = try #require(document.firstRange(of: "\n## License\n"))
    let rows = document[license.upperBound...].split(separator: "\n").filter { $0.hasPrefix("| `") }
    let manifest = PackageManifest.project
    var named: [String] = []
    for row in rows {
      let cells = row.split(separator: "|")
      let libraries = Self.quoted(cells[0])
      named += libraries
      for name in libraries {
        #expect(cells[1].contains("SQLite") == manifest.reachable(from: name).contains("CSQLite"), "\(name)")
        #expect(
          cells[1].contains("readline") == manifest.reachable(from: name).contains("LineEditor"), "\(name)")
      }
    }
    let package = try #require(ProjectFiles.text("Package.swift"))
    let products = package.split(separator: ".library(name: \"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(named.sorted() == products.map(String.init).sorted())
    #expect(named.count == 23 && document.contains("publishes twenty-three libraries"))
  }

  /// Names of suites, targets, scripts and folders, which move when the code does.
  @Test func whatTheReadmeOfTestsNamesIsThere() throws {
    let readme = try #require(ProjectFiles.text("Tests/README.md"))
    let manifest = PackageManifest.project
    var found = 0
    for row in readme.split(separator: "\n") where row.hasPrefix("| ") {
      for name in Self.quoted(row).flatMap({ $0.split(separator: " ") }) {
        let isData = ["Samples/", "Grammar/", "Tests/"].contains { name.hasPrefix($0) }
        let folder = name.split(separator: "*", omittingEmptySubsequences: false)[0]
        if isData {
          found += 1
          let path = folder == name ? name : folder[...(folder.lastIndex(of: "/") ?? folder.startIndex)]
          #expect(Checkout.isThere(String(path)), "\(name)")
        }
        for part in name.split(whereSeparator: { "/'.".contains($0) }) where part.hasSuffix("Tests") {
          if part.contains("…") || part == "Tests" { continue }
          found += 1
          let isThere = TestNames.groups.contains(String(part)) || manifest.target(String(part)) != nil
          #expect(isThere, "\(part)")
        }
      }
    }
    #expect(found > 60)
  }

  /// What stands in backquotes.
  private static func quoted(_ text: some StringProtocol) -> [String] {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }
}
