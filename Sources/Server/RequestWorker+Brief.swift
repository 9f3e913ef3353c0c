import LineProtocol
import Platform
import QueryEngine

/// Questions that take less time than another thread needs to wake up.
///
/// The loop runs nothing whose cost is not bounded: only plain rows in their natural order, whose plan
/// reads little, and even those until a deadline that every loop of theirs looks at. What is not done by
/// then is done anew by a thread.
extension RequestWorker {
  /// The most that an answer may be thought to cost, in the planner's reads: half a millisecond.
  private static let briefCost = 2_000
  /// How many nanoseconds it gets before another thread goes on with it.
  private static let briefTime: UInt64 = 2_000_000

  /// Answers a question at once where that is brief; false where it is one for a thread that has time.
  ///
  /// Nothing is waited for: a store that is not open yet or is held by somebody, a client that was not
  /// decided about and whatever is wrong with the statement are left to such a thread.
  func answerBriefly(_ job: ProtocolJob) -> Bool {
    guard case .statement(let request, let syntax, let statement, let identity) = job, case .query = syntax,
      statement.printing == nil, !statement.isCheck, let serving = pool.lendOpened(),
      let store = serving.session.openedStore
    else { return false }
    store.setBusyTimeout(milliseconds: 0)
    defer { store.setBusyTimeout(milliseconds: CalendarStore.usualBusyTimeout) }
    let deadline = SystemClock.monotonicNanoseconds() &+ Self.briefTime
    let signal = StopSignal {
      SystemClock.monotonicNanoseconds() > deadline || request.stopSignal.isSet
    }
    var lines: [UInt8] = []
    var started: AnswerStream?
    do {
      try serving.prepare(identity, request.channel, for: statement)
      started = try serving.work(for: request, until: signal) { () -> AnswerStream? in
        // All that is read for it is read in one transaction.
        guard (try? store.beginRead()) != nil else { return nil }
        defer { store.endRead() }
        guard serving.session.canReadUnasked(.event), serving.session.canReadUnasked(.reminder),
          case .rows(let rows) = try serving.session.run(syntax, source: statement.text)
        else { return nil }
        let plan = try rows.plan(.bounds)
        guard plan.isBrief, plan.choice.cost <= Self.briefCost else { return nil }
        for note in rows.notes { append(note, request.tag, to: &lines) }
        return try stream(
          rows, statement, serving, plan: plan, most: min(statement.limit ?? limits.rows, limits.rows))
      }
    } catch {
      started = nil
    }
    guard let stream = started else {
      pool.reclaim(serving)
      return false
    }
    let reported = request.channel.reported
    lines += serving.notes(request.tag)
    let begun: AnswerStream.Pause
    do {
      begun = try serving.work(for: request, until: signal) {
        try stream.collect(for: request, into: &lines, reply: limits.reply, deadline: deadline)
      }
    } catch {
      // Nothing was sent, notes included: a thread begins again, and finds the fault again.
      request.channel.reported = reported
      suspended.release(stream)
      return false
    }
    guard request.begin() else {
      suspended.release(stream)
      request.finishStopped()
      return true
    }
    settle(begun, stream, request, nil, lines)
    return true
  }
}

extension QueryPlan {
  /// Whether it gives single rows one by one as they come, so that nothing has to be seen before the first.
  fileprivate var isBrief: Bool {
    switch query.noun {
    case .events, .reminders, .calendars, .sources: break
    default: return false
    }
    switch query.shape {
    case .rows, .selected: break
    case .groups, .days: return false
    }
    // How far alarms reach is no part of their plan's cost.
    return query.scope != .alarms && query.sort.isEmpty && query.page == nil && query.slots == nil
  }
}
