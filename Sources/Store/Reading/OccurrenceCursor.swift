import CivilTime
import Model

/// Occurrences one after another, in the order (start, series, key).
///
/// Sources are merged as they are read, so memory grows with the number of sources and not of rows. A cursor
/// must not outlive the read transaction it was made in; one that is dropped early gives back what it holds.
public final class OccurrenceCursor {
  // Behind a pointer, as every access to a variable of an object would be checked, several times a row.
  private let merge: UnsafeMutablePointer<SourceMerge>

  init(_ sources: [ViewedSource]) {
    merge = .allocate(capacity: 1)
    merge.initialize(to: SourceMerge(sources))
  }

  deinit {
    close()
    merge.deinitialize(count: 1)
    merge.deallocate()
  }

  /// Ends the reading early.
  public func close() { merge.pointee.close() }

  /// The next occurrence; nil after the last.
  public func next() throws(StoreError) -> Occurrence? { try merge.pointee.next() }
}

/// Sources merged by a heap of their next rows.
struct SourceMerge {
  /// A source's number and its next row.
  private struct Entry {
    var head: ViewedSource.Head
    let source: Int
  }

  private var sources: ContiguousArray<ViewedSource>
  private var isOpen = false
  /// What was going on before the window comes first and its sources end soon;
  /// from then on only those remain whose occurrences start inside.
  private var heap: ContiguousArray<Entry> = []

  init(_ sources: [ViewedSource]) { self.sources = ContiguousArray(sources) }

  mutating func close() {
    for source in sources { source.close() }
    sources = []
    heap = []
  }

  mutating func next() throws(StoreError) -> Occurrence? {
    if !isOpen { try open() }
    if heap.isEmpty { return nil }
    let number = heap[0].source
    let result = sources[number].occurrence(heap[0].head)
    if let head = try sources[number].next() {
      heap[0].head = head
    } else {
      let last = heap.removeLast()
      if heap.isEmpty { return result }
      heap[0] = last
    }
    if heap.count > 1 { sink(0) }
    return result
  }

  private mutating func open() throws(StoreError) {
    isOpen = true
    for number in sources.indices {
      if let head = try sources[number].next() { heap.append(Entry(head: head, source: number)) }
    }
    for index in (0..<heap.count / 2).reversed() { sink(index) }
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var child = 2 * index + 1
      if child >= heap.count { return }
      if child + 1 < heap.count, ViewedSource.Head.precedes(heap[child + 1].head, heap[child].head) {
        child += 1
      }
      if !ViewedSource.Head.precedes(heap[child].head, heap[index].head) { return }
      heap.swapAt(index, child)
      index = child
    }
  }
}
