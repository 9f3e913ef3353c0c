#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The network as the system sees it.
package enum NetworkInterfaces {
  /// Whether the machine has an address that others can reach: none is the loopback's or of the link alone.
  ///
  /// True where the system does not tell.
  package static var isConnected: Bool {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return true }
    defer { freeifaddrs(list) }
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard let address = entry.ifa_addr else { continue }
      let raw = UnsafeRawPointer(address)
      switch Int32(address.pointee.sa_family) {
      case AF_INET:
        let number = UInt32(bigEndian: raw.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr)
        // 127.0.0.0/8 and 169.254.0.0/16 (RFC 6890, 2.2.2).
        if number >> 24 != 127, number >> 16 != 0xA9FE { return true }
      case AF_INET6:
        let bytes = withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        // ::1/128 and fe80::/10 (RFC 6890, 2.2.3).
        let isLoopback = bytes.dropLast().allSatisfy { $0 == 0 }
        if !isLoopback, !(bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80) { return true }
      default: break
      }
    }
    return false
  }

  /// Whether an error number of a connection says that there is no way to the network.
  package static func isUnreachable(_ code: Int32) -> Bool { [ENETUNREACH, ENETDOWN].contains(code) }
}
