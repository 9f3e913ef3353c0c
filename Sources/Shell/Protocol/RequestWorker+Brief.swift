import LineProtocol
import QueryLanguage
import Store

/// Questions that take less time than another thread needs to wake up.
extension RequestWorker {
  /// The most that an answer may be thought to cost, in the planner's reads: half a millisecond.
  private static let briefCost = 2_000
  /// How many nanoseconds it gets before another thread goes on with it.
  private static let briefTime: UInt64 = 2_000_000

  /// Answers a question at once where that is brief; false where it is one for a thread that has time.
  ///
  /// Nothing is waited for: a store that is not open yet or is held by somebody, a client that was not decided about and whatever is
  /// wrong with the statement are left to such a thread.
  func answerBriefly(_ job: ProtocolJob) -> Bool {
    guard case .statement(let request, let syntax, let statement, let identity) = job, syntax.isQuery,
      statement.printing == nil, !statement.isCheck, let serving = pool.lendOpened(),
      let store = serving.session.openedStore
    else { return false }
    store.setPatience(milliseconds: 0)
    defer { store.setPatience(milliseconds: CalendarStore.usualPatience) }
    var lines: [UInt8] = []
    do throws(ShellError) {
      try serving.prepare(identity, for: statement)
      let stream = try serving.work(for: request) { () throws(ShellError) -> AnswerStream? in
        // All that is read for it is read in one transaction.
        guard (try? store.beginRead()) != nil else { return nil }
        defer { store.endRead() }
        guard serving.session.canReadUnasked(.event), serving.session.canReadUnasked(.reminder),
          let planned = try planned(
            syntax, statement, request.tag, serving, most: min(statement.limit ?? limits.rows, limits.rows),
            estimates: .bounds, &lines),
          // How far alarms reach is no part of their plan's cost.
          let plan = planned.plan, plan.query.scope != .alarms, plan.choice.cost <= Self.briefCost
        else { return nil }
        return try start(planned, statement, serving)
      }
      guard let stream else {
        pool.takeBack(serving)
        return false
      }
      if request.begin() {
        lines += serving.notes(request.tag)
        go(
          on: stream, request, nil, lines, deadline: SystemClock.monotonicNanoseconds() &+ Self.briefTime)
      } else {
        lot.release(stream)
        request.finishStopped()
      }
      return true
    } catch {
      pool.takeBack(serving)
      return false
    }
  }
}
