// Names and types as Apple spells them.
// swift-format-ignore-file: NoLeadingUnderscores

import Foundation

// The compiler takes `catch let error as NSError` for a catch of everything, as errors are NSErrors on Apple's systems. On Linux the
// process ends where the cast fails, and it succeeds for what is bridged to a class.
extension EKError: _ObjectiveCBridgeable {
  /// The error as one of Foundation's.
  public func _bridgeToObjectiveC() -> NSError {
    NSError(domain: EKErrorDomain, code: code.rawValue, userInfo: errorUserInfo)
  }

  /// Makes an error of one of Foundation's, of EventKit's domain or of another.
  public static func _forceBridgeFromObjectiveC(_ error: NSError, result: inout EKError?) {
    result = EKError(_nsError: error)
  }

  /// Makes an error of one of Foundation's, if it is of EventKit's domain.
  public static func _conditionallyBridgeFromObjectiveC(_ error: NSError, result: inout EKError?) -> Bool {
    result = error.domain == EKErrorDomain ? EKError(_nsError: error) : nil
    return result != nil
  }

  /// Makes an error of one of Foundation's; of none, an internal failure.
  public static func _unconditionallyBridgeFromObjectiveC(_ error: NSError?) -> EKError {
    error.map { EKError(_nsError: $0) } ?? EKError(.internalFailure)
  }
}
