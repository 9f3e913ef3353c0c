import Editing

extension Workspace {
  /// Gives a store that was just made a calendar for events and a list for reminders, which take what names no calendar.
  func addFirstCalendars(now: Instant) throws(EditError) {
    try asOneStep("first calendars", now: now) { () throws(EditError) in
      for (title, kind) in [("Home", ItemKind.event), ("Reminders", .reminder)] {
        let calendar = try addCalendar(
          title: title, source: nil, color: nil, kinds: EntityKinds(kind), now: now)
        do throws(StoreError) {
          _ = try store.setDefaultCalendar(calendar.id, for: kind, now: now)
        } catch {
          throw .store(error)
        }
      }
    }
  }
}
