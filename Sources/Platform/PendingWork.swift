import Synchronization

/// The requests of this process that have still to call back: a program that lives from events does not end before them.
package enum PendingWork {
  private static let count = Atomic<Int>(0)

  /// Whether every request has called back.
  package static var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  /// Notes a request.
  package static func begin() { count.add(1, ordering: .acquiringAndReleasing) }

  /// Notes that a request has called back.
  package static func end() { count.subtract(1, ordering: .acquiringAndReleasing) }
}
