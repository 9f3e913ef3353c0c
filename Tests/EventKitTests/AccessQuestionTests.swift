import Editing
import KalendsExtensions
import TestSupport
import Testing

@testable import EventKit

/// The question of access at a terminal, and a program that nobody answers.
@Suite struct AccessQuestionTests {
  @Test(arguments: [
    ("n\n", AccessStatus.denied), ("a\n", .writeOnly), ("y\n", .writeOnly), ("\nperhaps\nYES\n", .writeOnly),
    ("  No  \n", .denied),
  ])
  func whatThePersonTypesIsDecidedAndKept(keys: String, level: AccessStatus) throws {
    let program = try SampleProgram("permission", isAtTerminal: true)
    program.type(keys)
    let outcome = try program.run()
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.screen.contains("eventkit-permission wants to add events to your calendar"))
    #expect(outcome.output.hasPrefix("Access: not asked yet\n"))
    #expect(outcome.output.contains("Saved: Dinner\n") == (level == .writeOnly))
    let again = try program.run()
    #expect(again.screen == outcome.screen, "it is asked once")
    #expect(again.output.hasPrefix(level == .denied ? "Access: denied\n" : "Access: only adding\n"))
  }

  @Test func ctrlCAtTheQuestionEndsTheProgramAndDecidesNothing() throws {
    let program = try SampleProgram("events", isAtTerminal: true)
    let process = try program.start()
    #expect(program.shows("[n]o: "))
    program.type("\u{3}")
    #expect(try program.end(of: process).status == -2)
    #expect(program.status(.event) == .notDetermined)
  }

  /// The end of input decides nothing; whoever typed it is there, so that nothing waits for them elsewhere.
  @Test func ctrlDAtTheQuestionGivesNoAccessAndSaysHowItIsGivenLater() throws {
    let program = try SampleProgram("events", isAtTerminal: true)
    let process = try program.start()
    #expect(program.shows("[n]o: "))
    program.type("\u{4}")
    let outcome = try program.end(of: process)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "EventKit: eventkit-events has no access to events yet; "
        + "kal access grant eventkit-events events full allows it\n")
    #expect(program.status(.event) == .notDetermined)
  }

  /// Without a terminal the request waits for the owner, who hears how to answer.
  @Test func aRequestThatNobodyAnswersSaysHow() throws {
    let program = try SampleProgram("events", isAtTerminal: false)
    let process = try program.start()
    let hint =
      "events waits for access to events; kal access grant eventkit-events events full allows it, "
      + "kal access deny eventkit-events events does not"
    #expect(Wait.until { program.home.text("errors")?.contains(hint) == true })
    try program.owner().setAccess(.full, ofClient: program.client, to: .event)
    let outcome = try program.end(of: process)
    #expect(outcome.status == 0 && outcome.output.contains("Design review in Room 4"))
  }

  /// The words that leave every question leave this one too.
  @Test func qLeavesTheQuestionAndDecidesNothing() throws {
    let program = try SampleProgram("events", isAtTerminal: true)
    program.type("q\n")
    let outcome = try program.run()
    #expect(outcome.status == 1 && outcome.errors.contains("has no access to events yet"))
    #expect(program.status(.event) == .notDetermined)
  }

  /// Row 3: each kind of access is asked for in its own words, which reach the terminal clean.
  @Test func theQuestionSaysWhatIsWanted() throws {
    var options = StoreOptions(path: nil)
    options.client = "plan\u{1B}[2Jner"
    options.reason = "Plans trips."
    func question(_ level: AccessLevel, _ type: EKEntityType) -> String {
      AccessQuestion(options, level, type).question
    }
    #expect(question(.full, .event) == "planner wants to see and change your calendar: Plans trips.")
    #expect(question(.writeOnly, .event) == "planner wants to add events to your calendar: Plans trips.")
    #expect(question(.readOnly, .event) == "planner wants to see your calendar: Plans trips.")
    #expect(question(.full, .reminder) == "planner wants to see and change your reminders: Plans trips.")
    #expect(question(.readOnly, .reminder) == "planner wants to see your reminders: Plans trips.")
    options.reason = ""
    options.isPersonal = true
    #expect(question(.full, .event).hasSuffix(": it does not say what for."))
  }

  /// The terminal stops a program in the background that reads from it: it asks nothing and waits for the owner.
  @Test func aProgramInTheBackgroundIsNotStopped() throws {
    let program = try SampleProgram("events", isAtTerminal: true)
    program.launcher = ["/bin/sh", "-c", "set -m; \"$0\" & wait $!"]
    let process = try program.start()
    #expect(Wait.until { program.home.text("errors")?.contains("waits for access to events") == true })
    try program.owner().setAccess(.full, ofClient: program.client, to: .event)
    let outcome = try program.end(of: process)
    #expect(outcome.status == 0 && outcome.output.contains("Design review in Room 4"))
    #expect(!outcome.screen.contains("Allow it?"))
  }
}
