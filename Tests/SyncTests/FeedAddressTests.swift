import Testing

@testable import Sync

/// Addresses of feeds, and the dates of HTTP.
@Suite struct FeedAddressTests {
  @Test(arguments: [
    ("webcal://example.com/a.ics", "https://example.com/a.ics"),
    ("WEBCALS://Example.COM/A.ics", "https://example.com/A.ics"),
    ("https://example.com", "https://example.com/"),
    ("http://example.com:8080/a", "http://example.com:8080/a"),
    (" https://example.com/a b?ü=1#part\n", "https://example.com/a%20b?%C3%BC=1"),
    ("https://example.com?x=me@home", "https://example.com/?x=me@home"),
    ("https://[::1]:80/%41", "https://[::1]:80/%41"), ("http://127.0.0.1/~a/(b)", "http://127.0.0.1/~a/(b)"),
  ])
  func anAddressIsReadAsItIsAsked(_ text: String, url: String) throws {
    #expect(try FeedAddress(text).url == url)
    #expect(try FeedAddress(url).url == url)
  }

  @Test(arguments: [
    "", "team.ics", "example.com/team.ics", "file:///etc/passwd", "ftp://example.com/", "webcal:example.com",
    "https://", "https:///a", "https://:80/", "https://exa mple.com/", "https://müller.de/a",
    "javascript://x",
    "https://exa\\mple.com/", "https://x:0/", "https://x:65536/", "https://x:8a/", "https://[::1/",
    "https://[::1]x/",
    "https://\u{202E}example.com/",
  ])
  func otherTextIsNoAddress(_ text: String) {
    let fault = #expect(throws: FeedFault.self) { try FeedAddress(text) }
    #expect(fault?.codeText == "invalid-address" && fault?.hint != nil && fault?.exitStatus == 2)
  }

  @Test(arguments: ["https://me:secret@example.com/", "webcal://me@example.com/a", "http://a@b@example.com/"])
  func aPasswordInAnAddressIsRefusedAndNotRepeated(_ text: String) {
    let fault = #expect(throws: FeedFault.passwordInAddress(host: "example.com")) { try FeedAddress(text) }
    #expect(fault?.message.contains("secret") == false && fault?.hint?.contains(".netrc") == true)
  }

  @Test func aHostIsKnownWithoutThePath() throws {
    #expect(try FeedAddress("webcal://example.com:81/a/b").host == "example.com:81")
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("sun, 06 nov 1994 08:49:37 gmt", 784_111_777), ("Fri, 31 Dec 2016 23:59:60 GMT", 1_483_228_799),
    ("Wednesday, 18-Nov-26 00:00:00 GMT", 1_794_960_000),
  ])
  func aDateOfHTTPIsRead(_ text: String, seconds: Int) {
    #expect(HTTPDate.instant(text)?.seconds == seconds)
  }

  @Test(arguments: [
    "", "soon", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 CET",
    "Sun, 06 Nov 1994 08:49:37", "06 Nov 1994 08:49:37 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT",
    "Sun, 29 Feb 2026 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "2026-11-18T10:00:00Z",
    "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
  ])
  func otherTextIsNoDate(_ text: String) { #expect(HTTPDate.instant(text) == nil) }
}
