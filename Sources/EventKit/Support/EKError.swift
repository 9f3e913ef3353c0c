// Names and types as Apple spells them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import QueryEngine

/// The domain of EventKit's errors.
public let EKErrorDomain = "EKErrorDomain"

/// The reason why EventKit could not do something.
///
/// `code` says what kind of failure it is, with Apple's numbers; the localized description is a sentence for the person.
///
///     do {
///       try store.save(event, span: .thisEvent)
///     } catch EKError.calendarReadOnly {
///       print("Choose another calendar.")
///     } catch {
///       print(error.localizedDescription)
///     }
public struct EKError: CustomNSError, LocalizedError, CustomStringConvertible, Hashable, Sendable {
  /// The domain of EventKit's errors.
  public static var errorDomain: String { EKErrorDomain }

  /// The kind of failure.
  public let code: Code
  /// The stable name of the exact reason, in kebab case, as the shell shows it.
  package let exactReason: String
  /// The problem as a clause, without capital and full stop.
  package let clause: String
  /// Advice for the person; nil when there is none.
  package let advice: String?

  /// Creates an error of a kind; `NSLocalizedDescriptionKey` of `userInfo` is its description, and
  /// `NSLocalizedRecoverySuggestionErrorKey` its advice.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    let text = userInfo[NSLocalizedDescriptionKey] as? String
    self.init(
      code, "\(code)", text ?? "EventKit failed with code \(code.rawValue), \(code)",
      hint: userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String)
  }

  /// Creates an error from one of Foundation's: its code, its description and its advice.
  ///
  /// A code that is none of EventKit's is an internal failure.
  public init(_nsError: NSError) {
    self.init(Code(rawValue: _nsError.code) ?? .internalFailure, userInfo: _nsError.userInfo)
  }

  package init(_ code: Code, _ reason: String, _ message: String, hint: String? = nil) {
    self.code = code
    exactReason = reason
    clause = message
    advice = hint
  }

  // MARK: For people and for NSError

  /// The number of the kind of failure.
  public var errorCode: Int { code.rawValue }

  /// The description, and where there is one the advice, by `NSError`'s keys.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: sentence]
    if let advice { info[NSLocalizedRecoverySuggestionErrorKey] = advice }
    return info
  }

  /// The same as `errorUserInfo`.
  public var userInfo: [String: Any] { errorUserInfo }

  /// What is wrong, as a sentence.
  public var errorDescription: String? { sentence }

  /// What the person can do about it; nil when nothing is known.
  public var recoverySuggestion: String? { advice }

  /// What is wrong, as a sentence.
  public var localizedDescription: String { sentence }

  /// The error as Foundation's are printed: domain, code and description.
  public var description: String {
    let info = advice.map { " UserInfo={NSLocalizedRecoverySuggestion=\($0)}" } ?? ""
    return "Error Domain=\(EKErrorDomain) Code=\(code.rawValue) \"\(sentence)\"\(info)"
  }

  private var sentence: String {
    let isClosed = clause.last.map { ".!?".contains($0) } ?? false
    return clause.prefix(1).uppercased() + clause.dropFirst() + (isClosed ? "" : ".")
  }
}

extension EKError.Code {
  /// Whether an error is one of EventKit's with this code, for `catch EKError.calendarReadOnly`.
  public static func ~= (match: EKError.Code, error: any Error) -> Bool { (error as? EKError)?.code == match }
}
