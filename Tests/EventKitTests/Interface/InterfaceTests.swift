import Foundation
import TestSupport
import Testing

/// The public interface as `Interface.md` has it, against what the compiler sees.
@Suite struct InterfaceTests {
  static let table = InterfaceTable.load()

  /// The modules of the table that the package has.
  static let modules = ["EventKit", "EventKitUI"].filter { module in
    (ProjectFiles.text("Package.swift") ?? "").contains("name: \"\(module)\"")
  }

  /// What each module makes public, read once.
  private static let graphs = Dictionary(
    uniqueKeysWithValues: modules.map { module in (module, Result { try SymbolGraph.load(module) }) })

  private static func check(_ module: String) throws -> InterfaceCheck {
    let graph = try #require(graphs[module]).get()
    let rows = table.rows.filter { $0.module == module }
    let types = Set(graph.symbols.map(\.container)).union(graph.conformances.keys)
    // The differences are those of both modules.
    return InterfaceCheck(
      rows: rows, differences: table.differences.filter { types.contains($0.type) }, graph: graph)
  }

  @Test(arguments: modules)
  func whatIsDoneIsThereAsSpelledAndNothingElseIsPublic(module: String) throws {
    #expect(try Self.check(module).faults == [])
  }

  /// The check sees what it is for: each row marked done is missed where it is spelled otherwise.
  @Test func aMisspelledRowIsSeen() throws {
    var check = try Self.check("EventKit")
    for row in check.rows where row.isDone {
      var other = row
      other.declaration = Self.misspelled(row.declaration)
      #expect(!check.isThere(other), "\(other)")
    }
    let index = try #require(check.rows.firstIndex { $0.declaration == "func commit() throws" })
    check.rows[index].declaration = "func commit()"
    #expect(
      check.faults == [
        "EKEventStore: func commit() is not there so", "EKEventStore: func commit() throws stands in no row",
      ])
  }

  /// Spells the last name of a declaration otherwise that a program would see.
  private static func misspelled(_ declaration: String) -> String {
    let name = declaration.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
      .last { $0.first?.isLetter == true && !["get", "set", "throws", "nil"].contains($0) }
    guard let name, let range = declaration.ranges(of: name).last else { return "" }
    return declaration.replacingCharacters(in: range, with: name + "x")
  }

  @Test func aPublicNameOutsideTheTableIsSeen() throws {
    var check = try Self.check("EventKit")
    check.graph.symbols.append(
      SymbolGraph.Symbol(
        container: "EKEvent", path: "EKEvent.mood", declaration: "var mood: String { get set }"))
    check.graph.symbols.append(
      SymbolGraph.Symbol(container: "", path: "EKMood", declaration: "class EKMood"))
    check.graph.conformances["EKSpan", default: []].insert("CaseIterable")
    #expect(
      check.faults == [
        "EKEvent: var mood: String { get set } stands in no row", ": class EKMood stands in no row",
        "EKSpan : CaseIterable stands in no row",
      ])
  }

  /// Apple's classes are those of Objective-C, whose members tests of programs override.
  @Test func aMemberThatCannotBeOverriddenIsSeen() throws {
    var check = try Self.check("EventKit")
    let index = try #require(
      check.graph.symbols.firstIndex { $0.path.hasSuffix("commit()") && $0.container == "EKEventStore" })
    check.graph.symbols[index].isOpen = false
    #expect(check.faults == ["EKEventStore: func commit() throws cannot be overridden"])
  }

  @Test func aRowThatIsThereAndNotMarkedDoneIsSeen() throws {
    var check = try Self.check("EventKit")
    let index = try #require(check.rows.firstIndex { $0.declaration == "func commit() throws" })
    check.rows[index].state = "not"
    #expect(check.faults == ["EKEventStore: func commit() throws is there, and not marked done"])
  }

  @Test func aDifferenceThatIsNoneIsSeen() throws {
    var check = try Self.check("EventKit")
    check.differences.append(
      InterfaceTable.Difference(type: "EKEvent", declaration: "+ Codable", reason: "none"))
    #expect(check.faults == ["EKEvent: + Codable is no difference"])
  }
}
