extension Int {
  /// The sum, held at the ends of what can be counted: for numbers that people, files and programs give.
  public func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? Int.min : Int.max) : sum
  }

  /// The product, held at the ends of what can be counted.
  public func multipliedClamped(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) != (other < 0) ? Int.min : Int.max) : product
  }
}
