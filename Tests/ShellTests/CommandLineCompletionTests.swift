import Foundation
import Platform
import TestSupport
import Testing

@testable import Settings
@testable import Shell

/// What `kal --complete` answers, over the sample calendars.
@MainActor @Suite struct CommandLineCompletionTests {
  private let shell: SampleSession
  private let environment: ProcessEnvironment

  init() throws {
    shell = try SampleSession()
    environment = ProcessEnvironment(
      variables: [
        "KALENDS_STORE": shell.session.storePath ?? "", "HOME": shell.folder, "ROOT": ProjectFiles.root,
      ], inputIsTerminal: false, outputIsTerminal: false, errorIsTerminal: false)
  }

  private func answer(_ shell: String, _ line: String, replaced: String? = nil) throws -> [String] {
    try CompletionProgram.answer(shell, [line] + [replaced].compactMap { $0 }, environment)
      .split(separator: "\n").map(String.init)
  }

  private func texts(_ shell: String, _ line: String, replaced: String? = nil) throws -> [String] {
    try answer(shell, line, replaced: replaced).map { String($0.prefix { $0 != "\t" }) }
  }

  private static let fixed = "kal --set now=2026-11-18T14:30 --set zone=Europe/Berlin "

  @Test(arguments: [
    // Statements, in words and in one pair of quotes.
    ("kal ev", ["events "]), ("kal events in Wo", ["Work "]), ("kal 'events in Wo", ["'events in Work'"]),
    ("kal events\\ in\\ Wo", ["events\\ in\\ Work "]), ("kal \"events in Wo", ["\"events in Work\""]),
    ("kal events today so", ["sort by "]), ("kal 'events today so", ["'events today sort by'"]),
    ("kal sum", ["sum "]), ("kal nothing ", []), ("kal evnts in ", []),
    // Names with blanks, in whatever quotes the word is begun.
    ("kal events in Fam", ["Family\\ Trips "]), ("kal events in Family\\ T", ["Family\\ Trips "]),
    ("kal events in 'Fam", ["'Family Trips'"]), ("kal events in \"Family T", ["\"Family Trips\""]),
    ("kal events in fam", ["Family\\ Trips "]), ("kal events in 'fam", ["'Family Trips'"]),
    ("kal events in Fam'ily T", ["Fam'ily Trips'"]), ("kal events in 'Fam'", ["'Fam'ily\\ Trips "]),
    ("kal events in $'Family T", ["$'Family Trips'"]),
    ("kal 'events in \"Fam", ["'events in \"Family Trips\"'"]),
    ("kal \"events in \\\"Fam", ["\"events in \\\"Family Trips\\\"\""]),
    ("kal 'events in Fam", ["'events in \"Family Trips\"'"]),
    ("kal events in Work,Ho", ["Work,Home "]), ("kal events in Kal", ["Kalender\\ Büro "]),
    // A name that the program would put in quotes is no part of a word.
    ("kal events in Work,Fam", []),
    // Options and their values.
    ("kal --fo", ["--format "]), ("kal events --fo", ["--format "]), ("kal --json --js", ["--json-errors "]),
    ("kal --format js", ["json ", "jsonl ", "jscalendar "]), ("kal events --format=cs", ["--format=csv "]),
    ("kal --color a", ["auto ", "always "]), ("kal --man kal-c", ["kal-config "]),
    ("kal --set week.", ["week.start="]),
    ("kal --set week.start=s", ["week.start=saturday ", "week.start=sunday "]),
    ("kal --set=zone=Asia/Tok", ["--set=zone=Asia/Tokyo "]), ("kal --complete z", ["zsh "]),
    ("kal --reason ", []), ("kal -- --fo", []), ("kal --nothing ev", ["events "]),
    ("kal --json ev", ["events "]),
    // Programs that are no statements.
    ("kal ser", ["series ", "serve "]), ("kal alarms watc", ["watch "]), ("kal alarms watch o", ["once "]),
    // Assignments stand before the program.
    ("A=1 B=2 kal ev", ["events "]), ("./kal ev", ["events "]), ("kal", []), ("", []),
  ])
  func aShellGetsWhatItPutsIn(line: String, texts: [String]) throws {
    #expect(try self.texts("bash", line) == texts)
    // In a quote zsh gets the blank, and closes the quote before it.
    let isClosed = { (text: String) in text.last == "'" || text.last == "\"" }
    #expect(try self.texts("zsh", line) == texts.map { isClosed($0) ? $0.dropLast() + " " : $0 })
  }

  /// fish quotes by itself, and takes one word at a time.
  @Test(arguments: [
    ("kal ev", ["events"]), ("kal 'events in Wo", ["events in Work"]),
    ("kal events in Fam", ["Family Trips"]),
    ("kal events in fam", ["Family Trips"]), ("kal events today so", ["sort"]),
    ("kal 'events today so", ["events today sort by"]), ("kal --set week.", ["week.start="]),

    ("kal --store $ROOT/Samples/calendars/wo", ["$ROOT/Samples/calendars/work.ics"]),
  ])
  func fishGetsTheWord(line: String, texts: [String]) throws {
    #expect(try self.texts("fish", line) == texts)
  }

  @Test func filesStandWhereFilesAreNamed() throws {
    let calendars = ProjectFiles.root + "/Samples/calendars/"
    for head in [
      "import ", "import a.ics ", "import a.ics, ", "--store ", "--in ", "--from ", "-f ", "load ",
      "export all to ",
    ] {
      #expect(try texts("bash", "kal \(head)\(calendars)wo") == [calendars + "work.ics "], "\(head)")
      #expect(try texts("zsh", "kal \(head)'\(calendars)wo") == ["'" + calendars + "work.ics "], "\(head)")
    }
    #expect(try texts("bash", "kal --store=$ROOT/Samples/cal") == ["--store=$ROOT/Samples/calendars/"])
    #expect(try texts("bash", "kal import a.ics in") == ["into "])
    _ = try shell.file("my $5 #1 trip's.ics", "")
    #expect(try texts("bash", "kal import ~/my") == [##"~/my\ \$5\ \#1\ trip\'s.ics "##])
    #expect(try texts("bash", "kal import \"$HOME/my") == [#""$HOME/my \$5 #1 trip's.ics""#])
    #expect(
      try texts("zsh", "kal import '\(shell.folder)/my") == [
        #"'"# + shell.folder + #"/my $5 #1 trip'\''s.ics "#
      ])
    #expect(try texts("fish", "kal import ~/my") == ["~/my $5 #1 trip's.ics"])
  }

  @Test func datesHaveTheirMeaning() throws {
    let lines = try answer("zsh", Self.fixed + "events next w")
    #expect(lines.contains("week \t23–29 Nov"))
    #expect(try answer("fish", Self.fixed + "'events next w").contains("events next week\t23–29 Nov"))
    #expect(try answer("bash", Self.fixed + "events tom").contains("tomorrow\\ evening \t") == false)
    #expect(
      try answer("bash", Self.fixed + "events tom").contains { $0.hasPrefix("tomorrow evening \tThu 19 Nov") }
    )
    // Of several words fish gets the first, which has no meaning alone.
    #expect(try answer("fish", Self.fixed + "events tom") == ["tomorrow\tThu 19 Nov"])
  }

  @Test func statementsAndOptionsHaveAShortMeaning() throws {
    #expect(
      try answer("fish", "kal undo") == answer("fish", "kal und")
        && answer("fish", "kal und") == ["undo\ttakes back what you did last by hand"])
    #expect(try answer("fish", "kal --json-") == ["--json-errors\terrors as JSON on standard error"])
  }

  @Test func viewsSetsAndTitlesOfTheStoreAreOffered() throws {
    for statement in [
      "save view soon as events next 7d", "save set \"on the road\" as Home",
      "add calendar \"C++ 'n\\\" $x\"",
    ] {
      _ = try shell.answer(statement)
    }
    #expect(try texts("bash", "kal run so") == ["soon "])
    #expect(try texts("bash", "kal events in set ") == ["on\\ the\\ road "])
    #expect(try texts("bash", "kal done buy\\ m") == ["Buy\\ milk "])
    #expect(try texts("bash", "kal events in C") == [#"C++\ \'n\"\ \$x "#])
    #expect(try texts("bash", "kal events in 'C") == [#"'C++ '\''n" $x'"#])
    #expect(try texts("bash", "kal events in \"C") == [#""C++ 'n\" \$x""#])
  }

  @Test func theLineChoosesTheStore() throws {
    let other = try SampleSession(importing: false)
    _ = try other.answer("add calendar \"Other store\"")
    let path = try #require(other.session.storePath)
    #expect(try texts("bash", "kal --store \(path) events in Ot") == ["Other\\ store "])
    #expect(try texts("bash", "kal events in Ot").isEmpty)
    #expect(try texts("bash", "kal --connect events in Wo").isEmpty)
    #expect(try texts("bash", "kal --in a.ics events in Wo").isEmpty)
    #expect(try texts("bash", "kal --as nobody events in Wo").isEmpty)
  }

  /// bash puts the text in behind a `=` or `:`, and behind an open quote; zsh only behind the quote.
  @Test(arguments: [
    ("kal --format=cs", "cs", ["csv "]), ("kal 'events in Wo", "events in Wo", ["events in Work'"]),
    ("kal events in Fam\"ily T", "ily T", ["ily Trips\""]), ("kal events in Fam", "Fam", ["Family\\ Trips "]),
    // Another case would change what is kept.
    ("kal events in fam\"ily T", "ily T", []),
  ])
  func onlyTheEndIsReplaced(line: String, replaced: String, texts: [String]) throws {
    #expect(try self.texts("bash", line, replaced: replaced) == texts)
  }

  // MARK: Stores that give no names

  @Test func nothingIsMadeForAnAnswer() throws {
    let folder = try TemporaryFolder()
    let missing = folder.path + "/no/store.sqlite"
    #expect(try texts("bash", "kal --store \(missing) events in ").isEmpty == false)
    #expect(try texts("bash", "kal --store \(missing) ev") == ["events "])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func aDamagedAForeignOrANewerStoreGivesNoNames() throws {
    let folder = try TemporaryFolder()
    let good = try #require(ProjectFiles.bytes(shell.session.storePath ?? ""))
    var damaged = good
    for index in damaged.indices where index >= 4_096 { damaged[index] = 0xA5 }
    var newer = good
    newer[63] = 250
    for (name, bytes) in [
      ("damaged", damaged), ("newer", newer), ("foreign", Array("hello".utf8)), ("empty", []),
    ] {
      let path = folder.path + "/" + name
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      #expect(try texts("bash", "kal --store \(path) events in Wo").isEmpty, "\(name)")
      #expect(
        try texts("bash", "kal --store \(path) events tom").first == "tomorrow ", "\(name)")
      #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) == bytes, "\(name)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
  }

  @Test func anOlderStoreIsNotUpgraded() throws {
    let folder = try TemporaryFolder()
    let bytes = try #require(ProjectFiles.bytes(ProjectFiles.root + "/Tests/StoreTests/Data/schema-7.sqlite"))
    let path = folder.path + "/store.sqlite"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(try texts("bash", "kal --store \(path) events in Wo").isEmpty)
    #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store.sqlite"])
  }

  @Test func anotherShellIsNotUnderstood() {
    #expect(throws: SettingError.self) { try texts("ksh", "kal ev") }
  }

  @Test func settingsThatCannotBeReadAreLeftOut() throws {
    #expect(
      try texts("bash", "kal --set nothing=1 --set zone=No/Where --set now=never events in Wo") == ["Work "])
  }
}

/// The words of shells.
@Suite struct ShellLineTests {
  private func words(_ line: String, _ shell: CommandShell) -> [String] {
    let line = ShellLine(line, of: shell) { ["HOME": "/h", "NAME": "a b"][$0] }
    return (line.words + [line.last]).map(\.text)
  }

  @Test(arguments: [
    ("kal a b", ["a", "b"]), ("kal a ", ["a", ""]), ("kal 'a b' \"c d\"", ["a b", "c d"]),
    ("kal a\\ b", ["a b"]), ("kal a'b'\"c\"d", ["abcd"]), ("kal \"\" ''", ["", ""]),
    ("kal \"a\\\"b\\$c\\d\"", ["a\"b$c\\d"]), ("kal ~/x ~ a~ '~'", ["/h/x", "/h", "a~", "~"]),
    ("kal $NAME \"${NAME}\" '$NAME' $NONE $", ["a b", "a b", "$NAME", "$NONE", "$"]),
    ("kal 'büro 🗓", ["büro 🗓"]), ("kal a\\", ["a"]), ("kal a\\\nb", ["ab"]), ("kal ${NAME", ["${NAME"]),
    ("  kal   a\tb", ["a", "b"]), ("kal $(date) `date`", ["$(date)", "`date`"]),
  ])
  func wordsAreThoseOfAllShells(line: String, words: [String]) {
    for shell in CommandShell.allCases where !(shell == .fish && line.contains("${")) {
      #expect(self.words(line, shell) == words, "\(shell)")
    }
  }

  @Test func quotesDiffer() {
    #expect(words("kal 'a\\'b'", .fish) == ["a'b"])
    #expect(words("kal 'a\\'b", .bash) == ["a\\b"])
    #expect(words("kal $'a\\'b c'", .zsh) == ["a'b c"])
    #expect(words("kal $'a", .fish) == ["$a"])
  }

  /// What is written in a quote is read as itself.
  @Test func whatIsWrittenIsReadBack() {
    let text = "a b'c\"d$e`f\\g#h!i*j&k|l;m(n)o<p>q~r=s:t\tü"
    for shell in [CommandShell.bash, .zsh] {
      let quotes: [(String, CommandShell.Quote)] = [
        ("", .none), ("'", .single), ("\"", .double), ("$'", .escaped),
      ]
      for (start, quote) in quotes {
        let line = "kal " + start + shell.written(text, in: quote) + shell.end(of: quote)
        #expect(words(line, shell) == [text], "\(shell) \(line)")
      }
    }
  }
}
