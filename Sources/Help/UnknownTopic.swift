import Platform
import QueryLanguage

/// The fault of a topic without help.
package struct UnknownTopic: Fault {
  package static let code = "unknown-topic"
  private let topic: String

  package init(_ topic: String) { self.topic = topic }

  package var codeText: String { Self.code }
  package var message: String { "there is no help about `\(topic)`" }
  package var exitStatus: Int32 { 2 }

  package var hint: String? {
    let near = Spelling.suggestions(for: topic, among: HelpTopics.all).map { "`\($0)`" }
    return near.isEmpty
      ? "help lists the topics; help CODE explains an error"
      : "did you mean \(near.joined(separator: " or "))?"
  }
}
