import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The turns of those who read the keyboard: a form on the main thread, a question of access on a thread of its own.
package enum Keyboard {
  private struct Turns {
    var isTaken = false
    var waiting = 0
  }

  private static let turns = Mutex(Turns())

  /// Takes the keyboard; false while another has it or waits for it.
  package static func take() -> Bool {
    turns.withLock { turns in
      if turns.isTaken || turns.waiting > 0 { return false }
      turns.isTaken = true
      return true
    }
  }

  /// Waits for the keyboard and takes it; false when it is not wanted any more.
  ///
  /// Not for the main thread, which may have it.
  package static func wait(while isWanted: () -> Bool) -> Bool {
    turns.withLock { $0.waiting += 1 }
    defer { turns.withLock { $0.waiting -= 1 } }
    while isWanted() {
      let isTaken = turns.withLock { turns in
        defer { turns.isTaken = true }
        return !turns.isTaken
      }
      if isTaken { return true }
      usleep(20_000)
    }
    return false
  }

  /// Gives the keyboard back.
  package static func giveBack() { turns.withLock { $0.isTaken = false } }
}
