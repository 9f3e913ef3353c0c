import Editing
import Foundation

/// A participant's reply to an invitation.
public enum KLParticipantStatus: Int, CaseIterable, Sendable {
  /// The calendar does not contain the status.
  case unknown = 0
  case pending, accepted, declined, tentative, delegated, completed, inProcess
}

/// The role of a participant.
public enum KLParticipantRole: Int, CaseIterable, Sendable {
  case unknown = 0
  case required, optional, chair, nonParticipant
}

/// The type of a participant.
public enum KLParticipantType: Int, CaseIterable, Sendable {
  case unknown = 0
  case person, room, resource, group
}

/// A participant or organizer of an event, read-only.
public struct KLParticipant: Hashable, Sendable {
  /// The name; nil when unknown.
  public let name: String?
  /// The address as stored, usually `mailto:…`; nil when it is not a URL.
  public let url: URL?
  /// The address without `mailto:`.
  public let emailAddress: String
  /// The participant's reply.
  public let participantStatus: KLParticipantStatus
  /// The participant's role.
  public let participantRole: KLParticipantRole
  /// The participant's type.
  public let participantType: KLParticipantType
  /// Whether the participant is the user.
  public let isCurrentUser: Bool

  init(_ participant: Participant, own: Set<String>) {
    name = participant.name
    url = URL(string: participant.address)
    emailAddress = participant.email
    isCurrentUser = participant.isOne(of: own)
    participantStatus =
      switch participant.status {
      case "needs-action": .pending
      case "accepted": .accepted
      case "declined": .declined
      case "tentative": .tentative
      case "delegated": .delegated
      case "completed": .completed
      case "in-process": .inProcess
      default: .unknown
      }
    participantRole =
      switch participant.role {
      case "req-participant": .required
      case "opt-participant": .optional
      case "chair": .chair
      case "non-participant": .nonParticipant
      default: .unknown
      }
    participantType =
      switch participant.type {
      case "individual": .person
      case "room": .room
      case "resource": .resource
      case "group": .group
      default: .unknown
      }
  }
}
