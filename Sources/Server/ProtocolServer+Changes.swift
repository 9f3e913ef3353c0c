import Editing
import LineProtocol
import Platform

/// Changes of the store by anybody, on their way to the clients that watch.
extension ProtocolServer {
  /// Checks whether the store was changed, and has watched queries compared.
  func lookForChanges() {
    if watchers.isEmpty { return }
    if watch == nil { return openWatch() }
    if watch?.hasChanged() == true { storeChanged() }
  }

  /// Has the watch for changes opened, unless that is under way.
  private func openWatch() {
    if isOpeningWatch { return }
    isOpeningWatch = true
    follower.add(.openWatch)
  }

  /// Takes the opened watch for changes; nil while there is no store, which is then looked for again.
  func began(_ opened: OpenedWatch?) {
    isOpeningWatch = false
    watch = opened?.watch
    for request in unready where !request.isFinished { ready(request) }
    unready = []
    // A store created meanwhile counts as a change.
    if watch != nil { storeChanged() }
  }

  private func storeChanged() {
    var hasSubscribers = false
    for id in watchers {
      guard let connection = connections[id] else { continue }
      let isBehind = connection.channel.unread > ReplyChannel.highWater
      for live in connection.live {
        live.storeChanged(isBehind: isBehind)
        work(on: live)
      }
      if connection.subscription != nil { hasSubscribers = true }
    }
    if hasSubscribers { survey() }
  }

  /// Compares watched queries each minute even without a change, since the meaning of `now` and `today` has
  /// moved on.
  func minute() {
    let step = SystemClock.minuteStep
    guard step != lastMinute else { return }
    let isFirst = lastMinute == 0
    lastMinute = step
    if isFirst { return }
    for id in watchers {
      for live in connections[id]?.live ?? [] {
        live.storeChanged(isBehind: false)
        work(on: live)
      }
    }
  }

  // MARK: Watched queries

  /// Starts to watch a query that has sent its first rows.
  func began(_ live: LiveQuery) {
    guard let connection = connections[live.request.channel.id], !live.request.isFinished else { return }
    if live.request.stopReason != nil { return live.request.finishStopped() }
    if !connection.live.contains(where: { $0 === live }) {
      connection.live.append(live)
      watchers.insert(connection.id)
      // The store may have changed since its rows were read.
      if watch == nil { openWatch() }
      live.storeChanged(isBehind: false)
    }
    work(on: live)
  }

  /// Has a watched query compared, if it may be outdated and its client reads.
  func work(on live: LiveQuery) {
    guard !live.request.isFinished, live.request.channel.unread <= ReplyChannel.highWater, live.takeWork()
    else { return }
    follower.add(.compare(live))
  }

  // MARK: Subscribers

  private func survey() {
    if isSurveying {
      isSurveyOld = true
      return
    }
    guard let since = surveyed else { return }
    isSurveying = true
    isSurveyOld = false
    var clients: Set<String?> = []
    for id in watchers {
      guard let connection = connections[id], connection.subscription != nil else { continue }
      clients.insert(connection.identity?.client)
    }
    follower.add(.survey(since: since, clients: clients))
  }

  /// Reports changes to subscribers, as far as each may know them; nil if they could not be determined.
  func tell(_ survey: ChangeSurvey?) {
    isSurveying = false
    if let survey {
      surveyed = survey.state
      for id in watchers {
        guard let connection = connections[id], connection.subscription != nil else { continue }
        var change = survey
        change.kinds.formIntersection(survey.readable[connection.identity?.client] ?? [])
        if let pending = connection.pendingChange { change.kinds.formUnion(pending.kinds) }
        if change.kinds.isEmpty { continue }
        connection.pendingChange = change
        sendPendingChange(connection)
      }
    }
    if isSurveyOld { self.survey() }
  }

  /// Reports changes to a client once it has read the bytes sent before.
  func sendPendingChange(_ connection: Connection) {
    guard let change = connection.pendingChange, connection.subscription != nil,
      connection.channel.unread <= ReplyChannel.highWater
    else { return }
    connection.pendingChange = nil
    let kinds = ChangeSurvey.Kind.allCases.filter { change.kinds.contains($0) }
    let payload = JSONObjectText().adding("state", change.state).adding("kinds", kinds.map(\.rawValue)).bytes
    connection.send(.change, payload)
  }
}
