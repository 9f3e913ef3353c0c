import TestSupport
import Testing

@testable import Shell

/// Comma-separated values (RFC 4180).
@Suite struct DelimitedTests {
  @Test(arguments: [
    ("a\\u{d}b", "\"a\rb\""), ("a\\u{a}b", "\"a\nb\""), ("a,b", "\"a,b\""), ("a\\\"b", "\"a\"\"b\""),
    ("a b", "a b"),
  ])
  func valuesThatNeedQuotesHaveThem(written: String, value: String) throws {
    let shell = try SampleSession(importing: false)
    _ = try shell.answer("add calendar \"\(written)\"")
    #expect(try shell.answer("calendars select title", format: "csv") == "title\r\n\(value)\r\n")
  }
}
