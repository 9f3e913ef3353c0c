import Platform

/// What people are told about `kal-sync`; `--help` and the manual page are made from it.
package enum HelperUsage {
  /// What the program does, in a sentence.
  package static let summary =
    "kal-sync asks servers for kal, which starts it by itself: there is nothing to set up."

  /// The ways to start it and what each does.
  package static let forms: [(form: String, text: String)] = [
    ("kal-sync get URL", "shows the answer to a request, status and headers on standard error"),
    ("kal-sync --version", "shows the version, and that of libcurl"),
    ("kal-sync --help", "shows this"),
  ]

  /// How it works for kal, a paragraph each.
  package static let explanation = [
    "`kal sync` starts it with the first request for a published calendar, from beside kal or else from PATH, and keeps it "
      + "for the next ones. Without arguments it speaks to kal over standard input and output: it greets with the number "
      + "of the format, then answers one request after another, and ends when its input does. It has the network and "
      + "nothing else: no store and no account.",
    "Requests are sent by libcurl, over http and https alone, with certificates verified. Redirects are followed, and "
      + "never from https to http; a password or a cookie goes to no other host than it was meant for.",
  ]

  /// The text of `--help`.
  package static var text: String {
    let most = forms.map(\.form.count).max() ?? 0
    let rows = forms.map {
      "  " + $0.form + String(repeating: " ", count: most - $0.form.count + 3) + $0.text
    }
    let told = EnvironmentVariable.allCases.filter(\.isOfHelper).map { "  \($0.rawValue): \($0.help)" }
    return """
      \(summary)

      \(rows.joined(separator: "\n"))

      Passwords for servers are read from \(UserFile.passwords.paths.joined()). Variables of the environment:
      \(told.joined(separator: "\n"))

      `man kal-sync` tells more.

      """
  }
}
