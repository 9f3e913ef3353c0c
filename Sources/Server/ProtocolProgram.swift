import Editing
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
    try checkStore(session)
    let identity = RequestIdentity(client: session.client, reason: session.clientReason)
    return status(of: try ProtocolServer(template(session), client: StandardTransport(), identity: identity))
  }

  /// Serves all who connect to a Unix socket: the one that systemd gives, the one named, or the usual one.
  package static func serve(_ session: Session, socket path: String?) throws -> Int32 {
    try checkStore(session)
    allowManyDescriptors()
    let given = ListeningSocket.activated(session.environment)
    if !given.isEmpty {
      return status(of: try ProtocolServer(template(session), listeners: given))
    }
    let socket = try ListeningSocket(path: path ?? ListeningSocket.defaultPath(session.environment))
    defer { socket.remove() }
    let server = try ProtocolServer(template(session), listeners: [socket.descriptor])
    session.say("serving at \(socket.path)")
    return status(of: server) { socket.remove() }
  }

  /// Throws where the path of the store leads to what never becomes one, as each statement would.
  ///
  /// What cannot be opened for another reason, as for a lock, may be opened when a client asks.
  private static func checkStore(_ session: Session) throws {
    defer { session.leaveStore() }
    do {
      _ = try session.readableStore()
    } catch {
      if case .notAStore? = (error as? StoreError)?.code { throw error }
    }
  }

  /// Serves; the exit status.
  ///
  /// Where threads are still at work the process ends here and now: tidying up beside them
  /// would pull away what they use.
  private static func status(of server: ProtocolServer, tidying: () -> Void = {}) -> Int32 {
    let status = server.run()
    if server.hasLeftThreads {
      tidying()
      _exit(status)
    }
    return status
  }

  /// What sessions are made from: strict dates whatever the settings say.
  package static func template(_ session: Session) -> SessionTemplate {
    var settings = session.settings
    settings.isStrict = true
    settings.dateOrder = .none
    // What a program asks must not depend on what its owner looks at.
    settings.calendarSet = nil
    return SessionTemplate(
      environment: session.environment, settings: settings, storeOption: session.storeOption,
      zones: session.zones)
  }

  /// A connection is a descriptor; the usual limit is made for other programs.
  private static func allowManyDescriptors() {
    var limit = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    #else
      let kind = RLIMIT_NOFILE
    #endif
    guard getrlimit(kind, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    #if !canImport(Glibc)
      limit.rlim_cur = min(limit.rlim_cur, rlim_t(OPEN_MAX))
    #endif
    _ = setrlimit(kind, &limit)
  }
}
