import CivilTime

/// Makes random sentences of the grammar file.
public struct SentenceGenerator {
  let grammar: GrammarFile
  var random: SplitMix64

  /// A generator that makes the same sentences for the same seed.
  public init(_ grammar: GrammarFile, seed: UInt64) {
    self.grammar = grammar
    random = SplitMix64(seed: seed)
  }

  /// A sentence of a production.
  public mutating func sentence(_ name: String) -> String {
    var words: [String] = []
    expand(.reference(name, nil), nil, 0, &words)
    var text = ""
    for word in words {
      // A part of a field belongs to the field before it.
      if !text.isEmpty, !(word.hasPrefix(".") && word != "..") { text += " " }
      text += word
    }
    return text
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func expand(
    _ node: GrammarFile.Node, _ binding: String?, _ depth: Int, _ words: inout [String]
  ) {
    switch node {
    case .literal(let word): words.append(word)
    case .value(let word): words.append(chance(20) ? "\"\(word)\"" : word)
    case .terminal(let name):
      let text = terminal(name)
      if !text.isEmpty { words.append(text) }
    case .absent: break
    case .reference(let name, let argument):
      let actual = argument == "n" || argument == "kind" ? binding : argument
      guard let (production, bound) = grammar.production(name, actual) else {
        words.append("<no production \(name)<\(actual ?? "")>>")
        return
      }
      expand(production.body, bound ?? binding, depth + 1, &words)
    case .sequence(let parts): for part in parts { expand(part, binding, depth, &words) }
    case .choice(let alternatives):
      // Deep inside, the first alternative that does not nest ends the sentence.
      if depth > 24, let flat = alternatives.last(where: { !nests($0) }) {
        expand(flat, binding, depth + 1, &words)
      } else {
        expand(pick(alternatives), binding, depth + 1, &words)
      }
    case .optional(let inner): if depth < 30, chance(45) { expand(inner, binding, depth + 1, &words) }
    case .repeated(let inner):
      var count = 0
      while depth < 24, count < 3, chance(30) {
        expand(inner, binding, depth + 1, &words)
        count += 1
      }
    case .unordered(let inner): unordered(inner, binding, depth, &words)
    }
  }

  private func nests(_ node: GrammarFile.Node) -> Bool {
    switch node {
    case .literal, .value, .terminal, .absent: false
    case .reference(let name, _):
      ["pred", "expr", "query", "target", "fullDay", "timed", "anchored", "base"].contains(name)
    case .sequence(let parts): parts.contains(where: nests)
    case .choice(let parts): parts.allSatisfy(nests)
    case .optional, .repeated, .unordered: false
    }
  }

  /// Some of the alternatives in random order, but a bare time first: behind another date it would join that.
  private mutating func unordered(
    _ node: GrammarFile.Node, _ binding: String?, _ depth: Int, _ words: inout [String]
  ) {
    let alternatives: [GrammarFile.Node]
    var binding = binding
    if case .reference(let name, let argument) = node {
      let actual = argument == "n" || argument == "kind" ? binding : argument
      guard let (production, bound) = grammar.production(name, actual),
        case .choice(let nodes) = production.body
      else { return expand(node, binding, depth + 1, &words) }
      binding = bound ?? binding
      alternatives = nodes
    } else if case .choice(let nodes) = node {
      alternatives = nodes
    } else {
      alternatives = [node]
    }
    var chosen: [GrammarFile.Node] = []
    for alternative in alternatives where chance(25) { chosen.append(alternative) }
    chosen.shuffle(using: &random)
    let times = chosen.filter(isTime)
    let others = chosen.filter { !isTime($0) }
    for alternative in times + others { expand(alternative, binding, depth + 1, &words) }
  }

  private func isTime(_ node: GrammarFile.Node) -> Bool {
    if case .reference(let name, _) = node { return name == "when" || name == "range" || name == "slotTime" }
    return false
  }

  // MARK: Terminals

  private static let units = ["y", "mo", "w", "d", "h", "m", "s"]

  private mutating func number(_ range: ClosedRange<Int>) -> String {
    String(Int.random(in: range, using: &random))
  }

  private mutating func date() -> CivilDate {
    CivilDate(dayNumber: Int.random(in: 18_000...22_000, using: &random)) ?? .min
  }

  private mutating func terminal(_ name: String) -> String {
    switch name {
    case "NEWLINE": return "\n"
    case "GLUED", "RESERVED", "ISOLIKE", "TIMEWORD", "ANDCLOCK", "FROMCLOCK", "ADDED": return ""
    case "WORD", "TEXTWORD", "ALIAS", "ANYWORD":
      return pick(["Wrk", "büro", "Haus/Hof", "x_1", "Work-Trips", "日本語", "🎄", "O'Brien", "a.b", "Ünï"])
    case "TITLEWORD":
      return pick(["milk", "standup", "Ann's", "2", "17:00", "at", "3rd", "2026-11-24", "買う"])
    case "PLAIN":
      return pick([
        "milk", "lunch with bob tomorrow at noon", "O'Brien's \"night in\" fri 20:00 @ Luna #out",
        "2 fast 2 furious",
        "買う 24.12. 10:00 (if open)", "\"Friday\" sat 21:00",
      ])
    case "DEFINED": return "title"
    case "STRING":
      return pick([
        "\"Family Trips\"", "'raw ''text'''", "\"a \\\"b\\\" \\\\ \\n \\u{1F600}\"", "“typographic”", "\"\"",
        "\"from\"", "\"会議 Tokyo\"",
      ])
    case "PARAM": return pick(["$n", "$from_day", "$x2"])
    case "INT", "AMOUNT": return number(1...400)
    case "INTERVAL": return pick([number(1...400), "2nd", "3rd"])
    case "TIMES": return number(1...1000)
    case "DIGIT": return number(0...9)
    case "DAY": return pick([number(1...28), "1st", "22nd"])
    case "HOUR", "MONTH": return number(1...12)
    case "WEEK": return number(1...52)
    case "NTH": return pick(["1st", "2nd", "3rd", "4th", "5th", "first", "third"])
    case "DECIMAL": return pick(["52.52", "13", "0.5", "7.000001"])
    case "LATITUDE", "LONGITUDE": return pick(["52.52", "-13", "0", "-7.000001"])
    case "DISTANCE": return pick(["100", "100m", "2km", "5 km"])
    case "DUR": return duration()
    case "ISODURATION": return pick(["P1D", "PT1H30M", "P2W", "P1Y2M3DT4H5M6S"])
    case "ISODATE": return date().description
    case "ISOMONTH": return String(date().description.prefix(7))
    case "ISOWEEK": return "2026-W" + pick(["01", "48", "53"])
    case "YEAR": return number(1990...2099)
    case "DATETIME":
      return date().description + "T" + pick(["09:30:15Z", "00:00Z", "12:00+01:00", "08:15-0530"])
    case "HHMM", "EARLYHHMM": return pick(["0930", "1730", "1205"])
    case "LATEHHMM": return pick(["2130", "2359"])
    case "HOURS": return pick(["18", "23", "2330"])
    case "CLOCKDASH", "DAYDASH", "NUMBERDASH": return "-"
    case "NUMBER", "MINUTEWORD", "HOURNUMBER": return pick(["one", "two", "five", "ten", "twelve"])
    case "PLURAL": return pick(["mondays", "Thursdays", "suns"])
    case "MINUTES": return pick(["5", "10", "20"])
    case "PLAINHOUR": return number(1...12)
    case "COUNT": return number(1...400)
    case "BAREHOUR", "ATHOUR", "SPANHOUR", "ANDHOUR": return number(8...12)
    case "OCLOCK": return number(1...12) + " o'clock"
    case "SHORTYEAR": return number(26...99)
    case "SMALLER": return number(1...59) + " seconds"
    case "ANDHALF", "HALVED": return "and a half"
    case "FRACTION": return pick(["1.5 hours", "2.25 h", "0.5 minutes"])
    case "QUARTER": return pick(["Q1", "q3", "H2"])
    case "WEEKNAME": return pick(["W48", "kw2"])
    case "NTHDAY": return pick(["1st", "15th", "22nd"])
    case "SPANDAY": return number(1...9)
    case "DAYEND": return number(20...28)
    case "NUMDATE": return pick(["30.11.2026", "11/30/2026", "2026/12/24"])
    case "NUMDAY": return pick(["24.12.", "24/12", "3.4."])
    case "DASHDAY": return pick(["24-Dec", "1-may"])
    case "ZONEOFFSET": return pick(["UTC+01:00", "UTC-05:30", "+02:00", "UTC-5"])
    case "LOCALDATETIME": return date().description + "T" + pick(["09:30", "23:59:59", "24:00"])
    case "CLOCK": return pick(["09:30", "0:05", "23:59:59", "24:00", "17:00", "9:30pm"])
    case "ZONE": return pick(["Europe/Berlin", "America/New_York", "UTC", "GMT"])
    case "ROW": return "#" + number(1...99)
    case "ID":
      return pick(["ev:7kq2m9", "rm:4xw8", "ev:7kq2m9/20261118T091500", "ev:7kq2m9/20261025T023000~1"])
    case "CALENDARID": return "cal:wrk1"
    case "REGEX": return pick(["/^(re)?view/i", "/a\\/b/", "/[0-9]+/"])
    case "PATH", "FILENAME":
      return pick(["trip.ics", "~/cal/2026.ics", "/tmp/a-b_c.ics", "./x", "Samples/日本", "in/(1).ics"])
    case "HEXCOLOR": return pick(["#2e8b57", "#fff", "#FF9500FF", "#aabbcc"])
    case "COMPARE": return pick(["=", "!=", "<", "<=", ">", ">="])
    case "SETTING": return pick(["=", "+=", "-="])
    case "STEP": return "u" + number(1...400)
    case "OPTION": return pick(["zone", "week.start", "date.order"])
    default: return "<no terminal \(name)>"
    }
  }

  private mutating func duration() -> String {
    let rank = Int.random(in: 0...4, using: &random)
    var text = number(1...99) + Self.units[rank]
    if chance(30) { text += (chance(30) ? " " : "") + number(1...59) + Self.units[rank + 1] }
    return text
  }
}
