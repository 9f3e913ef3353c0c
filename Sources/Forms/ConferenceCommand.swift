import Changes
import JSON
import Platform

/// The person's command that offers rooms for conferences (`conference.command`).
///
/// It is started with `rooms`, and prints an object for each room; or with `room` and an identifier, and prints the
/// conference. Each object is one line that begins with `{`. With a status other than 0 its last other line says why.
package struct ConferenceCommand: ConferenceProvider {
  private let command: String
  /// The variables that it is started with.
  private let variables: [String: String]
  private let stopSignal: StopSignal
  /// The seconds that an answer may take.
  private let patience: Double

  package init(
    command: String, variables: [String: String], stopSignal: StopSignal = StopSignal(),
    patience: Double = 10
  ) {
    (self.command, self.variables) = (command, variables)
    (self.stopSignal, self.patience) = (stopSignal, patience)
  }

  /// The bytes that an answer may have.
  private static let mostBytes = 1 << 20

  package func rooms() throws(ConferenceFault) -> [ConferenceRoom] {
    var rooms: [ConferenceRoom] = []
    for object in try answer(to: ["rooms"]) {
      guard let identifier = object["identifier"]?.string, let title = Self.line(object["title"]) else {
        throw ConferenceFault("named a room without title or identifier")
      }
      rooms.append(ConferenceRoom(title: title, identifier: identifier))
    }
    return rooms
  }

  package func conference(in room: ConferenceRoom) throws(ConferenceFault) -> Conference {
    let objects = try answer(to: ["room", room.identifier])
    guard objects.count == 1, let object = objects.first else {
      throw ConferenceFault("answered with \(objects.count) conferences where one was asked for")
    }
    var links: [Conference.Link] = []
    for value in object["urls"]?.array ?? [] {
      guard let url = Self.line(value["url"]), Self.isAddress(url) else {
        throw ConferenceFault("named a place to join that is no address")
      }
      links.append(Conference.Link(title: Self.line(value["title"]), url: url))
    }
    guard !links.isEmpty else { throw ConferenceFault("named no place to join") }
    let details = object["details"]?.string
    if details?.utf8.contains(0) == true { throw ConferenceFault("wrote details that no notes can be") }
    return Conference(title: Self.line(object["title"]), links: links, details: details)
  }

  // MARK: What it prints

  /// A text of one line; nil for another value, and for none.
  private static func line(_ value: JSONValue?) -> String? {
    guard let text = value?.string else { return nil }
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
    return text.isEmpty || !isPlain ? nil : text
  }

  /// Whether a text begins as an address does and has no blank.
  private static func isAddress(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return false }
    return text[text.index(after: colon)...].first != nil && !text.contains(" ")
      && text[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// The objects that the command prints for a question.
  private func answer(to question: [String]) throws(ConferenceFault) -> [JSONObject] {
    let (output, status) = try run(question)
    var (objects, words): ([JSONObject], String?) = ([], nil)
    for line in output.split(separator: UInt8(ascii: "\n")) {
      if line.first == UInt8(ascii: "{") {
        guard let object = try? JSONValue(parsing: Array(line)).object else {
          throw ConferenceFault("wrote a line that is no JSON object")
        }
        objects.append(object)
      } else {
        words = String(decoding: line, as: UTF8.self)
      }
    }
    if status != 0 {
      throw ConferenceFault("ended with status \(status)" + (words.map { ": " + $0.prefix(200) } ?? ""))
    }
    if objects.isEmpty, words != nil { throw ConferenceFault("wrote no JSON object") }
    return objects
  }

  /// What the command prints, both streams, and its status.
  private func run(_ question: [String]) throws(ConferenceFault) -> ([UInt8], Int32) {
    let variables = self.variables.map { "\($0)=\($1)" }
    let arguments = ["/bin/sh", "-c", command + " \"$@\"", "kal"] + question
    guard let child = ChildConnection(arguments, variables, hasErrors: true) else {
      throw ConferenceFault("cannot be started")
    }
    let deadline = SystemClock.monotonicNanoseconds() + UInt64(patience * 1e9)
    var bytes: [UInt8] = []
    while true {
      do throws(ChildConnection.Stop) {
        bytes += try child.receive(until: deadline, stopSignal)
      } catch {
        // Ctrl-C goes to the command too, and may end it first.
        if stopSignal.isSet {
          child.end(killing: true)
          // It was meant for this wait; the form goes on.
          stopSignal.reset()
          throw ConferenceFault("was interrupted")
        }
        if error == .closed { return (bytes, child.end() ?? 127) }
        child.end(killing: true)
        throw ConferenceFault("did not answer within \(Int(patience.rounded(.up))) seconds")
      }
      if bytes.count > Self.mostBytes {
        child.end(killing: true)
        throw ConferenceFault("wrote more than a mebibyte")
      }
    }
  }
}
