#if canImport(Darwin)
  import Darwin

  /// The start of a thread, which Linux and Darwin write differently.
  ///
  /// `SystemThread+Linux.swift` has the same members.
  enum SystemThread {
    /// What the system hands to the function of a thread.
    typealias Argument = UnsafeMutableRawPointer

    /// Starts a thread; nil when the system refuses.
    static func start(
      _ attributes: inout pthread_attr_t, _ argument: UnsafeMutableRawPointer,
      _ body: @convention(c) (Argument) -> UnsafeMutableRawPointer?
    ) -> pthread_t? {
      var thread: pthread_t?
      return pthread_create(&thread, &attributes, body, argument) == 0 ? thread : nil
    }
  }
#endif
