import TestSupport
import Testing

@Suite struct ReadmeTests {
  /// The session that the README shows is the one that `Tests/scripts/forms.sh` plays.
  @Test func theNewcomersSessionIsTheTranscript() throws {
    let transcript = try #require(ProjectFiles.text("Samples/forms/newcomer.form"))
    let screen = try #require(transcript.split(separator: "\n---\n").last)
    let session = screen.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2).joined(
      separator: "\n")
    #expect(session.count > 1_000)
    #expect(try #require(ProjectFiles.text("README.md")).contains("```\n\(session)\n```"))
  }
}
