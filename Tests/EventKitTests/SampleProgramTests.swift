import EventKit
import KalendsExtensions
import TestSupport
import Testing

/// The programs of `Samples/eventkit`, each as a person meets it: nothing is set up, and the person allows what it asks for.
@Suite struct SampleProgramTests {
  @Test(arguments: [
    "alarms", "batches", "calendars", "changes", "events", "first", "guide", "model", "permission",
    "reminders",
    "series",
  ])
  func itPrintsWhatItsFileSays(name: String) throws {
    let program = try SampleProgram(name, isAtTerminal: true)
    program.type("y\ny\n")
    let outcome = try program.run()
    #expect(outcome.status == 0 && outcome.errors == "")
    let path = "Samples/eventkit/\(name)/expected.txt"
    if ProjectFiles.isRecording {
      try ProjectFiles.write(outcome.output, to: path)
    } else {
      #expect(outcome.output == ProjectFiles.text(path))
    }
    #expect(outcome.screen.contains("\(program.client) wants to "))
  }

  /// Only Apple's names and those of Swift's own libraries: what is ours alone is in modules that no program imports.
  @Test func theyImportNothingOfOurs() {
    // A provider is no extension here but a program, and one line makes it one.
    let files = ProjectFiles.files(below: "Samples/eventkit", suffix: ".swift")
      .filter { !$0.contains("/conference-provider/") }
    let imports = files.flatMap { path in
      (ProjectFiles.text(path) ?? "").split(separator: "\n").filter { $0.hasPrefix("import ") }
    }
    let allowed: Set<Substring> = [
      "CoreLocation", "EventKit", "EventKitUI", "Foundation", "Observation", "UIKit",
    ]
    #expect(Set(imports.map { $0.dropFirst("import ".count) }).subtracting(allowed) == [])
  }

  /// The example that documents show is the first program, which is compiled and runs on an empty store.
  @Test(arguments: ["README.md", "Samples/guide/swift.md", "Samples/eventkit/README.md"])
  func theExampleOfTheDocumentsIsTheFirstProgram(path: String) throws {
    let program = try #require(ProjectFiles.text("Samples/eventkit/first/main.swift"))
    let blocks = try #require(ProjectFiles.text(path)).split(separator: "```swift\n").dropFirst()
    let examples = blocks.map { $0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex) }
    #expect(examples.contains { $0 == program })
  }
}
