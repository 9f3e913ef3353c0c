/// A queue that gives the first of its elements first: a binary heap.
///
/// Elements of which neither precedes the other come in no particular order.
struct MinHeap<Element> {
  private var elements: [Element] = []
  private let precedes: (Element, Element) -> Bool

  init(by precedes: @escaping (Element, Element) -> Bool) { self.precedes = precedes }

  var count: Int { elements.count }

  /// The first element; nil when there is none.
  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var index = elements.count - 1
    while index > 0, precedes(elements[index], elements[(index - 1) / 2]) {
      elements.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// The first element, taken; nil when there is none.
  mutating func popFirst() -> Element? {
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
