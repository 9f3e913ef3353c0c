/// Something that went wrong, as a person or a program is told of it, whichever part found it.
package protocol Fault: Error {
  /// The stable code, in kebab case.
  var codeText: String { get }
  var message: String { get }
  /// What to do about it.
  var hint: String? { get }
  /// The exit status: 1 failed, 2 not understood, 3 no access, 4 canceled, 130 interrupted.
  var exitStatus: Int32 { get }
  /// Whether the same statement may succeed another time, although nobody changes it.
  var mayRetry: Bool { get }
  /// Whether a signal ended what ran.
  var isInterrupted: Bool { get }
}

extension Fault {
  package var hint: String? { nil }
  package var exitStatus: Int32 { 1 }
  package var mayRetry: Bool { false }
  package var isInterrupted: Bool { false }
}
