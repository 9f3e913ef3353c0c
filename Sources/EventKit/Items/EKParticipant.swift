import Editing
import Foundation

/// A participant or organizer of an event, read-only.
open class EKParticipant: EKObject, NSCopying {
  private let participant: Participant
  private let isMe: Bool

  /// Creates a participant without address, for subclasses in tests of programs.
  public init() {
    (participant, isMe) = (Participant(name: nil, address: ""), false)
    super.init(store: nil)
  }

  init(_ participant: Participant, own: Set<String>) {
    self.participant = participant
    isMe = participant.isOne(of: own)
    super.init(store: nil)
  }

  override var identity: AnyHashable? { participant }

  /// The address, usually `mailto:…`; an address that is no URL stands behind `mailto:`, percent-encoded.
  open var url: URL {
    if let url = URL(string: participant.address), url.scheme != nil { return url }
    let address = participant.email.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
    return URL(string: "mailto:" + address) ?? URL(fileURLWithPath: "/")
  }

  /// The name; nil when unknown.
  open var name: String? { participant.name }

  /// The participant's reply.
  open var participantStatus: EKParticipantStatus { EKParticipantStatus(word: participant.status) }

  /// The participant's role.
  open var participantRole: EKParticipantRole { EKParticipantRole(word: participant.role) }

  /// The participant's type.
  open var participantType: EKParticipantType { EKParticipantType(word: participant.type) }

  /// Whether the participant is the person whose store it is.
  open var isCurrentUser: Bool { isMe }

  /// A predicate that is true of objects that hold the participant's address.
  ///
  /// Apple's goes to the Contacts framework. This one is true of text, and of arrays of text, that hold the address.
  open var contactPredicate: NSPredicate {
    let email = participant.email.lowercased()
    return NSPredicate { object, _ in
      switch object {
      case let text as String: text.lowercased() == email
      case let texts as [String]: texts.contains { $0.lowercased() == email }
      default: false
      }
    }
  }

  /// Name, address, reply, role and type.
  open override var description: String {
    var text = ObjectDescription(self)
    text.add("name", name)
    text.add("url", url)
    text.add("status", participantStatus)
    text.add("role", participantRole)
    text.add("type", participantType)
    return text.with()
  }

  /// The participant itself, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The address without `mailto:`.
  package var bareAddress: String { participant.email }
}
