import CStartup

/// The arguments of the program, its own name first.
///
/// Swift reads `/proc/self/cmdline` for them: without `/proc`, as in some containers, it ends the program,
/// and without a free descriptor it finds no arguments.
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
