import CStartup

/// What the program was called with, its own name first.
///
/// Swift reads `/proc/self/cmdline` for that: where there is no `/proc`, as in some containers, it ends the
/// program, and where no descriptor is free it knows of no arguments.
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
