import Locking
import Testing

@testable import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Work within one step of SQLite, where it does not ask whether to stop.
@Suite struct LongStepTests {
  /// The signal is set for all threads but the one that works, so that nothing but the thread beside it can end
  /// the statement.
  @Test func aThreadBesideTheWorkEndsIt() throws {
    let database = try Database(inMemory: "long steps")
    nonisolated(unsafe) let worker = pthread_self()
    database.stopSignal = StopSignal { pthread_equal(pthread_self(), worker) == 0 }
    let counting: SQL = """
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2000000000)
      SELECT count(*) FROM number
      """
    let error = #expect(throws: StoreError.self) {
      try database.withLongSteps { () throws(StoreError) in _ = try database.number(counting) }
    }
    #expect(error?.code == .interrupted)
    #expect(try database.number("SELECT 7") == 7)
  }

  @Test func workThatIsNotStoppedHasItsResult() throws {
    let database = try Database(inMemory: "long steps")
    #expect(try database.withLongSteps { () throws(StoreError) in try database.number("SELECT 7") } == 7)
  }
}
