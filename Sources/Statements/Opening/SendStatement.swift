import Changes
import Interchange
import JSON
import Rendering

/// `send`: the answer to an invitation, as mail for its organizer.
extension ChangeStatements {
  func send(_ syntax: SendSyntax) throws -> Answer {
    let range = syntax.target.range
    guard let target = try targets(syntax.target, TailSyntax(isConfirmed: true), .send).first else {
      return .nothing
    }
    let item = try items([target], at: range)[0]
    let text = try edited(at: range) { try MailText(item, own: workspace.ownAddresses, context) }
    let message = try mail(text, about: target)
    switch syntax.path?.kind {
    case .standard?:
      return .document(DocumentAnswer(format: .reply) { take in _ = take(message) })
    case .file(let path)?:
      let runner = StatementRunner(session: session, source: source)
      let document = DocumentAnswer(format: .reply) { take in _ = take(message) }
      try runner.write(document, toFile: session.path(runner.literal(path)), replacing: syntax.replaces)
      return .nothing
    case nil: break
    }
    try session.checkConfined("start no programs")
    guard let command = session.settings.mailCommand else { throw MailError.noCommand }
    try Mailer(command: command, environment: session.environment).send(message)
    session.say("sent to \(SafeText.line(MailText.person(text.organizer))): \(SafeText.line(text.subject))")
    return .change(
      ChangeAnswer(JSONObjectText().adding("outcome", "sent").adding("ids", [target.id(.event)])))
  }

  /// Returns the whole message.
  private func mail(_ text: MailText, about target: ItemTarget) throws -> [UInt8] {
    var calendar: [UInt8] = []
    let reply = SchedulingMessage.reply(own: workspace.ownAddresses, now: context.now)
    try workspace.store.export(reply, about: [target.item]) { piece in
      calendar += piece
      return true
    }
    let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
    let mark = String((0..<24).map { _ in digits[Int(session.generator.next() & 31)] })
    return ReplyMail(
      from: text.own, to: text.organizer, subject: text.subject, text: text.text, calendar: calendar,
      date: text.date, mark: mark
    ).bytes
  }
}
