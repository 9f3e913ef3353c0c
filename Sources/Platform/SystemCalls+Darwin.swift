#if canImport(Darwin)
  import Darwin

  /// What Linux and Darwin write differently.
  ///
  /// `SystemCalls+Linux.swift` has the same members.
  package enum SystemCalls {
    /// The kind of a socket that carries a stream of bytes.
    package static let streamSocket = SOCK_STREAM

    /// The kind of a socket that carries single messages.
    package static let messageSocket = SOCK_DGRAM

    /// Sends what the system accepts without waiting; returns the number of bytes, or -1 with the reason in
    /// `errno`.
    package static func sendWithoutWaiting(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
      send(descriptor, bytes.baseAddress, bytes.count, MSG_DONTWAIT)
    }

    /// Sends without the signal that a closed connection raises; returns the number of bytes, or -1 with the
    /// reason in `errno`.
    ///
    /// `preventSignal` has been called for the descriptor before.
    package static func sendWithoutSignal(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
      send(descriptor, bytes.baseAddress, bytes.count, 0)
    }

    /// Prepares a descriptor for `sendWithoutSignal`, which is a property of the socket here.
    package static func preventSignal(of descriptor: Int32) {
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Whether the other end of a connection belongs to the same user.
    package static func isOwnPeer(_ descriptor: Int32) -> Bool {
      var user = uid_t.max
      var group = gid_t.max
      return getpeereid(descriptor, &user, &group) == 0 && user == geteuid()
    }

    /// The time of a file's last change.
    package static func modificationTime(of info: stat) -> timespec { info.st_mtimespec }

    /// A path that leads to the running program; nil where the system does not tell.
    static var programPath: String? {
      var buffer = [CChar](repeating: 0, count: 4_096)
      var size = UInt32(buffer.count)
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Raises the limit of open descriptors as far as the process may.
    package static func raiseDescriptorLimit() {
      var limit = rlimit()
      guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return }
      // The system refuses more, whatever the upper limit says.
      limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
      _ = setrlimit(RLIMIT_NOFILE, &limit)
    }

    /// A function that a signal calls.
    typealias SignalHandler = @convention(c) (Int32) -> Void

    /// Sets the function that an action calls.
    static func setHandler(_ handler: @escaping SignalHandler, of action: inout sigaction) {
      action.__sigaction_u.__sa_handler = handler
    }

    /// The function that an action calls, or one of the system's marks such as `SIG_IGN`.
    static func handler(of action: sigaction) -> SignalHandler? { action.__sigaction_u.__sa_handler }

    /// What a started program does with its descriptors, before it is initialized.
    static func spawnFileActions() -> posix_spawn_file_actions_t? { nil }

    /// What a started program does with its signals, before it is initialized.
    static func spawnAttributes() -> posix_spawnattr_t? { nil }
  }
#endif
