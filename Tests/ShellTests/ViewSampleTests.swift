import Terminal
import TestSupport
import Testing

@testable import Statements

/// Runs the files of `Samples/views`: pages of the calendar as a terminal of a width shows them.
///
/// With `KALENDS_RECORD=1` the files are written anew from what the program answers now; read the difference.
@Suite struct ViewSampleTests {
  static let files = ProjectFiles.files(below: "Samples/views", suffix: ".test")

  @Test func theFilesAreThere() {
    for view in ["day", "week", "month", "year", "agenda"] {
      for width in [80, 120] { #expect(Self.files.contains("Samples/views/\(view)-\(width).test")) }
    }
  }

  @Test(arguments: files) func pagesLookAsExpected(path: String) throws {
    let file = try GoldenFile(path)
    let name = path.split(separator: "/").last?.split(separator: ".").first ?? ""
    let width = try #require(name.split(separator: "-").last.flatMap { Int($0) })
    let shell = try SampleSession()
    try shell.session.settings.set("pager", to: "off")
    let screen = Screen(
      isTerminal: true, size: TerminalSize(columns: width, rows: 24), colors: .none)
    shell.session.screens = Screens(output: screen, errors: screen)
    try file.verify { statement in
      let answer = shell.everything(statement)
      #expect(answer.allSatisfy { CellWidth.of($0) <= width }, "\(path): a line is too wide")
      return answer
    }
  }
}
