import Editing
import Forms
import LineProtocol
import QueryEngine
import QueryLanguage
import Store
import Testing

@testable import Help
@testable import Platform
@testable import Rendering
@testable import Server
@testable import Settings
@testable import Statements
@testable import Sync

@Suite struct ErrorCatalogTests {
  private static let codes = Set(
    SyntaxErrorCode.allCases.map(\.rawValue) + BindingErrorCode.allCases.map(\.rawValue)
      + StoreError.Code.allCases.map(\.rawValue) + ShellError.Code.allCases.map(\.rawValue)
      + SettingError.Code.allCases.map(\.rawValue) + FormatFault.Code.allCases.map(\.rawValue)
      + FileFault.Code.allCases.map(\.rawValue) + [
        UnknownTopic.code, TemplateError.code, ConferenceFault.code,
      ]
      + EditError.Code.allCases.map(\.rawValue) + ProtocolFault.Code.allCases.map(\.rawValue)
      + AccountError.Code.allCases.map(\.rawValue) + RemoteFault.Code.allCases.map(\.rawValue)
      + FeedFault.Code.allCases.map(\.rawValue) + MailError.Code.allCases.map(\.rawValue)
      + TransportFault.Code.allCases.map(\.rawValue))

  @Test func everyCodeHasAStoryAndNoOther() {
    let known = ErrorCatalog.entries.map(\.code)
    #expect(Set(known) == Self.codes)
    #expect(known.count == Set(known).count)
    for entry in ErrorCatalog.entries { #expect(!entry.story.isEmpty, "\(entry.code)") }
  }

  @Test(arguments: ErrorCatalog.entries.map(\.code)) func helpTellsIt(code: String) throws {
    let text = try SampleSession(importing: false).answer("help \(code)")
    #expect(text.hasPrefix(code + "\n  "))
    for line in try #require(ErrorCatalog.entry(code)).story { #expect(text.contains("\n  " + line)) }
  }

  @Test func whatIsNoCodeIsSaid() throws {
    let shell = try SampleSession(importing: false)
    #expect(throws: ShellError.self) { try shell.answer("help unknown-feild") }
  }
}
