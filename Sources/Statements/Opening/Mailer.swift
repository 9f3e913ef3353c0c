import Changes
import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The person's command that sends mail; it reads the message on its standard input.
struct Mailer {
  let command: String
  let environment: ProcessEnvironment

  /// Hands a message to the command and waits for its end; throws `mail-failed`.
  func send(_ message: [UInt8]) throws(MailError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw failed(systemReason(errno)) }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let variables = environment.variables.map { "\($0)=\($1)" }
    // What it prints must not come between rows.
    let child = Subprocess.spawn(["/bin/sh", "-c", command], variables, input: ends[0], output: 2)
    close(ends[0])
    guard let child else {
      close(ends[1])
      throw failed("it cannot be started")
    }
    let code = Files.writeAll(message, to: ends[1])
    close(ends[1])
    let status = Subprocess.wait(for: child)
    if status != 0 { throw failed("it ended with status \(status)") }
    // A command that ends well without reading has not sent it.
    if code != 0 { throw failed(systemReason(code)) }
  }

  private func failed(_ reason: String) -> MailError { .failed(command: command, reason: reason) }
}
