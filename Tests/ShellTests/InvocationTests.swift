import Testing

@testable import Help
@testable import Settings
@testable import Statements

@Suite struct InvocationTests {
  private func parse(_ text: String) throws -> Invocation {
    try Invocation.parse(text.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    (["events", "today"], "events today"),
    (["events today in Work"], "events today in Work"),
    (["events", "in", "Family Trips", "today"], "events in \"Family Trips\" today"),
    (["events", "from", "-1d", "to", "+1y"], "events from -1d to +1y"),
    (
      ["events", "where", "title", "contains", "say \"hi\""], "events where title contains \"say \\\"hi\\\"\""
    ),
    (["events", "today", "--", "--json"], "events today --json"),
    (["import", "a.ics", "b c.ics", "into", "Work"], "import \"a.ics\", \"b c.ics\" into Work"),
    (["import", "a.ics", ",", "b.ics", "dry", "run"], "import \"a.ics\" , \"b.ics\" dry run"),
    (["import", "-", "into", "Work"], "import - into Work"),
    (["export", "events", "to", "friday", "to", "out.ics"], "export events to friday to \"out.ics\""),
    (["export", "all", "to", "-"], "export all to -"),
    // Quotes that were typed are gone by the time they come here.
    (["add", "event", "Lunch", "tomorrow"], "add event \"Lunch\" tomorrow"),
    (["add", "calendar", "Home"], "add calendar \"Home\""),
    (["rename", "calendar", "Home", "to", "House"], "rename calendar Home to \"House\""),
    (["quick", "Lunch"], "quick Lunch"),
    (["add", "lunch with bob tomorrow"], "add \"lunch with bob tomorrow\""),
    (["add", "lunch", "with", "bob", "at", "noon"], "add lunch with bob at noon"),
    (["add", "event", "tomorrow", "10:00"], "add event tomorrow 10:00"),
    (["events", ""], "events \"\""),
  ])
  func wordsMakeAStatement(arguments: [String], statement: String) throws {
    #expect(try Invocation.parse(arguments).statement == statement)
  }

  @Test func optionsStandAnywhere() throws {
    for text in [
      "--format=csv events today", "events --format csv today", "events today --format csv",
    ] {
      let line = try parse(text)
      #expect(line.options == [.format: "csv"] && line.statement == "events today")
    }
    let line = try parse("-f x.kal --set a=b --set c=d=e --json --color=always")
    #expect(line.options == [.file: "x.kal", .json: "", .color: "always"])
    #expect(line.settings == ["a=b", "c=d=e"])
    #expect(line.statement == nil)
  }

  @Test(arguments: [
    ("--fromat csv", "there is no option --fromat", "did you mean `--format`?"),
    ("-x events", "there is no option -x", "kal --help lists the options"),
    ("events --format", "--format needs a value: --format FORMAT", "kal --help lists the options"),
    ("--json=yes events", "--json takes no value", "kal --help lists the options"),
  ])
  func mistakesAreSaid(text: String, message: String, hint: String) throws {
    let error = #expect(throws: SettingError.self) { try parse(text) }
    #expect(error?.message == message)
    #expect(error?.hint == hint)
    #expect(error?.exitStatus == 2)
  }

  @Test func helpNamesEveryOption() {
    for option in Option.allCases { #expect(HelpText.usage.contains("--\(option.rawValue)")) }
  }

  @Test func eachInputFileIsKeptInOrder() throws {
    let line = try parse("--in a.ics --in=b events today --in -")
    #expect(line.inputs == ["a.ics", "b", "-"])
    #expect(line.words == ["events", "today"])
    let error = #expect(throws: SettingError.self) { try parse("events --in") }
    #expect(error?.message == "--in needs a value: --in PATH")
  }
}
