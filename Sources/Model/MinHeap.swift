/// A priority queue that returns its first element first: a binary heap.
///
/// Elements of which neither precedes the other have no particular order.
public struct MinHeap<Element> {
  private var elements: [Element] = []
  private let precedes: @Sendable (Element, Element) -> Bool

  /// Creates an empty queue in the order of `precedes`.
  public init(by precedes: @escaping @Sendable (Element, Element) -> Bool) { self.precedes = precedes }

  /// The number of elements.
  public var count: Int { elements.count }

  /// The first element; nil when there is none.
  public var first: Element? { elements.first }

  /// Inserts an element.
  public mutating func insert(_ element: Element) {
    elements.append(element)
    var index = elements.count - 1
    while index > 0, precedes(elements[index], elements[(index - 1) / 2]) {
      elements.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes and returns the first element; nil when there is none.
  public mutating func popFirst() -> Element? {
    guard let first = elements.first, let last = elements.popLast() else { return nil }
    if elements.isEmpty { return first }
    elements[0] = last
    var index = 0
    while true {
      var child = 2 * index + 1
      if child >= elements.count { return first }
      if child + 1 < elements.count, precedes(elements[child + 1], elements[child]) { child += 1 }
      if !precedes(elements[child], elements[index]) { return first }
      elements.swapAt(index, child)
      index = child
    }
  }
}

extension MinHeap: Sendable where Element: Sendable {}
