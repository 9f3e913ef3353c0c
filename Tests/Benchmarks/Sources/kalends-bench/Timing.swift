/// The median wall time of a few runs, in seconds; the result of the work is handed
/// on so that it is not left out.
func median(of runs: Int, _ work: () throws -> Int) rethrows -> (seconds: Double, result: Int) {
  var times: [Duration] = []
  var result = 0
  for _ in 0..<runs {
    let begin = ContinuousClock.now
    result = try work()
    times.append(ContinuousClock.now - begin)
  }
  let middle = times.sorted()[runs / 2]
  return (Double(middle.components.seconds) + Double(middle.components.attoseconds) * 1e-18, result)
}

/// A number with as many digits as it is worth.
func rounded(_ value: Double, _ digits: Int = 1) -> String {
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  return ((value * scale).rounded() / scale).description
}

/// A line of a report: what, who, how long, and how that compares.
func printRow(_ name: String, _ seconds: Double, _ note: String) {
  let padded = name + String(repeating: " ", count: max(1, 44 - name.count))
  let time = seconds < 0.01 ? rounded(seconds * 1e6) + " µs" : rounded(seconds * 1000) + " ms"
  print("  " + padded + time + String(repeating: " ", count: max(1, 16 - time.count)) + note)
}
