import CStartup

/// The arguments that the program was called with, its own name first.
///
/// Swift reads them from `/proc/self/cmdline`: without `/proc`, as in some containers, Swift ends the
/// program, and without a free descriptor it finds no arguments.
enum ProgramArguments {
  static var all: [String] {
    guard var next = kalends_arguments() else { return CommandLine.arguments }
    var result: [String] = []
    while let argument = next.pointee {
      result.append(String(cString: argument))
      next += 1
    }
    return result
  }
}
