import LineProtocol
import Statements

/// Clients that hear alarms.
extension ProtocolServer {
  /// Lets a client hear alarms; it is notified when that begins.
  func listen(_ request: OpenRequest, _ connection: Connection) {
    connection.alarmSubscription = request
    countListeners()
    alarms.add(request)
  }

  /// Reports that a client now hears alarms, or why it cannot.
  func began(_ request: OpenRequest, _ result: Result<String, ShellError>) {
    guard let connection = connections[request.channel.id], connection.alarmSubscription === request else {
      return
    }
    switch result {
    case .success(let state):
      connection.hearsAlarms = true
      var bytes: [UInt8] = []
      ReplyLine.append(request.tag, .ready, JSONObjectText().adding("state", state).bytes, to: &bytes)
      request.send(bytes)
    case .failure(let error):
      stopListening(connection)
      request.finish(error.exitStatus == 2 ? .bad : .no, ErrorText.object(error).bytes)
    }
  }

  /// Sends alarms to each client that hears them, as far as it may read them.
  func tell(_ call: AlarmCall) {
    for connection in Array(connections.values) where connection.hearsAlarms {
      let readable = call.readable[connection.identity?.client] ?? []
      for alarm in call.alarms where readable.contains(alarm.kind) {
        guard alarm.row.count + 16 <= limits.reply else {
          connection.alarmSubscription?.finish(.rowTooLong(limits.reply))
          stopListening(connection)
          break
        }
        connection.send(.alarm, alarm.row)
      }
    }
  }

  func stopListening(_ connection: Connection) {
    connection.alarmSubscription = nil
    connection.hearsAlarms = false
    countListeners()
  }

  /// Sets the clients for which alarms are looked for.
  func countListeners() {
    var clients: Set<String?> = []
    for connection in connections.values where connection.alarmSubscription != nil {
      clients.insert(connection.identity?.client)
    }
    alarms.serve(clients)
  }
}
