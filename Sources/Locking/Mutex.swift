import Synchronization

#if THREAD_SANITIZER
  #if canImport(Glibc)
    import Glibc
  #else
    import Darwin
  #endif

  /// A value that one thread at a time gets at, with a lock that the thread sanitizer sees.
  ///
  /// On Linux a thread that has to wait for the library's lock gets it from the kernel, which the sanitizer
  /// takes for a race. So the sanitized build (`Tests/deep thread`) locks by way of pthread, whose calls the
  /// sanitizer knows; all other builds use the library's.
  ///
  /// Sound to share: the value is touched only under the lock.
  public final class Mutex<Value>: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    // A stored property of no size would have the address of the object, which the
    // sanitizer watches as a variable.
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    /// Makes a lock over a value.
    public init(_ value: sending Value) {
      self.value.initialize(to: value)
      pthread_mutex_init(lock, nil)
    }

    deinit {
      pthread_mutex_destroy(lock)
      lock.deallocate()
      value.deinitialize(count: 1)
      value.deallocate()
    }

    /// Runs a body that has the value to itself.
    public func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
    }
  }
#else
  /// A value that one thread at a time gets at (the library's type).
  public typealias Mutex<Value> = Synchronization.Mutex<Value>
#endif

/// A value that several threads read and change without a lock (the library's type), so that a
/// file needs one import for both.
public typealias Atomic<Value: AtomicRepresentable> = Synchronization.Atomic<Value>
