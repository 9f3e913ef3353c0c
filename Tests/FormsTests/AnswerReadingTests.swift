import Changes
import CivilTime
import Editing
import Model
import QueryEngine
import QueryLanguage
import TestSupport
import Testing

@testable import Forms

/// What answers mean, however long they are, and what forms ask the store.
@Suite struct AnswerReadingTests {
  @Test(arguments: [
    ("\"Blue Note\"", "Blue Note", false), ("\"Gate at 5\"", "Gate at 5", false),
    ("\"Blue Note\" at 52.5, 13.4", "Blue Note", true),
    ("\"Gate at 5\" at 52.5, 13.4 radius 100m", "Gate at 5", true),
    ("Blue Note at -33.9, 18.4", "Blue Note", true),
    // What is no place on the map is all of it the name.
    ("\"Blue Note\" at Main Street", "\"Blue Note\" at Main Street", false),
    ("\"Blue Note\" at 5th Avenue", "\"Blue Note\" at 5th Avenue", false),
    ("\"Blue Note\" at the \"Zoo\"", "\"Blue Note\" at the \"Zoo\"", false),
    ("the \"Zoo\" at 52.5, 13.4", "the \"Zoo\"", true), ("\"Zoo", "\"Zoo", false), ("\"", "\"", false),
  ]) func aPlaceHasItsName(answer: String, name: String, isOnTheMap: Bool) throws {
    let desk = try Desk()
    let editor = try event(desk, "Concert", ":location", answer)
    #expect(editor.form.item.location == name)
    #expect((editor.form.item.place != nil) == isOnTheMap)
    // As it stands in its field it means the same.
    let field = try #require(ItemFields.all(.event).first { $0.name == .location })
    let again = try event(desk, "Concert", ":location", editor.form.text(field, desk.context))
    #expect(again.form.item.location == name && again.form.item.place == editor.form.item.place)
  }

  /// Texts that others wrote are as long as they like.
  @Test func whatIsLongIsReadInOneGo() {
    let size = 100_000
    let places = [
      String(repeating: "\"", count: size), "\"" + String(repeating: "\\\" at 5", count: size / 7),
      String(repeating: "\" at ", count: size / 20) + String(repeating: "a", count: 3 * size / 4),
    ]
    let lists = [String(repeating: "a", count: size), String(repeating: "a ", count: size / 2)]
    let time = ProcessorTime.measure {
      for place in places { #expect(FormReader.place(place, "").utf8.count >= size - 10) }
      for list in lists {
        #expect(FormReader.texts(list).count == 1)
        #expect(FormReader.list([list]).utf8.count >= size)
      }
    }
    #expect(time < .seconds(4))
  }

  /// Line ends that were pasted around notes belong to them.
  @Test func notesKeepTheirLineEnds() throws {
    let editor = try event(try Desk(), "Talk", ":notes", " \n\nAgenda\r\n\n\t")
    #expect(editor.form.item.notes == "\n\nAgenda\r\n\n")
  }

  @Test(arguments: [
    ("dec 2026", "every day until 31 Dec 2026"), ("10 times", "every day, 10 times"),
    ("3", "every day, 3 times"), ("Once", "every day, once"),
    ("dec 2026 except 24 dec", "every day until 31 Dec 2026"), ("never", "every day"),
  ]) func aRepetitionEnds(answer: String, phrase: String) throws {
    let desk = try Desk()
    let editor = try event(desk, "Swim", ":repeat", "every day until 30 nov", ":until", answer)
    #expect(ItemSentences(zone: desk.context.zone).phrase(editor.form.item) == phrase)
  }

  @Test(arguments: [
    ("0", "number-out-of-range", "0"), ("2000000 times", "number-out-of-range", "2000000"),
    ("soon", "expected-date", "soon"), ("until dec", "expected-date", "until"),
    ("dec 2026 until 2027", "duplicate-clause", "until"), ("dec 2026 foo", "expected-other", "foo"),
  ]) func aWrongEndOfARepetitionHasItsPlace(answer: String, code: String, place: String) throws {
    let step = try event(try Desk(), "Swim", ":repeat", "every day", ":until").answer(answer)
    guard case .fault(let fault)? = step.lines.first else {
      Issue.record("\(answer) was taken")
      return
    }
    #expect(fault.code == code)
    let bytes = Array(answer.utf8).dropFirst(fault.start).prefix(fault.length)
    #expect(String(decoding: bytes, as: UTF8.self) == place)
  }

  /// What a form asks the store is what the language would ask.
  @Test func questionsAreThoseOfTheLanguage() throws {
    let title = "a \"b\" \\ \u{2028}"
    let day = try #require(CivilDate(year: 2026, month: 11, day: 18))
    let begin = try SyntaxFragment.date("2026-11-18 9:00")
    let end = try SyntaxFragment.date("2026-11-18 10:00")
    let queries: [(QuerySyntax, String)] = [
      (
        .reminder(titled: title),
        "reminders where title = \(Quoting.string(title)) sort by created desc limit 1"
      ),
      (
        .event(titled: title),
        "events from -2y to now where title = \(Quoting.string(title)) sort by start desc limit 1"
      ),
      (
        .busyEvents(from: begin, to: end),
        "events from 2026-11-18 9:00 to 2026-11-18 10:00 where timed and not free and not cancelled"
      ),
      (.events(on: day), "events on 2026-11-18"),
    ]
    for (query, text) in queries { #expect(query == (try SyntaxFragment.query(text))) }
  }

  /// Whatever a form can set, the statement that it shows sets too; a subtask's whole has no word there.
  @Test(arguments: [ItemKind.event, .reminder]) func theStatementSetsWhatTheFormSets(kind: ItemKind) {
    let set = ItemForm.order.reduce(into: Set<ItemField>()) { $0.formUnion($1.parts) }
    for field in ItemFields.all(kind) {
      #expect(field.parts.subtracting(set).subtracting([.parent]).isEmpty, "\(field.name)")
    }
  }
}
