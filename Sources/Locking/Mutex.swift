import Synchronization

#if THREAD_SANITIZER
  #if canImport(Glibc)
    import Glibc
  #else
    import Darwin
  #endif

  /// A value that one thread at a time can access, with a lock that the thread sanitizer sees.
  ///
  /// On Linux the kernel hands the library's lock to a waiting thread, which the sanitizer takes for a race.
  /// The sanitized build (`Tests/deep thread`) therefore locks with pthread, whose calls the sanitizer
  /// knows; all other builds use the library's type.
  ///
  /// `@unchecked Sendable` is sound: the value is accessed only under the lock.
  public final class Mutex<Value>: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    // A zero-size stored property would have the address of the object, which the sanitizer watches as a
    // variable.
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    /// Creates a lock over a value.
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

    /// Runs a body with exclusive access to the value.
    public func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
    }
  }
#else
  /// A value that one thread at a time can access (the library's type).
  public typealias Mutex<Value> = Synchronization.Mutex<Value>
#endif

/// A value that several threads read and change without a lock (the library's type); with this alias one
/// import serves for both types.
public typealias Atomic<Value: AtomicRepresentable> = Synchronization.Atomic<Value>
