import TestSupport
import Testing

/// The README and the documents of `Samples/guide` lead to each other and to files that are there.
@Suite struct GuideLinkTests {
  static let documents = ["README.md"] + ProjectFiles.files(below: "Samples/guide", suffix: ".md")

  /// A document leads to others and to files of the project by their names.
  @Test(arguments: documents) func linksLeadToWhatIsThere(path: String) throws {
    let folder = path.split(separator: "/").dropLast().map(String.init)
    for part in try #require(ProjectFiles.text(path)).split(separator: "](").dropFirst() {
      let link = part.prefix { $0 != ")" }
      if link.contains("://") || link.hasPrefix("mailto:") { continue }
      let file = link.prefix { $0 != "#" }
      var place = folder
      for name in file.split(separator: "/") {
        if name == ".." { _ = place.popLast() } else { place.append(String(name)) }
      }
      #expect(Checkout.isThere(place.joined(separator: "/")), "\(path): \(link)")
    }
  }

  @Test func everyDocumentOfTheGuideIsListed() throws {
    let list = try #require(ProjectFiles.text("Samples/guide/README.md"))
    for path in Self.documents where path.hasPrefix("Samples/guide/") && !path.hasSuffix("README.md") {
      #expect(list.contains("](" + path.dropFirst("Samples/guide/".count) + ")"), "\(path)")
    }
  }

  /// The README is a door and not a tour.
  @Test func theReadmeIsShort() throws {
    let readme = try #require(ProjectFiles.text("README.md"))
    #expect(readme.utf8.count { $0 == 10 } <= 200)
  }
}
