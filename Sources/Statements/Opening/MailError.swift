import Changes
import Platform

/// Why an answer to an invitation cannot be sent.
package enum MailError: Error, Hashable, Sendable {
  /// The invitation has no answer yet.
  case notAnswered(title: String)
  /// The organizer, or the person who answers, has no address that mail can be sent to.
  case noAddress(String)
  /// Nothing says which program sends mail.
  case noCommand
  /// The program could not be started, or ended with an error.
  case failed(command: String, reason: String)

  /// The codes of these errors.
  package enum Code: String, CaseIterable {
    case notAnswered = "not-answered"
    case noMailAddress = "no-mail-address"
    case noMailCommand = "no-mail-command"
    case mailFailed = "mail-failed"
  }
}

extension MailError: Fault {
  package var codeText: String {
    switch self {
    case .notAnswered: Code.notAnswered.rawValue
    case .noAddress: Code.noMailAddress.rawValue
    case .noCommand: Code.noMailCommand.rawValue
    case .failed: Code.mailFailed.rawValue
    }
  }

  package var message: String {
    switch self {
    case .notAnswered(let title): "\(title) has no answer of yours yet"
    case .noAddress(let who): "`\(who)` is no address that mail goes to"
    case .noCommand: "nothing says which program sends mail"
    case .failed(let command, let reason): "`\(command)` did not take the mail: \(reason)"
    }
  }

  package var hint: String? {
    switch self {
    case .notAnswered: "accept, maybe or decline answers it"
    case .noAddress: "as reply writes the answer for another way to the organizer"
    case .noCommand: "set mail.command = \"sendmail -t\" names one; send … to - writes the message"
    case .failed: "the answer is kept: send it again, or send … to FILE"
    }
  }

  package var exitStatus: Int32 { self == .noCommand ? 2 : 1 }

  package var mayRetry: Bool { if case .failed = self { true } else { false } }
}
