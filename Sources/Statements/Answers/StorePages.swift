import Changes
import Rendering

/// Reads a statement's pages from a store, with its own connection.
///
/// Created and used on one thread.
package final class StorePages {
  /// The parameters of a reader, passed to its thread.
  package struct Request: Sendable {
    /// The store's file; nil if there is none.
    package var path: String?
    package var client: String?
    package var view: CalendarViewSyntax
    package var source: String
    package var context: QueryContext

    package init(
      path: String? = nil, client: String? = nil, view: CalendarViewSyntax, source: String,
      context: QueryContext
    ) {
      (self.path, self.client, self.view, self.source, self.context) = (path, client, view, source, context)
    }
  }

  private let request: Request
  private var store: CalendarStore?

  package init(_ request: Request) { self.request = request }

  /// Reads a page, unless the signal cancels it.
  package func read(
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
    var result = try Engine(store, context).run(.calendarView(view))
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

  /// Throws if the client's access was revoked since the statement began.
  private func checkAccess(_ store: CalendarStore) throws {
    guard let client = request.client else { return }
    let control = AccessControl(store, client: client)
    for kind in [ItemKind.event, .reminder] {
      if try control.level(kind).canRead { continue }
      throw ShellError.noAccess(client: client, kind: kind, answer: .denied)
    }
  }
}

extension Session {
  /// Whether a page is leafed through rather than printed: input and output are a terminal that can draw.
  func browses(_ view: CalendarViewSyntax) -> Bool {
    let term = environment.variable("TERM") ?? ""
    return view.kind != .agenda && environment.inputIsTerminal && environment.outputIsTerminal
      && screens == nil && server == nil && !isScript && !isServing && !isInBatch
      && format == .table && !usesMemory && settings.pager != "off" && !term.isEmpty && term != "dumb"
  }
}
