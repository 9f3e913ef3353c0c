/// Sends requests and brings their answers.
///
/// An answer of any status is an answer; a fault means that there is none.
package protocol WebTransport {
  /// The answer to a request.
  func answer(_ request: WebRequest) throws(TransportFault) -> WebAnswer
}
