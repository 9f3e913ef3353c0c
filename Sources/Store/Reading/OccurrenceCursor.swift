import CivilTime
import Model

/// Occurrences one after another, in the order (start, series, key).
///
/// Sources are merged as they are read, so memory grows with the number of sources and not of rows. A cursor
/// must not outlive the read transaction it was made in; one that is dropped early gives back what it holds.
public final class OccurrenceCursor {
  private var unopened: [ViewedSource]
  /// A heap of sources by their heads.
  ///
  /// What was going on before the window comes first and its sources end soon;
  /// from then on only those remain whose occurrences start inside.
  private var heap: [ViewedSource] = []

  init(_ sources: [ViewedSource]) { unopened = sources }

  deinit { close() }

  /// Ends the reading early.
  public func close() {
    for source in heap { source.close() }
    for source in unopened { source.close() }
    heap = []
    unopened = []
  }

  /// The next occurrence; nil after the last.
  public func next() throws(StoreError) -> Occurrence? {
    if !unopened.isEmpty { try open() }
    if heap.isEmpty { return nil }
    let top = heap[0]
    let result = top.head
    try top.advance()
    if top.head == nil {
      top.close()
      let last = heap.removeLast()
      if heap.isEmpty { return result }
      heap[0] = last
    }
    if heap.count > 1 { sink(0) }
    return result
  }

  private func open() throws(StoreError) {
    while let source = unopened.popLast() {
      heap.append(source)
      try source.advance()
      if source.head == nil {
        source.close()
        heap.removeLast()
      }
    }
    for index in (0..<heap.count / 2).reversed() { sink(index) }
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    guard let first = heap[a].head, let second = heap[b].head else { return heap[a].head != nil }
    return Occurrence.precedes(first, second)
  }

  private func sink(_ start: Int) {
    var index = start
    while true {
      let left = 2 * index + 1
      if left >= heap.count { return }
      let right = left + 1
      let smaller = right < heap.count && precedes(right, left) ? right : left
      if !precedes(smaller, index) { return }
      heap.swapAt(index, smaller)
      index = smaller
    }
  }
}
