import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The service manager that started the process and wants to know how it is (sd_notify(3)).
struct ServiceManager {
  /// The path of its socket, or an abstract name behind `@`; nil without a service manager.
  private let address: String?

  /// Finds the service manager in the environment.
  init(_ environment: ProcessEnvironment) {
    address = environment.variable("NOTIFY_SOCKET")
      .flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
  }

  /// Tells that clients may connect, and what the process does; a manager that does not listen is no fault.
  func isReady(doing status: String) {
    guard let address, UnixSocket.refusal(of: address) == nil,
      let descriptor = UnixSocket.open(SystemCalls.messageSocket)
    else { return }
    defer { close(descriptor) }
    let line = status.replacing("\n", with: " ")
    let message = Array("READY=1\nSTATUS=\(line)\n".utf8)
    let isAbstract = address.hasPrefix("@")
    _ = UnixSocket.withAddress(isAbstract ? String(address.dropFirst()) : address, isAbstract: isAbstract) {
      Int32(truncatingIfNeeded: sendto(descriptor, message, message.count, 0, $0, $1))
    }
  }
}
