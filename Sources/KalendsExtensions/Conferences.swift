import EventKit
import Foundation

extension EKVirtualConferenceProvider {
  /// Makes the program a command that offers the provider's rooms, and ends it with the command's status.
  ///
  /// Its path is the setting `conference.command` of `kal`, whose forms then offer the rooms as the place of an event.
  ///
  ///     @main struct Rooms {
  ///       static func main() async { await CompanyRooms().serveConferences() }
  ///     }
  public func serveConferences(_ arguments: [String] = CommandLine.arguments) async -> Never {
    let (text, status) = await answer(Array(arguments.dropFirst()))
    // Whoever does not read the answer does not need it.
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    exit(status)
  }

  /// What the command prints for its arguments, and its status: an object a line, or why there is none.
  package func answer(_ arguments: [String]) async -> (text: String, status: Int32) {
    do {
      switch (arguments.first, arguments.count) {
      case ("rooms", 1):
        let rooms = try await fetchAvailableRoomTypes()
        return (
          try rooms.map { try Self.line(["identifier": $0.identifier, "title": $0.title]) }.joined(), 0
        )
      case ("room", 2):
        return (try Self.line(Self.object(try await fetchVirtualConference(identifier: arguments[1]))), 0)
      default: return ("rooms, or room and an identifier, are what can be asked\n", 2)
      }
    } catch {
      return (error.localizedDescription + "\n", 1)
    }
  }

  private static func object(_ conference: EKVirtualConferenceDescriptor) -> [String: Any] {
    let urls = conference.urlDescriptors.map { link in
      ["url": link.url.absoluteString].merging(link.title.map { ["title": $0] } ?? [:]) { first, _ in first }
    }
    var object: [String: Any] = ["urls": urls]
    object["title"] = conference.title
    object["details"] = conference.conferenceDetails
    return object
  }

  private static func line(_ object: [String: Any]) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
