#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The keyboard, where standard input is something else.
package enum TerminalInput {
  /// Makes the process's own terminal its standard input; false without one, or when standard error is not a
  /// terminal.
  package static func open() -> Bool {
    let descriptor = Self.openTerminal()
    if descriptor < 0 { return false }
    defer { close(descriptor) }
    return dup2(descriptor, 0) == 0 && TerminalSize.isTerminal(2)
  }

  private static func openTerminal() -> Int32 {
    #if canImport(Glibc)
      Glibc.open("/dev/tty", O_RDWR | O_CLOEXEC)
    #else
      Darwin.open("/dev/tty", O_RDWR | O_CLOEXEC)
    #endif
  }
}
