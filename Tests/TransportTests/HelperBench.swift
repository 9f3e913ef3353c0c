import TestSupport
import Testing

@testable import Transport

/// The real helper, as kal starts it.
struct HelperBench {
  static let program = BuiltProgram.path("kal-sync")
  /// Limits in which a test can wait for them.
  static let short = WebLimits(mostBytes: 1 << 20, idleSeconds: 1, totalSeconds: 2, mostRedirects: 5)

  let transport: HelperTransport

  init(_ variables: [String: String] = [:]) {
    transport = HelperTransport(
      program: Self.program, variables: BuiltProgram.variables.merging(variables) { $1 })
  }

  /// The answer to GET.
  func get(
    _ url: String, _ headers: [WebHeader] = [], limits: WebLimits = WebLimits()
  ) throws -> WebAnswer {
    try transport.answer(WebRequest(url: url, headers: headers, limits: limits))
  }

  /// The fault that GET ends with; nil when there is an answer.
  func fault(_ url: String, limits: WebLimits = WebLimits()) -> TransportFault? {
    do throws(TransportFault) {
      _ = try transport.answer(WebRequest(url: url, limits: limits))
      return nil
    } catch {
      return error
    }
  }
}
