#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Programs that tests need beside Kalends; `Tests/setup --tools` installs them.
public enum Tool {
  /// The Python that `PATH` leads to, itself and not a script that looks for it; nil where there is none.
  public static let python: String? = output("python3 -c 'import sys; print(sys.executable)'")

  /// OpenSSL's program, which makes certificates and serves with them; nil where there is none.
  ///
  /// That of macOS is LibreSSL's, which knows other options.
  public static let openssl: String? = output("command -v openssl && openssl version | grep -q ^OpenSSL")

  /// What a shell command prints, without its last line end; nil where it fails or prints nothing.
  private static func output(_ command: String) -> String? {
    guard let pipe = popen(command + " 2>/dev/null", "r") else { return nil }
    var text: [UInt8] = []
    var byte = fgetc(pipe)
    while byte != EOF {
      text.append(UInt8(truncatingIfNeeded: byte))
      byte = fgetc(pipe)
    }
    guard pclose(pipe) == 0 else { return nil }
    let line = text.last == 10 ? text.dropLast() : text[...]
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
