/// A command line that ends at the cursor: what the words before it say, and what the word at it is.
package struct UnfinishedInvocation: Equatable, Sendable {
  /// What the word at the cursor is.
  package enum Place: Equatable, Sendable {
    /// The name of an option.
    case option
    /// The value of an option, which begins at a byte of the word: 0, or behind `--store=`.
    case value(Option, start: Int)
    /// A word of the statement.
    case word
  }

  /// What the words before say; mistakes in them count as not there.
  package var invocation = Invocation()
  package var place = Place.word

  /// Reads the words behind the name of the program; `last` is the one at the cursor.
  package init(_ words: [String], last: String) {
    var rest = words[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        invocation.words += rest
        return
      }
      guard Invocation.isOption(argument) else {
        invocation.words.append(argument)
        continue
      }
      do {
        try invocation.take(argument, &rest)
      } catch SettingError.optionNeedsValue {
        guard let found = Invocation.option(argument) else { return }
        place = .value(found.option, start: 0)
        return
      } catch {
        continue
      }
    }
    guard last == "-" || Invocation.isOption(last) else { return }
    guard let found = Invocation.option(last), let value = found.value else {
      place = .option
      return
    }
    place = .value(found.option, start: last.utf8.count - value.utf8.count)
  }
}
