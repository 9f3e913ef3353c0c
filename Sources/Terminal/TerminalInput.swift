#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The terminal to write to, where standard output and standard error are something else.
package enum TerminalOutput {
  /// A descriptor of the process's own terminal; that of standard error where it has none.
  package static func descriptor() -> Int32 {
    let descriptor = open("/dev/tty", O_WRONLY | O_CLOEXEC)
    return descriptor < 0 ? 2 : descriptor
  }
}

/// The keyboard, where standard input is something else.
package enum TerminalInput {
  /// Makes the process's own terminal its standard input; false where it has none.
  package static func take() -> Bool {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
    if descriptor < 0 { return false }
    defer { close(descriptor) }
    return dup2(descriptor, 0) == 0 && TerminalSize.isTerminal(2)
  }
}
