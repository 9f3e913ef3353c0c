extension Int {
  /// The sum, clamped to the range of `Int`; for numbers that people, files and programs supply.
  public func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? Int.min : Int.max) : sum
  }

  /// The product, clamped to the range of `Int`.
  public func multipliedClamped(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) != (other < 0) ? Int.min : Int.max) : product
  }
}
