import Foundation

/// How the viewing of an event ended.
public enum EKEventViewAction: Int, Sendable {
  /// The person has finished.
  case done = 0
  /// The person answered the invitation.
  case responded = 1
  /// The person deleted the event.
  case deleted = 2
}

/// Is told how the viewing of an event ended.
public protocol EKEventViewDelegate: NSObjectProtocol {
  /// The viewing ended; the controller is to be dismissed.
  func eventViewController(_ controller: EKEventViewController, didCompleteWith action: EKEventViewAction)
}
