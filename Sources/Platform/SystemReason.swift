#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system's words for an error number.
package func systemReason(_ code: Int32) -> String { String(cString: strerror(code)) }
