// Names and types as Apple spells them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Editing
import Foundation

/// Posts `EKEventStoreChanged` for a store: own saves, saves of other stores and other programs, and changes of access.
///
/// It looks at the file a few times a second; all changes between two looks are one notification. Nothing is opened
/// before the first look, so that a program that ends at once pays nothing.
final class ChangePoster {
  private let timer: any DispatchSourceTimer

  /// Starts to look; the store is not kept alive.
  init(_ store: EKEventStore) {
    let queue = DispatchQueue(label: "EventKit changes")
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let interval = max(0.001, min(store.options.changeInterval, 3600))
    timer.schedule(deadline: .now() + interval, repeating: interval)
    nonisolated(unsafe) var look = Look(before: store.seen)
    timer.setEventHandler { [weak store] in
      guard let store else { return }
      guard look.hasChanged(store) else { return }
      // Not on the main actor, as Apple does: Foundation on Linux waits in `post` for observers with the queue `.main`, and
      // does not notice that it stands on that queue already.
      NotificationCenter.default.post(name: .EKEventStoreChanged, object: store)
      // It turns no notification into a message either, so that both are posted.
      Task { @MainActor [weak store] in
        guard let store else { return }
        NotificationCenter.default.post(EKEventStore.EventStoreChanged(), subject: store)
      }
    }
    self.timer = timer
    timer.resume()
  }

  /// Stops for good.
  func stop() { timer.cancel() }
}

/// What one look after another sees.
private struct Look {
  /// What was seen last.
  private var before: EKEventStore.Seen
  private var watch: ChangeWatch?
  /// How many looks are left out before the file is tried again, twice as many after each failure.
  private var pause = 0
  private var failures = 0

  init(before: EKEventStore.Seen) { self.before = before }

  mutating func hasChanged(_ store: EKEventStore) -> Bool {
    if watch != nil {
      guard watch?.hasChanged() == true else { return false }
      let now = store.seen
      defer { before = now }
      return !now.differsInRequestsAlone(from: before)
    }
    if pause > 0 {
      pause -= 1
      return false
    }
    guard let path = store.options.path, let watch = try? ChangeWatch(path: path, zones: store.zones) else {
      failures = min(failures + 1, 9)
      pause = 1 << failures
      return false
    }
    self.watch = watch
    let now = store.seen
    defer { before = now }
    return now != before && !now.differsInRequestsAlone(from: before)
  }
}

extension EKEventStore {
  /// What a program sees of a store: the state of the items, and what programs may do with them.
  struct Seen: Equatable {
    let state: String?
    let access: [ClientAccess]

    /// Whether nothing but requests for access came or went: that a program asks is no change for anybody.
    func differsInRequestsAlone(from other: Seen) -> Bool {
      state == other.state && access != other.access && decided == other.decided
    }

    /// The access that was decided.
    private var decided: [ClientAccess] {
      access.filter { $0.level != AccessLevel.undetermined.rawValue }
        .map { ClientAccess(client: $0.client, kind: $0.kind, level: $0.level) }
    }
  }

  /// What the program sees at present.
  var seen: Seen {
    Seen(state: state, access: alone { opened.flatMap { try? $0.store.clientAccess() } ?? [] })
  }

  /// The name of the present state; nil for a store that is not open.
  package var state: String? { alone { opened.flatMap { try? $0.store.state() } } }
}

extension NSNotification.Name {
  /// Something of a store changed, and everything fetched before may be stale: the object is the store.
  ///
  /// Fetch what is shown again, and `refresh` what is being edited.
  public static let EKEventStoreChanged = NSNotification.Name("EKEventStoreChangedNotification")
}
