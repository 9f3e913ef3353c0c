#if !canImport(Darwin)
  import Glibc

  /// What Linux and Darwin write differently.
  ///
  /// `SystemCalls+Darwin.swift` has the same members, so that no other file asks which system it is compiled
  /// for.
  package enum SystemCalls {
    /// The kind of a socket that carries a stream of bytes.
    package static let streamSocket = Int32(SOCK_STREAM.rawValue)

    /// The kind of a socket that carries single messages.
    package static let messageSocket = Int32(SOCK_DGRAM.rawValue)

    /// Sends what the system accepts without waiting; returns the number of bytes, or -1 with the reason in
    /// `errno`.
    package static func sendWithoutWaiting(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
      send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
    }

    /// Sends without the signal that a closed connection raises; returns the number of bytes, or -1 with the
    /// reason in `errno`.
    ///
    /// `preventSignal` has been called for the descriptor before.
    package static func sendWithoutSignal(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
      send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Prepares a descriptor for `sendWithoutSignal`; nothing here, as each call says it by itself.
    package static func preventSignal(of descriptor: Int32) {}

    /// Whether the other end of a connection belongs to the same user.
    package static func isOwnPeer(_ descriptor: Int32) -> Bool {
      // struct ucred: process, user, group.
      var credentials: [UInt32] = [0, .max, 0]
      var size = socklen_t(3 * MemoryLayout<UInt32>.size)
      let code = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
      return code == 0 && credentials[1] == geteuid()
    }

    /// The time of a file's last change.
    package static func modificationTime(of info: stat) -> timespec { info.st_mtim }

    /// A path that leads to the running program; nil where the system does not tell.
    static var programPath: String? { "/proc/self/exe" }

    /// Raises the limit of open descriptors as far as the process may.
    package static func raiseDescriptorLimit() {
      let kind = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
      var limit = rlimit()
      guard getrlimit(kind, &limit) == 0 else { return }
      limit.rlim_cur = limit.rlim_max
      _ = setrlimit(kind, &limit)
    }

    /// A function that a signal calls.
    typealias SignalHandler = @convention(c) (Int32) -> Void

    /// Sets the function that an action calls.
    static func setHandler(_ handler: @escaping SignalHandler, of action: inout sigaction) {
      action.__sigaction_handler.sa_handler = handler
    }

    /// The function that an action calls, or one of the system's marks such as `SIG_IGN`.
    static func handler(of action: sigaction) -> SignalHandler? { action.__sigaction_handler.sa_handler }

    /// What a started program does with its descriptors, before it is initialized.
    static func spawnFileActions() -> posix_spawn_file_actions_t { posix_spawn_file_actions_t() }

    /// What a started program does with its signals, before it is initialized.
    static func spawnAttributes() -> posix_spawnattr_t { posix_spawnattr_t() }
  }
#endif
