import Transport

/// Takes an answer as it comes.
package protocol AnswerReceiver: AnyObject {
  /// Takes the status and the headers; false when the answer is wanted no longer.
  func takeHead(status: Int, headers: [WebHeader]) -> Bool
  /// Takes a part of the body; false when the answer is wanted no longer.
  func takeData(_ bytes: UnsafeRawBufferPointer) -> Bool
  /// Whether the receiver has gone, which is asked about once a second.
  var isGone: Bool { get }
}
