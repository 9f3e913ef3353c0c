/// An error as people and programs see it, whichever module raised it.
package protocol Fault: Error {
  /// The stable code, in kebab case.
  var codeText: String { get }
  var message: String { get }
  /// Advice on how to fix it.
  var hint: String? { get }
  /// The exit status: 1 failed, 2 not understood, 3 no access, 4 canceled, 130 interrupted.
  var exitStatus: Int32 { get }
  /// Whether the same statement may succeed on a retry without any change.
  var mayRetry: Bool { get }
  /// Whether a signal ended the work.
  var isInterrupted: Bool { get }
}

extension Fault {
  package var hint: String? { nil }
  package var exitStatus: Int32 { 1 }
  package var mayRetry: Bool { false }
  package var isInterrupted: Bool { false }
}
