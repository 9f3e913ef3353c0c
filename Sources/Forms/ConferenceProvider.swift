import Changes

/// A provider of rooms for conferences, as EventKit's `EKVirtualConferenceProvider` is one: a form offers its rooms as
/// the place of an event.
public protocol ConferenceProvider {
  /// The rooms on offer.
  func rooms() throws(ConferenceFault) -> [ConferenceRoom]
  /// A conference in one of the rooms.
  func conference(in room: ConferenceRoom) throws(ConferenceFault) -> Conference
}

/// A type of room that a provider offers.
public struct ConferenceRoom: Hashable, Sendable {
  /// The name for people, one line.
  public var title: String
  /// The identifier by which the provider knows it.
  public var identifier: String

  /// Creates a room.
  public init(title: String, identifier: String) {
    self.title = title
    self.identifier = identifier
  }
}

/// A conference that a provider made for an event.
public struct Conference: Hashable, Sendable {
  /// A place to join it.
  public struct Link: Hashable, Sendable {
    /// The name for people, one line; nil where there is only one link.
    public var title: String?
    /// The address, with its scheme.
    public var url: String

    /// Creates a place to join.
    public init(title: String?, url: String) {
      self.title = title
      self.url = url
    }
  }

  /// The name for people, one line; nil for the room's.
  public var title: String?
  /// Where to join, the best place first.
  public var links: [Link]
  /// What participants should know; nil when there is nothing.
  public var details: String?

  /// Creates a conference.
  public init(title: String?, links: [Link], details: String?) {
    self.title = title
    self.links = links
    self.details = details
  }
}

/// Why a provider has no rooms, or made no conference.
public struct ConferenceFault: Error, Hashable, Sendable {
  /// The code of the error.
  public static let code = "conference-failed"
  /// What happened, as the end of a sentence about the provider's command: `ended with status 3`.
  public var reason: String

  /// Creates a fault.
  public init(_ reason: String) { self.reason = reason }

  /// The fault in words.
  public var message: String { "the command of conference.command \(reason)" }
}

/// The rooms of a provider during one form: they are asked for when they are first needed, once.
public final class RoomOffer {
  private let provider: any ConferenceProvider
  private var known: Result<[ConferenceRoom], ConferenceFault>?
  private var isFaultTold = false

  /// Creates an offer; nothing is asked yet.
  public init(_ provider: any ConferenceProvider) { self.provider = provider }

  /// The rooms; empty where there are none or the provider failed.
  var rooms: [ConferenceRoom] { (try? answer.get()) ?? [] }

  private var answer: Result<[ConferenceRoom], ConferenceFault> {
    if let known { return known }
    let found = Result { () throws(ConferenceFault) in try provider.rooms() }
    known = found
    return found
  }

  /// The rooms with their numbers, or why there are none; nil for a provider without rooms.
  var menu: String? {
    switch answer {
    case .success(let rooms) where rooms.isEmpty: nil
    case .success(let rooms): "rooms: " + rooms.map(\.title).joined(separator: "  |  ")
    case .failure(let fault): fault.message
    }
  }

  /// The room of a title, in any case of letters.
  func room(titled text: String) -> ConferenceRoom? {
    rooms.first { $0.title == text } ?? rooms.first { $0.title.lowercased() == text.lowercased() }
  }

  /// Why there are no rooms, told once; nil when nothing failed.
  func faultToTell() -> String? {
    guard !isFaultTold, case .failure(let fault) = answer else { return nil }
    isFaultTold = true
    return fault.message + "; the place is taken as it is"
  }

  /// A conference in a room.
  func conference(in room: ConferenceRoom) throws(FormFault) -> Conference {
    do throws(ConferenceFault) {
      return try provider.conference(in: room)
    } catch {
      throw .answer(
        Diagnostic(
          code: ConferenceFault.code, message: error.message,
          hint: "another place is taken as it is; > goes on without one"))
    }
  }
}
