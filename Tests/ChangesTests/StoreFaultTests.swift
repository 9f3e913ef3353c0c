import CivilTime
import Model
import QueryLanguage
import Testing

@testable import Changes
@testable import QueryEngine
@testable import Store

/// What the store reports while names are looked up is told as that, and not as a name that nobody knows.
@Suite struct StoreFaultTests {
  private let store: CalendarStore
  private let context: QueryContext

  init() throws {
    let zones = ZoneDatabase()
    store = try CalendarStore.inMemory(zones: zones)
    context = QueryContext(now: Instant(seconds: 1_795_008_600), zone: .utc, zones: zones)
    _ = try store.addCalendar(title: "Home", now: context.now)
  }

  private func storeCode(_ body: () throws -> Void) -> StoreError.Code? {
    do {
      try body()
      return nil
    } catch QueryError.store(let error) {
      return error.code
    } catch {
      return nil
    }
  }

  @Test(arguments: ["edit ev:7kq2m9 set title = New", "add reminder \"Milk\" under rm:7kq2m9"])
  func anItemThatCannotBeReadIsNotUnknown(text: String) throws {
    try store.database.execute("ALTER TABLE item RENAME TO elsewhere")
    let statement = try parseStatement(text)
    #expect(
      storeCode {
        var binder = try ChangeBinder(context: context, store: store)
        switch statement {
        case .edit(let edit): _ = try binder.targets(edit.target, rows: [], last: nil)
        case .add(let addition): _ = try binder.addition(addition, rows: [], last: nil)
        default: Issue.record("another statement")
        }
      } != nil)
  }

  @Test func setsThatCannotBeReadAreNotUnknown() throws {
    try store.database.execute("ALTER TABLE calendar_set RENAME TO elsewhere")
    let statement = try parseStatement("events in set work")
    #expect(storeCode { _ = try Engine(store, context).bind(statement) } != nil)
  }
}
