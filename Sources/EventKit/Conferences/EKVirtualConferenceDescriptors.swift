// Names and types as Apple spells them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// The identifier by which a provider knows a type of room.
public typealias EKVirtualConferenceRoomTypeIdentifier = String

/// A type of room that a provider offers, such as one for two people or one for a whole company.
open class EKVirtualConferenceRoomTypeDescriptor: NSObject {
  /// The name for people.
  public let title: String
  /// The identifier by which the provider knows the type.
  public let identifier: EKVirtualConferenceRoomTypeIdentifier

  /// Creates a type of room.
  public init(title: String, identifier: EKVirtualConferenceRoomTypeIdentifier) {
    self.title = title
    self.identifier = identifier
    super.init()
  }
}

/// A conference that was made for an event: where to join it, and what its participants should know.
open class EKVirtualConferenceDescriptor: NSObject {
  /// The name for people; nil for the name of the type of room.
  public let title: String?
  /// Where to join, the best place first.
  public let urlDescriptors: [EKVirtualConferenceURLDescriptor]
  /// What participants should know, such as a password; nil when there is nothing.
  public let conferenceDetails: String?

  /// Creates a conference.
  public init(
    title: String?, urlDescriptors URLDescriptors: [EKVirtualConferenceURLDescriptor],
    conferenceDetails: String?
  ) {
    self.title = title
    urlDescriptors = URLDescriptors
    self.conferenceDetails = conferenceDetails
    super.init()
  }
}

/// A place to join a conference: a link, or a telephone number as one.
open class EKVirtualConferenceURLDescriptor: NSObject {
  /// The name for people, where there are several.
  public let title: String?
  /// The link.
  public let url: URL

  /// Creates a place to join.
  public init(title: String?, url URL: URL) {
    self.title = title
    url = URL
    super.init()
  }
}
