import TestSupport

/// How each word of the language is written, taken from the grammar file for `help`.
struct HelpForms {
  private let grammar: GrammarFile

  static let path = "Sources/Help/GrammarForms.swift"

  /// The text of the file that holds the forms of these words.
  func file(_ words: [String]) -> String {
    // Words that are written in the same ways stand together.
    var groups: [(words: [String], forms: [String])] = []
    for word in words {
      let forms = forms(of: word)
      if forms.isEmpty { continue }
      if let index = groups.firstIndex(where: { $0.forms == forms }) {
        groups[index].words.append(word)
      } else {
        groups.append(([word], forms))
      }
    }
    let lines = groups.flatMap { group in
      ["    " + group.words.joined(separator: " ")] + group.forms.map { "      " + $0 }
    }
    let head = [
      "/// How each word of the language is written.", "///",
      "/// Made from `Grammar/kalends.ebnf` by a test, which compares it; KALENDS_RECORD=1 makes it anew.",
      "enum GrammarForms {",
      "  /// The ways of writing a word; none for what only the catalog tells about.",
      "  static func forms(of word: String) -> [String] { table[word] ?? [] }", "",
      "  private static let table = HelpTable.blocks(text)", "",
      "  /// Words on a line of their own, the forms they share indented below.",
      "  private static let text = #\"\"\"",
    ]
    return (head + lines + ["    \"\"\"#", "}", ""]).joined(separator: "\n")
  }

  init() throws { grammar = try GrammarFile.load() }

  // MARK: Which alternatives tell about a word

  /// One way of writing something, and what it stands behind.
  private struct Form {
    var lead: String
    var node: GrammarFile.Node
  }

  /// The ways of writing a word: those that begin with it, else those it stands in.
  func forms(of word: String) -> [String] {
    let beginning = alternatives.filter { first($0.node).contains(word) }.flatMap { form in
      narrowed(form.node, to: word).map { Form(lead: form.lead, node: $0) }
    }
    var forms: [String] = []
    for form in beginning.isEmpty ? alternatives.filter({ holds($0.node, word) }) : beginning {
      let text = form.lead + text(form.node)
      if !forms.contains(text) { forms.append(text) }
    }
    // The bare word tells nothing beside something longer.
    if forms.count > 1 { forms.removeAll { $0 == word } }
    return Array(forms.prefix(beginning.isEmpty ? 3 : 5))
  }

  /// The alternatives of all productions, those of a general one once for all nouns.
  private var alternatives: [Form] {
    grammar.productions.filter {
      !Self.isOfOneNoun($0) && !Self.areTables.contains($0.name) && !isWordList($0)
    }
    .flatMap { production in
      let lead = Self.leads[production.argument.map { production.name + "<" + $0 + ">" } ?? production.name]
      return split(production.body).filter { !isDetail($0) }.map {
        Form(lead: lead.map { $0 + " " } ?? "", node: $0)
      }
    }
  }

  /// Whether an alternative is about clock times without a colon, which help does not go into.
  private func isDetail(_ node: GrammarFile.Node) -> Bool {
    switch node {
    case .terminal(let name): ["LATEHHMM", "CLOCKDASH", "DAYDASH"].contains(name)
    case .reference(let name, _): name == "timedEnd"
    case .sequence(let parts): parts.contains(where: isDetail)
    case .choice(let parts): parts.allSatisfy(isDetail)
    case .literal, .value, .optional, .repeated, .unordered, .absent: false
    }
  }

  /// What only repeats a general production for a noun that has less.
  private static func isOfOneNoun(_ production: GrammarFile.Production) -> Bool {
    guard let argument = production.argument, argument != "n", argument != "kind" else { return false }
    return !["event", "reminder"].contains(argument)
  }

  /// Productions that list words which the catalog tells about, or that say
  /// nothing about how they are written.
  private static let areTables = orders.union([
    "textField", "dateField", "durationField", "numberField", "flagWord", "unitWord", "shortUnit",
    "monthName",
    "weekday", "unit", "format", "fieldTest", "assigned", "looseValue", "choiceTest", "value", "values",
    "comparison",
    "datePartTest", "slotTime", "joint", "repeatWeeks", "script", "statement", "tail", "openTarget", "target",
    "bareTarget",
    "titleWord", "tailWord", "reminderWord", "firstTarget",
    "field", "flagField", "choiceField", "countField", "placeField", "datePart", "changed", "aggregated",
    "bucketTest",
    "aggregateTest", "having", "timedEnd", "monthOfYear", "placeEnd", "ofWeek", "ofMonth", "ofYear",
    "nameTest",
    "sourceTest", "zoneTest", "statusTest", "availabilityTest", "priorityTest", "kindTest", "dayTest",
    "clockTest",
    "weekdayTest", "monthTest", "numberTest", "decimalTest", "statusValue", "availabilityValue",
    "priorityValue",
    "kindValue", "textTotal", "dateTotal", "itemChoiceTotal", "eventChoiceTotal", "numbers", "asgOfNotes",
    "asgOfTexts",
    "asgOfDate", "asgOfLength", "reverting", "syncing",
  ])

  /// Comparisons with one kind of value each.
  private static let orders = Set(
    [
      "Texts", "Dates", "Numbers", "Decimals", "Clocks", "Weekdays", "Months", "Names", "Sources",
      "Statuses", "Availabilities", "Priorities", "Kinds", "Any",
    ].map { "orderOf" + $0 })

  /// What stands before the pieces of larger statements.
  private static let leads = [
    "asg": "edit … set", "asgOfItem": "edit … set", "asgOfEvent": "edit … set", "asgOfReminder": "edit … set",
    "lengthTest": "where FIELD", "orderOfLengths": "where FIELD",
    "itemPart<event>": "add event …", "itemPart<reminder>": "add reminder …",
    "alarm": "alarm",
    "textTest": "where FIELD", "dateTest": "where FIELD", "numberTest": "where FIELD",
    "emptyTest": "where FIELD",
    "repeatLimit": "repeat …", "every": "repeat every", "repetition": "repeat",
    "calendarPart": "add calendar …", "calendarSetting": "edit calendar … set",
    "importPart": "import …", "addCalendar": "add calendar", "chooseCalendars": "choose",
    "slotClause": "free …", "withoutDays": "free …",
    "exportFormat": "export … as", "priority": "priority", "place": "location", "repeatDays": "repeat …",
    "position": "repeat … on",
  ]

  /// Whether a production is a few words to choose from, which are shown wherever it stands.
  private func isWordList(_ production: GrammarFile.Production) -> Bool {
    guard case .choice(let nodes) = production.body, nodes.count <= 8, Self.names[production.name] == nil
    else { return false }
    return nodes.allSatisfy { if case .reference = $0 { false } else { !text($0).contains(" ") } }
  }

  /// The members of a choice, also of an optional one at the end of a sequence where they are long.
  private func split(_ node: GrammarFile.Node) -> [GrammarFile.Node] {
    switch inlined(node) {
    case .choice(let nodes): return nodes.flatMap(split)
    case .sequence(let parts):
      guard parts.count == 2, case .literal = parts[0], case .optional(.choice(let members)) = parts[1],
        members.count > 2,
        members.contains(where: { if case .sequence = $0 { true } else { false } })
      else { return [.sequence(parts)] }
      return [parts[0]] + members.map { .sequence([parts[0]] + pieces($0)) }
    case let other: return [other]
    }
  }

  private func pieces(_ node: GrammarFile.Node) -> [GrammarFile.Node] {
    if case .sequence(let parts) = node { parts } else { [node] }
  }

  /// The same with lists of words and the tail of changes in place of their names.
  private func inlined(_ node: GrammarFile.Node) -> GrammarFile.Node {
    switch node {
    case .literal, .value, .terminal, .absent: return node
    case .reference(let name, let argument):
      guard let (production, _) = grammar.production(name, argument) else { return node }
      if isWordList(production) || Self.areShown.contains(name) { return inlined(production.body) }
      return node
    case .sequence(let parts): return .sequence(parts.flatMap { pieces(inlined($0)) })
    case .choice(let nodes): return .choice(nodes.map(inlined))
    case .optional(let inner): return .optional(inlined(inner))
    case .repeated(let inner): return .repeated(inlined(inner))
    case .unordered(let inner): return .unordered(inlined(inner))
    }
  }

  /// The words that an alternative can begin with.
  private func first(_ node: GrammarFile.Node) -> Set<String> {
    switch node {
    case .literal(let word): return [word]
    case .value, .terminal, .reference, .absent: return []
    case .choice(let nodes): return nodes.reduce(into: []) { $0.formUnion(first($1)) }
    case .optional(let inner), .repeated(let inner), .unordered(let inner): return first(inner)
    case .sequence(let nodes):
      var result: Set<String> = []
      for node in nodes {
        result.formUnion(first(node))
        switch node {
        case .optional, .absent: continue
        default: return result
        }
      }
      return result
    }
  }

  private func holds(_ node: GrammarFile.Node, _ word: String) -> Bool {
    switch node {
    case .literal(let literal): literal == word
    case .value, .terminal, .reference, .absent: false
    case .choice(let nodes), .sequence(let nodes): nodes.contains { holds($0, word) }
    case .optional(let inner), .repeated(let inner), .unordered(let inner): holds(inner, word)
    }
  }

  /// An alternative that begins with a group, cut down to those of its members that begin with the word.
  private func narrowed(_ node: GrammarFile.Node, to word: String) -> [GrammarFile.Node] {
    guard case .sequence(let parts) = node, case .choice(let members)? = parts.first else { return [node] }
    if members.allSatisfy({ if case .literal = $0 { true } else { false } }) { return [node] }
    return members.filter { first($0).contains(word) }.flatMap { member in
      narrowed(.sequence(pieces(member) + parts.dropFirst()), to: word)
    }
  }

  // MARK: Text

  private func text(_ node: GrammarFile.Node) -> String {
    switch node {
    case .literal(let word): return ["(", ")", "[", "]", "|"].contains(word) ? "\"\(word)\"" : word
    case .value(let word): return word
    case .absent: return ""
    case .terminal(let name): return Self.names[name] ?? name
    case .reference(let name, let argument): return reference(name, argument)
    case .sequence(let nodes): return sequence(nodes)
    case .choice(let nodes):
      let parts = nodes.map(text)
      return parts.joined(separator: parts.allSatisfy { !$0.contains(" ") } ? "|" : " | ")
    case .optional(let inner): return "[" + text(inner) + "]"
    case .repeated(let inner): return "[" + text(inner) + " …]"
    case .unordered(.choice(let nodes)) where nodes.allSatisfy({ !isReference($0) || nodes.count < 4 }):
      return nodes.map { "[" + text($0) + (isReference($0) ? " …]" : "]") }.joined(separator: " ")
    case .unordered(let inner): return "[" + text(inner) + " …]"
    }
  }

  private func isReference(_ node: GrammarFile.Node) -> Bool {
    if case .reference = node { true } else { false }
  }

  private func sequence(_ nodes: [GrammarFile.Node]) -> String {
    var parts: [String] = []
    for (index, node) in nodes.enumerated() {
      if index > 0, case .repeated(.sequence(let inner)) = node, inner.count == 2,
        inner[1] == nodes[index - 1]
      {
        // X { "," X } is a list.
        let sign = text(inner[0])
        parts[parts.count - 1] += (sign == "," ? ", …" : " " + sign + " …")
      } else if case .choice = node {
        parts.append("(" + text(node) + ")")
      } else {
        parts.append(text(node))
      }
    }
    return parts.filter { !$0.isEmpty }.joined(separator: " ").replacing(" ,", with: ",")
  }

  private func reference(_ name: String, _ argument: String?) -> String {
    Self.names[name] ?? name.uppercased()
  }

  /// Productions that are shown in full wherever they stand.
  private static let areShown: Set<String> = [
    "tail", "reverting", "syncing", "viewParameter", "addCalendar", "chooseCalendars", "asgOfNotes",
    "asgOfTexts",
    "asgOfDate",
    "asgOfLength",
  ]

  /// What people call the pieces.
  private static let names = [
    "question": "QUERY", "watched": "QUERY|run NAME …", "viewName": "NAME", "setName": "NAME",
    "names": "CALENDARS", "count": "N", "STRING": "\"TEXT\"", "INT": "N", "COUNT": "N", "DIGIT": "N",
    "DAY": "DAY", "WORD": "NAME",
    "PARAM": "$NAME", "DECIMAL": "N",
    "DUR": "LENGTH", "CLOCKSPAN": "9:00-17:00", "NTH": "2nd", "HOUR": "HOUR", "SETTING": "=|+=|-=",
    "COMPARE": "=|!=|<|<=|>|>=",
    "OPTION": "SETTING", "STEP": "uN", "WEEK": "N",
    "openTarget": "TARGET", "firstTarget": "TARGET", "target": "TARGET", "expr": "CONDITION",
    "havingExpr": "CONDITION",
    "pred": "CONDITION",
    "dur": "LENGTH", "calendarSetting": "name|color|alarm = VALUE", "path": "FILE", "filePath": "FILE",
    "PATH": "FILE", "FILENAME": "FILE", "color": "COLOR", "name": "CALENDAR", "sourceName": "SOURCE",
    "key": "COLUMN",
    "sel": "COLUMN [as NAME]",
    "skey": "COLUMN [asc|desc]", "agg": "count|sum(FIELD)", "numberField": "FIELD", "durationField": "FIELD",
    "range": "RANGE",
    "when": "RANGE", "date": "DATE", "alarmDate": "DATE", "clock": "TIME", "text": "TEXT",
    "regex": "/PATTERN/", "query": "QUERY",
    "clause": "CLAUSE", "itemPart": "PART", "slotClause": "CLAUSE", "selector": "CLAUSE",
    "asg": "FIELD = VALUE", "unit": "UNIT",
    "unitWord": "UNIT", "shortUnit": "UNIT", "monthName": "MONTH", "weekday": "WEEKDAY",
    "weekdays": "WEEKDAY, …", "client": "CLIENT",
    "looseValue": "VALUE", "value": "VALUE", "setting": "VALUE", "viewArgument": "VALUE",
    "repetition": "REPETITION",
    "repeatLimit": "LIMIT", "repeatMonths": "MONTHS", "repeatDays": "on DAYS", "ofMonth": "[on DAYS]",
    "ofYear": "[on DAYS] [in MONTHS]",
    "every": "WEEKDAY, …|[N] UNIT [on DAYS]", "ranked": "RANK", "alarm": "ALARM", "alarms": "ALARMS",
    "place": "PLACE", "coordinates": "LAT, LON [radius DISTANCE]",
    "dist": "DISTANCE", "zone": "ZONE", "zoneSuffix": "ZONE", "offset": "±LENGTH", "shift": "[±]LENGTH",
    "num": "N", "ref": "ID",
    "addItem": "ITEM", "command": "STATEMENT", "flagWord": "FLAG", "format": "FORMAT", "moment": "DAY",
    "day": "DAY", "period": "PERIOD",
    "storeStatement": "STATEMENT", "nth": "2nd …", "rank": "2nd", "positions": "2nd …", "position": "2nd",
    "joint": "and",
    "slotTime": "RANGE", "limit": "LIMIT", "havingTest": "CONDITION", "importPart": "PART",
    "calendarPart": "PART",
    "quoted": "\"TEXT\"", "INTERVAL": "N", "TIMES": "N", "AMOUNT": "N", "MONTH": "N",
    "ANYWORD": "WORD", "PLAIN": "TEXT …",
    "ALIAS": "NAME", "DEFINED": "NAME", "TEXTWORD": "TEXT", "LATITUDE": "LAT", "LONGITUDE": "LON",
    "EARLYHHMM": "1730", "clockTime": "TIME", "timed": "DATE", "spanOrDate": "DATE [to DATE]",
    "plainRange": "RANGE",
    "monthDay": "24 dec", "changed": "TARGET set FIELD = VALUE, …",
    "aggregated": "FIELD of events [CLAUSE …]",
    "aggregateTest": "\"(\" FIELD \")\" =|!=|<|<=|>|>= LENGTH", "number": "N", "having": "CONDITION",
    "orderOfNumbers": "=|!=|<|<=|>|>= N", "placeEnd": "", "ofWeek": "[on WEEKDAY, …] [in MONTHS]",
    "emptyTest": "is empty", "textTest": "TEST", "repeatWeeks": "WEEKS", "bucket": "COLUMN",
  ]
}
