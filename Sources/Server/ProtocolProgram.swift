import Editing
import Platform
import Statements

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `kal --protocol` and `kal serve`.
package enum ProtocolProgram {
  /// Serves one client on standard input and output: the caller, or the client of `--as`.
  package static func serveCaller(_ session: Session) throws -> Int32 {
    let place = try TemporaryStore(replacingMemoryOf: session)
    defer { place?.remove() }
    try checkStore(session)
    let identity = RequestIdentity(client: session.client, reason: session.clientReason)
    let server = try ProtocolServer(template(session), client: StandardTransport(), identity: identity)
    return status(of: server) { place?.remove() }
  }

  /// Serves all clients of a Unix socket: the one from systemd, the named one, or the default one.
  package static func serve(_ session: Session, socket path: String?) throws -> Int32 {
    let place = try TemporaryStore(replacingMemoryOf: session)
    defer { place?.remove() }
    try checkStore(session)
    // Each connection takes one, and the default limit suits other programs.
    SystemCalls.raiseDescriptorLimit()
    let manager = ServiceManager(session.environment)
    let given = try ActivatedSockets.descriptors(session.environment)
    if !given.isEmpty {
      let server = try ProtocolServer(template(session), listeners: given)
      manager.isReady(
        doing: "serving at \(given.count == 1 ? "a socket" : "\(given.count) sockets") of systemd")
      return status(of: server) { place?.remove() }
    }
    let socket = try ListeningSocket(path: path ?? ListeningSocket.defaultPath(session.environment))
    defer { socket.remove() }
    let server = try ProtocolServer(template(session), listeners: [socket.descriptor])
    session.say("serving at \(socket.path)")
    manager.isReady(doing: "serving at \(socket.path)")
    return status(of: server) {
      socket.remove()
      place?.remove()
    }
  }

  /// Throws if the path of the store leads to a file that never becomes a store, as each statement would.
  ///
  /// A store that cannot be opened for another reason, such as a lock, may be opened when a client asks.
  private static func checkStore(_ session: Session) throws {
    defer { session.leaveStore() }
    do {
      _ = try session.readableStore()
    } catch {
      if case .notAStore? = (error as? StoreError)?.code { throw error }
    }
  }

  /// Serves, and returns the exit status.
  ///
  /// If threads are still at work, the process exits at once: cleaning up beside them would destroy data that
  /// they use.
  private static func status(of server: ProtocolServer, tidying: () -> Void = {}) -> Int32 {
    let status = server.run()
    if server.hasLeftThreads {
      tidying()
      _exit(status)
    }
    return status
  }

  /// Returns the template of sessions: strict dates, whatever the settings say.
  package static func template(_ session: Session) -> SessionTemplate {
    var settings = session.settings
    settings.isStrict = true
    settings.dateOrder = .none
    // Answers for a program must not depend on the calendars that its owner views.
    settings.calendarSet = nil
    return SessionTemplate(
      environment: session.environment, settings: settings, storeOption: session.storeOption,
      zones: session.zones)
  }
}
