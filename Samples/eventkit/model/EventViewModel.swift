import EventKit
import Foundation
import Observation

/// What a view shows and does; the view is told of each change of it.
@MainActor
@Observable
final class EventViewModel {
  private(set) var events: [EventModel] = []
  private(set) var isAuthorized = false
  @ObservationIgnored private let manager = EventManager()

  /// Called when the program becomes active, as the access may have changed meanwhile.
  func activate() async {
    isAuthorized = manager.status == .fullAccess
    if !isAuthorized { isAuthorized = await manager.requestAccess() }
    if isAuthorized { fetch() }
  }

  func fetch() { events = manager.fetchEvents(days: 7) }

  func add(_ model: EventModel) throws {
    var model = model
    model.id = try manager.create(model)
    events.append(model)
  }

  func update(_ model: EventModel) throws {
    guard try manager.update(model) else { return print("The event is gone.") }
    if let place = events.firstIndex(where: { $0.id == model.id }) { events[place] = model }
  }

  func delete(_ model: EventModel) throws {
    try manager.delete(model)
    events.removeAll { $0.id == model.id }
  }
}
