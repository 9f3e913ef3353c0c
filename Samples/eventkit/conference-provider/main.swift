import EventKit
import Foundation
import KalendsExtensions

// A provider of rooms, as an extension of an app has it on Apple's systems.
final class CompanyRooms: EKVirtualConferenceProvider {
  override func fetchAvailableRoomTypes() async throws -> [EKVirtualConferenceRoomTypeDescriptor] {
    [
      EKVirtualConferenceRoomTypeDescriptor(title: "Video room", identifier: "video"),
      EKVirtualConferenceRoomTypeDescriptor(title: "Telephone", identifier: "telephone"),
    ]
  }

  override func fetchVirtualConference(
    identifier: EKVirtualConferenceRoomTypeIdentifier
  ) async throws -> EKVirtualConferenceDescriptor {
    let telephone = try link("Telephone", "tel:+49-30-5550100")
    switch identifier {
    case "video":
      // A real provider asks its server for a room here.
      return EKVirtualConferenceDescriptor(
        title: nil, urlDescriptors: [try link("Video", "https://meet.example.com/rooms/ada"), telephone],
        conferenceDetails: "The room opens ten minutes before.")
    case "telephone":
      return EKVirtualConferenceDescriptor(
        title: nil, urlDescriptors: [telephone], conferenceDetails: "The PIN is 2718.")
    default: throw CocoaError(.featureUnsupported)
    }
  }

  private func link(_ title: String, _ address: String) throws -> EKVirtualConferenceURLDescriptor {
    guard let url = URL(string: address) else { throw URLError(.badURL) }
    return EKVirtualConferenceURLDescriptor(title: title, url: url)
  }
}

// The one line that makes it a command of Kalends.
await CompanyRooms().serveConferences()
