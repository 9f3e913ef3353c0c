import EventKit
import Foundation
import KalendsExtensions
import TestSupport
import Testing

/// Overrides the completion forms, as older programs do.
private final class WithHandlers: EKVirtualConferenceProvider {
  override func fetchAvailableRoomTypes(
    completionHandler: @escaping @Sendable ([EKVirtualConferenceRoomTypeDescriptor]?, (any Error)?) -> Void
  ) {
    completionHandler([EKVirtualConferenceRoomTypeDescriptor(title: "Small", identifier: "s")], nil)
  }

  override func fetchVirtualConference(
    identifier: EKVirtualConferenceRoomTypeIdentifier,
    completionHandler: @escaping @Sendable (EKVirtualConferenceDescriptor?, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async {
      guard identifier == "s" else { return completionHandler(nil, CocoaError(.fileNoSuchFile)) }
      completionHandler(conference, nil)
    }
  }
}

/// Answers more than once, and with nothing.
private final class Stuttering: EKVirtualConferenceProvider {
  override func fetchAvailableRoomTypes(
    completionHandler: @escaping @Sendable ([EKVirtualConferenceRoomTypeDescriptor]?, (any Error)?) -> Void
  ) {
    completionHandler([], nil)
    completionHandler(nil, nil)
  }

  override func fetchVirtualConference(
    identifier: EKVirtualConferenceRoomTypeIdentifier,
    completionHandler: @escaping @Sendable (EKVirtualConferenceDescriptor?, (any Error)?) -> Void
  ) { completionHandler(nil, nil) }
}

/// Overrides the `async` forms.
private final class WithAwait: EKVirtualConferenceProvider {
  override func fetchAvailableRoomTypes() async throws -> [EKVirtualConferenceRoomTypeDescriptor] {
    [EKVirtualConferenceRoomTypeDescriptor(title: "Large", identifier: "l")]
  }

  override func fetchVirtualConference(
    identifier: EKVirtualConferenceRoomTypeIdentifier
  ) async throws -> EKVirtualConferenceDescriptor {
    guard identifier == "l" else { throw CocoaError(.fileNoSuchFile) }
    return conference
  }
}

private var conference: EKVirtualConferenceDescriptor {
  let url = URL(string: "https://meet.example.org/a") ?? URL(fileURLWithPath: "/")
  return EKVirtualConferenceDescriptor(
    title: "Talk", urlDescriptors: [EKVirtualConferenceURLDescriptor(title: "Video", url: url)],
    conferenceDetails: "PIN 12")
}

/// Providers of rooms for conferences.
@Suite struct ConferenceTests {
  /// What a provider says, asked with completion handlers.
  private func rooms(_ provider: EKVirtualConferenceProvider) async -> (
    titles: [String]?, error: (any Error)?
  ) {
    await withCheckedContinuation { continuation in
      provider.fetchAvailableRoomTypes { types, error in
        continuation.resume(returning: (types?.map(\.title), error))
      }
    }
  }

  private func details(_ provider: EKVirtualConferenceProvider, _ identifier: String) async -> (
    String?, (any Error)?
  ) {
    await withCheckedContinuation { continuation in
      provider.fetchVirtualConference(identifier: identifier) { conference, error in
        continuation.resume(returning: (conference?.conferenceDetails, error))
      }
    }
  }

  /// Row 68.
  @Test func eachFormAnswersWithTheOtherWhereOnlyThatIsOverridden() async throws {
    for (provider, title, identifier) in [
      (WithHandlers(), "Small", "s"), (WithAwait(), "Large", "l"),
    ] as [(EKVirtualConferenceProvider, String, String)] {
      #expect(try await provider.fetchAvailableRoomTypes().map(\.title) == [title])
      #expect(await rooms(provider).titles == [title])
      let found = try await provider.fetchVirtualConference(identifier: identifier)
      #expect(found.title == "Talk" && found.urlDescriptors.first?.title == "Video")
      #expect(found.urlDescriptors.first?.url.absoluteString == "https://meet.example.org/a")
      #expect(await details(provider, identifier).0 == "PIN 12")
      await #expect(throws: CocoaError.self) {
        _ = try await provider.fetchVirtualConference(identifier: "x")
      }
      #expect(await details(provider, "x").1 is CocoaError)
    }
  }

  /// Row 68.
  @Test func aQuestionThatIsOverriddenInNeitherFormFailsAndEnds() async throws {
    let provider = EKVirtualConferenceProvider()
    await #expect(throws: EKError.self) { _ = try await provider.fetchAvailableRoomTypes() }
    await #expect(throws: EKError.self) { _ = try await provider.fetchVirtualConference(identifier: "s") }
    #expect(await (rooms(provider).error as? EKError)?.code == .internalFailure)
    #expect(await (details(provider, "s").1 as? EKError)?.code == .internalFailure)
  }

  /// Row 68.
  @Test func aSecondAnswerCountsForNothingAndNoneIsAnError() async throws {
    let provider = Stuttering()
    #expect(try await provider.fetchAvailableRoomTypes().isEmpty)
    await #expect(throws: EKError.self) { _ = try await provider.fetchVirtualConference(identifier: "s") }
  }

  /// Row 68.
  @Test func aProviderIsACommandThatPrintsAnObjectALine() async {
    let rooms = await WithHandlers().answer(["rooms"])
    #expect(rooms == ("{\"identifier\":\"s\",\"title\":\"Small\"}\n", 0))
    let room = await WithAwait().answer(["room", "l"])
    let url = "{\"title\":\"Video\",\"url\":\"https://meet.example.org/a\"}"
    #expect(room == ("{\"details\":\"PIN 12\",\"title\":\"Talk\",\"urls\":[\(url)]}\n", 0))
    #expect(await WithAwait().answer(["room", "x"]).status == 1)
    #expect(await WithAwait().answer(["room"]).status == 2)
    let silent = await EKVirtualConferenceProvider().answer(["rooms"])
    #expect(silent == ("The provider overrides neither form of the question.\n", 1))
  }

  /// `Samples/eventkit/conference-provider`, run as `kal` runs it.
  ///
  /// Row 68.
  @Test func theSampleAnswersAsItsDocumentSays() throws {
    let document = try #require(ProjectFiles.text("Samples/eventkit/conference-provider/README.md"))
    for question in [["rooms"], ["room", "telephone"]] {
      let command = "$ conference-provider " + question.joined(separator: " ") + "\n"
      let told = try #require(document.split(separator: command, maxSplits: 1).last)
      let lines = told.split(separator: "\n").prefix { $0.hasPrefix("{") }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: BuiltProgram.path("conference-provider"))
      process.arguments = question
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0 && text == lines.joined(separator: "\n") + "\n")
    }
  }
}
