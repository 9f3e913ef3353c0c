import ArgumentParser
import CivilTime
import LoadGenerator

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension CalendarShape: ExpressibleByArgument {}

struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Writes a calendar file; the same seed gives the same file.",
    discussion: """
      load       half of the items repeat, up to 30 years old, in 30 zones; a few last for years
      peers      nine tenths single, a tenth series, 2022 to 2027: what khal and calcurse were measured with
      reminders  tasks: dated, undated, done, overdue and repeating
      """)

  @Argument(help: "The number of items: 1000, 10k, 1M.", transform: Self.number)
  var items: Int

  @Argument(help: "The file to write, or - for standard output.")
  var file: String

  @Option(help: "What the calendar is made of.")
  var shape: CalendarShape = .load

  @Option(help: "Where the random numbers begin.")
  var seed: UInt64 = 1

  @Option(help: "The day that counts as today.", transform: Self.day)
  var today: CivilDate = CivilDate(year: 2026, month: 11, day: 18) ?? .min

  func run() throws {
    let calendar = GeneratedCalendar(shape: shape, items: items, seed: seed, today: today)
    guard file != "-" else { return try calendar.write { try Self.write($0, to: stdoutDescriptor) } }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { throw WriteFailure(file: file, code: errno) }
    defer { close(descriptor) }
    try calendar.write { try Self.write($0, to: descriptor, file: file) }
  }

  private static func number(_ text: String) throws -> Int {
    let factors: [Character: Int] = ["k": 1_000, "M": 1_000_000]
    let factor = text.last.flatMap { factors[$0] }
    guard let value = Int(factor == nil ? text : String(text.dropLast())), (0...100_000_000).contains(value)
    else {
      throw ValidationError("\(text) is not a number of items; write 1000, 10k or 1M")
    }
    return value * (factor ?? 1)
  }

  private static func day(_ text: String) throws -> CivilDate {
    guard let date = BasicFormat.date(Array(text.utf8.filter { $0 != UInt8(ascii: "-") })) else {
      throw ValidationError("\(text) is not a day; write 2026-11-18")
    }
    return date
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, file: String = "standard output") throws {
    try bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[offset...])
        #if canImport(Glibc)
          let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        #else
          let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
        #endif
        if count < 0, errno != EINTR { throw WriteFailure(file: file, code: errno) }
        offset += max(0, count)
      }
    }
  }
}

private let stdoutDescriptor: Int32 = 1

/// A file that cannot be written.
private struct WriteFailure: Error, CustomStringConvertible {
  let file: String
  let code: Int32
  var description: String { "\(file) cannot be written: " + String(cString: strerror(code)) }
}
