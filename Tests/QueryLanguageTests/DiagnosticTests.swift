import QueryLanguage
import Testing

@Suite struct DiagnosticTests {
  @Test func caretsStandBelowWideCharacters() {
    let source = "events in 会議 titel"
    let diagnostic = Diagnostic(
      code: "x", message: "m", hint: "h", range: SourceRange(offset: 17, length: 5))
    let expected = """
      > events in 会議 titel
                       ^^^^^
      error: m        [x]
      hint:  h
      """
    #expect(diagnostic.rendered(source: source) == expected)
  }

  @Test func onlyTheLineOfTheFaultIsShown() {
    let text = "events today\nevents tody\nreminders"
    do {
      _ = try parse(text)
      Issue.record("must not parse")
    } catch {
      let lines = error.diagnostic.rendered(source: text, prompt: "").split(separator: "\n")
      #expect(lines.prefix(2) == ["events tody", "       ^^^^"])
    }
  }

  @Test func controlCharactersNeverReachTheTerminal() {
    let source = "events \u{1B}[31m\u{202E}x\u{7}"
    do {
      _ = try parse(source)
      Issue.record("must not parse")
    } catch {
      let text = error.diagnostic.rendered(source: source)
      #expect(!text.unicodeScalars.contains { ($0.value < 0x20 && $0 != "\n") || $0.value == 0x202E })
    }
  }

  @Test(arguments: [
    ("a", 1), ("日", 2), ("é", 1), ("e\u{301}", 1), ("👨‍👩‍👧‍👦", 2), ("❤️", 2), ("한", 2), ("ｱ", 1), ("Ａ", 2),
    ("\u{200B}", 0),
    ("🇩🇪", 2), ("\u{7}", 0), ("", 0),
  ]) func cells(text: String, width: Int) {
    #expect(TerminalCells.width(of: text) == width)
  }

  @Test func columnsCountCharacters() {
    #expect(Diagnostic.column(ofByte: 0, in: "日本") == 1)
    #expect(Diagnostic.column(ofByte: 3, in: "日本") == 2)
    #expect(Diagnostic.column(ofByte: 4, in: "a\nbcd") == 3)
  }

  @Test func rangesDoNotCount() throws {
    #expect(try parseStatement("events   today") == parseStatement("events today"))
    #expect(try parseStatement("events on friday") == parseStatement("EVENTS fri"))
    #expect(try parseStatement("events in \"Work\"") == parseStatement("events in Work"))
    #expect(try parseStatement("events in Work") != parseStatement("events in Home"))
  }

  @Test func rangesAreThoseOfTheText() throws {
    let source = "events from 24 dec to 31 dec where title = x and duration > 1h in Work"
    guard case .query(let query) = try parseStatement(source) else {
      Issue.record("not a query")
      return
    }
    func text(_ range: SourceRange) -> String {
      String(decoding: Array(source.utf8)[range.offset..<range.end], as: UTF8.self)
    }
    #expect(
      query.clauses.map { text($0.range) } == [
        "from 24 dec to 31 dec", "where title = x and duration > 1h", "in Work",
      ])
    if case .span(let lower, let upper)? = query.when?.time.kind {
      #expect(text(lower.range) == "24 dec" && text(upper.range) == "31 dec")
    } else {
      Issue.record("no span")
    }
    #expect(query.condition.map { text($0.range) } == "title = x and duration > 1h")
  }

  @Test func explainShowsHowConditionsGroup() throws {
    let condition = try SyntaxFragment.condition("free or not busy and title = x or allday", of: .events)
    #expect(
      Printer(showsAllParentheses: true).text(condition) == "free or ((not busy) and title = x) or allday")
    #expect(condition.description == "free or not busy and title = x or allday")
  }

  @Test func dateOrderOpensTheAmbiguousDates() throws {
    let dmy = try SyntaxFragment.date("12/11/2026", options: ParseOptions(dateOrder: .dmy))
    #expect(dmy.description == "2026-11-12")
    let mdy = try SyntaxFragment.date("12/11/2026", options: ParseOptions(dateOrder: .mdy))
    #expect(mdy.description == "2026-12-11")
    #expect(
      try SyntaxFragment.date("12.11.", options: ParseOptions(dateOrder: .dmy)).description == "12 november")
    #expect(throws: SyntaxError.self) {
      try SyntaxFragment.date("24/12/2026", options: ParseOptions(dateOrder: .mdy))
    }
  }

  @Test func fragmentsReadWhatFormsAsk() throws {
    #expect(try SyntaxFragment.date("fri 19:00").description == "friday 19:00")
    #expect(try SyntaxFragment.range("2026-12-01..2026-12-03").description == "from 2026-12-01 to 2026-12-03")
    #expect(try SyntaxFragment.duration("1h 30m").description == "1h30m")
    #expect(try SyntaxFragment.repetition("every 2 weeks on fri").description == "every 2 weeks on friday")
    #expect(try SyntaxFragment.alarms("-15m, -1h").count == 2)
    #expect(try SyntaxFragment.alarms("none").isEmpty)
    #expect(try SyntaxFragment.name("Home@iCloud").source == "iCloud")
    #expect(throws: SyntaxError.self) { try SyntaxFragment.date("friday x") }
    #expect(throws: SyntaxError.self) { try SyntaxFragment.repetition("every 2nd thursday") }
  }
}
