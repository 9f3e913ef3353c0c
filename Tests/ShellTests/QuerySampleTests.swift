import TestSupport
import Testing

@testable import Server
@testable import Statements

/// Runs the files of `Samples/queries`: statements over the sample calendars, and all that they answer.
///
/// With `KALENDS_RECORD=1` the files are written anew from what the program answers now; read the difference.
@Suite struct QuerySampleTests {
  static let files = ProjectFiles.files(below: "Samples/queries", suffix: ".test")

  @Test func theFilesAreThere() { #expect(Self.files.count >= 8) }

  @Test(arguments: files) func answersAreTheExpectedOnes(path: String) throws {
    let shell = try SampleSession()
    let stored = shell.storedBytes
    #expect(!stored.isEmpty)
    try GoldenFile(path).verify(shell.everything)
    // Reading never writes.
    #expect(shell.storedBytes == stored, "\(path) changed the store")
  }
}

/// Runs the files of `Samples/changes`: statements that change a store, one after
/// another, and all that they answer.
///
/// The heading says whether a store has the sample calendars, and whether statements come from the prompt.
@Suite struct ChangeSampleTests {
  static let files = ProjectFiles.files(below: "Samples/changes", suffix: ".test")

  @Test func theFilesOfChangesAreThere() { #expect(Self.files.count >= 7) }

  @Test(arguments: files) func changesAnswerAsWritten(path: String) throws {
    let file = try GoldenFile(path)
    let heading = file.heading.joined(separator: " ")
    let shell = try SampleSession(importing: heading.contains("sample calendars"))
    shell.session.isInteractive = heading.contains("at the prompt")
    try file.verify(shell.everything)
    #expect(try shell.answer("check") == "the store is sound\n")
  }
}
