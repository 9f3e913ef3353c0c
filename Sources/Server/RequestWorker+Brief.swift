import LineProtocol
import Platform
import QueryEngine

/// Questions that take less time than waking another thread.
///
/// The loop runs only work of bounded cost: plain rows in their natural order whose plan reads little, and
/// even these only until a deadline that all their loops check. A thread starts unfinished questions again.
extension RequestWorker {
  /// The greatest estimated cost of a brief answer, in the planner's reads: half a millisecond.
  private static let briefCost = 2_000
  /// The time of a brief answer before another thread takes over, in nanoseconds.
  private static let briefTime: UInt64 = 2_000_000

  /// Answers a brief question at once; returns false for a question that needs a thread.
  ///
  /// It never waits: a store that is not open or is locked, a client without a decision, and any fault of the
  /// statement are left to a thread.
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
        // All its reads are in one transaction.
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
  /// Whether its rows come one by one, without anything to read before the first.
  fileprivate var isBrief: Bool {
    switch query.noun {
    case .events, .reminders, .calendars, .sources: break
    default: return false
    }
    switch query.shape {
    case .rows, .selected: break
    case .groups, .days: return false
    }
    // The reach of alarms is not part of their plan's cost.
    return query.scope != .alarms && query.sort.isEmpty && query.page == nil && query.slots == nil
  }
}
