import CivilTime
import Editing
import Locking
import Model
import QueryEngine
import QueryLanguage
import Store

/// Reads the pages of a statement from a store, with a connection of its own.
///
/// Made and used on one thread.
final class StorePages {
  /// What a reader needs to know; it goes to the threads.
  struct Request: Sendable {
    /// The store's file; nil where there is none.
    var path: String?
    var client: String?
    var view: CalendarViewSyntax
    var source: String
    var context: QueryContext
  }

  private let request: Request
  private var store: CalendarStore?

  init(_ request: Request) { self.request = request }

  /// Reads a page, unless it is no longer wanted.
  func read(
    _ page: CalendarPage, until stopSignal: StopSignal
  ) throws -> PageContent {
    do {
      return try content(of: page, until: stopSignal)
    } catch {
      throw ShellError(error, source: request.source)
    }
  }

  private func content(of page: CalendarPage, until stopSignal: StopSignal) throws -> PageContent {
    let context = request.context
    var view = request.view
    view.time = RangeSyntax(.on(DateSyntax(.day(.date(page.first, weekday: nil), at: nil))))
    let store = try openedStore()
    store.stopSignal = stopSignal
    try checkAccess(store)
    var result = try QueryEngine.run(.calendarView(view), context: context, store: store)
    var builder = PageBuilder(page, now: context.now, zone: context.zone)
    while let row = try result.next() { builder.add(row, until: stopSignal) }
    if stopSignal.isSet { throw StoreError(.interrupted, "") }
    return builder.content
  }

  private func openedStore() throws -> CalendarStore {
    if let store { return store }
    let zones = request.context.zones
    let opened =
      if let path = request.path {
        try CalendarStore(path: path, access: .read, zones: zones)
      } else {
        try CalendarStore.inMemory(zones: zones)
      }
    store = opened
    return opened
  }

  /// What a client was given may have been taken back since the statement began.
  private func checkAccess(_ store: CalendarStore) throws {
    guard let client = request.client else { return }
    let control = AccessControl(store, client: client)
    for kind in [ItemKind.event, .reminder] {
      if try control.level(kind).canRead { continue }
      throw ShellError.noAccess(client: client, kind: kind, answer: .denied)
    }
  }
}
