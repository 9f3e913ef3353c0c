import Editing
import Foundation

/// What somebody answered to an invitation.
public enum KLParticipantStatus: Int, CaseIterable, Sendable {
  /// The calendar does not tell.
  case unknown = 0
  case pending, accepted, declined, tentative, delegated, completed, inProcess
}

/// What somebody is asked for.
public enum KLParticipantRole: Int, CaseIterable, Sendable {
  case unknown = 0
  case required, optional, chair, nonParticipant
}

/// Who or what is invited.
public enum KLParticipantType: Int, CaseIterable, Sendable {
  case unknown = 0
  case person, room, resource, group
}

/// Somebody invited, or who invites; programs read them and do not change them.
public struct KLParticipant: Hashable, Sendable {
  /// The name; nil when not told.
  public let name: String?
  /// The address as it stands, usually `mailto:…`; nil where that is no URL.
  public let url: URL?
  /// The address without `mailto:`.
  public let emailAddress: String
  /// What they answered.
  public let participantStatus: KLParticipantStatus
  /// What they are asked for.
  public let participantRole: KLParticipantRole
  /// Who or what they are.
  public let participantType: KLParticipantType
  /// Whether it is the person whose calendars these are.
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
