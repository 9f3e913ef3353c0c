// Names and types as Apple spells them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// The identifier by which a provider knows a type of room.
public typealias EKVirtualConferenceRoomTypeIdentifier = String

/// A type of room that a provider offers, such as one for two people or one for a whole company.
open class EKVirtualConferenceRoomTypeDescriptor: NSObject {
  /// The name for people.
  open private(set) var title: String
  /// The identifier by which the provider knows the type.
  open private(set) var identifier: EKVirtualConferenceRoomTypeIdentifier

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
  open private(set) var title: String?
  /// Where to join, the best place first.
  open private(set) var urlDescriptors: [EKVirtualConferenceURLDescriptor]
  /// What participants should know, such as a password; nil when there is nothing.
  open private(set) var conferenceDetails: String?

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
  open private(set) var title: String?
  /// The link.
  open private(set) var url: URL

  /// Creates a place to join.
  public init(title: String?, url URL: URL) {
    self.title = title
    url = URL
    super.init()
  }
}
