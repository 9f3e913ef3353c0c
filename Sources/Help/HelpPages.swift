import Platform
import QueryLanguage
import Rendering
import Settings

/// Pages of `help` about more than one word, such as dates, ranges, targets, settings or keys.
enum HelpPages {
  /// The names of the pages; the singular or plural works too.
  static let names = [
    "statements", "nouns", "clauses", "conditions", "dates", "range", "repeat", "target", "fields", "flags",
    "formats", "templates", "forms", "prompt", "keys", "completion", "settings", "config", "files", "folders",
    "scripts",
    "protocol",
    "colors", "alarms", "doctor", "man", "errors",
  ]

  /// Returns the page of a name; nil if there is none.
  static func section(_ topic: String) -> HelpSection? {
    let aliases = [topic, topic + "s", topic.hasSuffix("s") ? String(topic.dropLast()) : topic]
    guard let name = aliases.first(where: names.contains) else { return nil }
    // A topic that is also a word has its own help under that name.
    if name != topic,
      HelpTopics.words[topic] != nil || Setting(rawValue: topic) != nil
        || OutputFormat(rawValue: topic) != nil
    {
      return nil
    }
    return HelpSection(heading: name + ", a topic", meaning: lines(name), example: examples[name])
  }

  /// The lines of a page.
  static func lines(_ name: String) -> [String] {
    switch name {
    case "statements": statements
    case "nouns": nouns
    case "fields": fields
    case "flags": QueryFlag.allCases.map { column($0.rawValue, $0.help) }
    case "formats":
      ["as FORMAT behind a question, --format FORMAT, set format = FORMAT"] + formats
        + ["or a line for each row by a template: --format '{start:%H:%M} {title}'; help templates"]
    case "templates": templates
    case "settings":
      ["set NAME = VALUE for this session, --set NAME=VALUE for one run; show options tells all"] + settings
    case "errors": errors
    case "keys": keys
    case "config": config
    case "man": manuals
    default: table[name] ?? []
    }
  }

  static func column(_ word: String, _ text: String) -> String {
    CellText.fit(word, to: max(14, CellWidth.of(word))) + "  " + text
  }

  /// The rows of two columns, the first as wide as its longest word.
  private static func columns(_ rows: [(word: String, text: String)]) -> [String] {
    let most = rows.map { CellWidth.of($0.word) }.max() ?? 0
    return rows.map { CellText.fit($0.word, to: most) + "  " + $0.text }
  }

  private static var statements: [String] { HelpText.statements.map { column($0.word, $0.text) } }

  private static var nouns: [String] {
    ["a question begins with a noun; describe NOUN lists its fields and flags"]
      + Noun.allCases.map { noun in
        column(noun.rawValue, HelpText.statements.first { $0.word == noun.rawValue }?.text ?? "")
      }
  }

  private static var formats: [String] { OutputFormat.allCases.map { column($0.rawValue, $0.row.help) } }

  private static var templates: [String] {
    (table["templates"] ?? [])
      + ["letters of dates and times; of lengths only \(lengthLetters)"]
      + TimeLetter.allCases.map { column("  %\($0.rawValue)", $0.help) }
      + ["fields; the parts of dates too, as start.weekday"]
      + Noun.allCases.map { noun in
        column(
          "  " + noun.rawValue, RowTemplate.fieldNames(of: noun).map(\.rawValue).joined(separator: ", "))
      } + ["words about rows"]
      + TemplateWord.allCases.map { word in
        let nouns = Noun.allCases.filter(word.isOf)
        let owners = nouns.count == Noun.allCases.count ? "all" : HelpTopics.list(nouns)
        return column("  " + word.rawValue, "\(word.help) (\(owners))")
      }
  }

  private static var lengthLetters: String {
    TimeLetter.allCases.filter { $0.unit != nil }.map { "%\($0.rawValue)" }.joined(separator: " ")
  }

  private static var settings: [String] { Setting.allCases.map { column($0.rawValue, $0.help) } }

  private static var fields: [String] {
    ["help FIELD tells what it is and how it is written; describe NOUN tells all of a noun"]
      + Noun.allCases.map { noun in
        column(noun.rawValue, FieldCatalog.queryable(noun).map(\.name.rawValue).joined(separator: ", "))
      }
  }

  private static var errors: [String] {
    ["each error ends in its code, [unknown-field]; help CODE tells more and shows what is right"]
      + ErrorCatalog.entries.map(\.code)
  }

  private static var keys: [String] {
    let pages = PageScreen.keys.map { column("  " + $0.keys, $0.text) }
    return (table["keys"] ?? []) + ["on pages (day, week, month, year):"] + pages
  }

  private static var config: [String] {
    (table["config"] ?? []) + ["variables that are read:"]
      + columns(EnvironmentVariable.allCases.filter { !$0.isOfHelper }.map { ("  " + $0.rawValue, $0.help) })
      + ["files:"]
      + UserFile.allCases.filter { !$0.isOfHelper }.flatMap { file in
        ["  " + file.paths.joined(separator: ", else "), "    " + file.help]
      }
  }

  private static var manuals: [String] {
    ["the same as help, on pages to read and to print; man kal shows one that is installed"]
      + columns(ManPage.allCases.map { ($0.reference, $0.summary) })
      + ["where none are installed: kal --man kal | man -l -"]
  }

  /// A statement about each page.
  static let examples = [
    "statements": "events today", "nouns": "describe events", "clauses": "events this week in Work limit 5",
    "conditions": "events this month where title contains review and not allday",
    "dates": "explain dates events next week",
    "range": "events from today to friday 17:00", "target": "move last to tomorrow 10:00",
    "repeat": "add event \"Class\" friday 18:00 repeat every 2 weeks on friday",
    "fields": "describe reminders",
    "flags": "events this week not allday", "formats": "events this week as csv",
    "templates": "set format = \"{start:%a %H:%M} {title}\"", "forms": "add event form",
    "prompt": "agenda today", "completion": "events next week in Work",
    "keys": "month", "settings": "show options", "config": "show options",
    "files": "import ~/Downloads/trip.ics",
    "scripts": "load morning.kal", "folders": "sync", "protocol": "access",
    "colors": "edit calendar Work set color = teal",
    "alarms": "alarms today", "doctor": "check", "man": "help settings", "errors": "help unknown-field",
  ]

  /// The pages written by hand, and the beginnings of some others: each name has its own line, above its
  /// indented text.
  static let table: [String: [String]] = {
    var result: [String: [String]] = [:]
    var name = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.first == " " {
        result[name, default: []].append(String(line.dropFirst(2)))
      } else {
        name = String(line)
      }
    }
    return result
  }()

  private static let text = #"""
    clauses
      behind a noun, in any order, each once:
      RANGE           when: today, this week, from -1d to +1y, anytime; help range
      in, except      the calendars: in Work, "Family Trips"; in all; in set NAME; in source NAME
      "TEXT"          what has the text in title, place, notes or people
      where           a condition; help conditions
      FLAG, not FLAG  allday, busy, overdue …; help flags
      sort by         the order: sort by start desc, title
      limit, offset   limit 10 offset 20
      group by        one row for each: group by calendar, week; having count > 2
      select          the columns: select title, start, duration as length
      as              the format: as json, as csv, as line; help formats
    conditions
      where FIELD OPERATOR VALUE, with and, or, not and parentheses
      text            title contains review, =, !=, starts with, ends with, has, like "a*", matches /re/i, exactly
      dates           start before friday, since monday, on 24 dec, between A and B; <, >, =
      parts of dates  start.weekday = friday, start.time < 09:00, start.hour, .day, .week, .month, .year
      numbers         duration > 1h, between 30m and 2h, alarms.count > 0
      words           status = tentative, calendar in (Work, Home), priority >= medium
      nothing there   location is empty, due is not empty
      flags           allday and not busy
    dates
      days            today, tomorrow, friday, next friday, 24 nov, 24 dec 2027, 2026-11-24
      longer          this week, next month, november, 2027, week 48, 2026-W48, this weekend
      distances       in 3 days, two weeks ago, a week from friday: whole days; -1d, +1y: moments
      lengths         next 7 days, last 2 weeks, past week
      ends            start of month, end of next week, rest of day
      times           17:00, 9:30, 5pm, noon, half past 3, friday 17:00, 2026-11-24T09:30
      zones           tomorrow 10:00 Europe/Oslo, 10:00 UTC+01:00, tomorrow 14:30 in Tokyo
      without a year  the nearest, at most 90 days back, else the next; in add and move the next
      after in        december, 2027, Q1, summer, 3 days are times; a calendar called May stands in quotes
      lengths of time  15m, 1h30m, 2 hours, 3 days, P1DT2H; units y mo w d h m s
      explain dates QUESTION tells what its dates mean today
    range
      a day           today; friday; on 24 dec; during december
      two ends        from monday to friday; 2026-11-01..2026-11-30; between A and B
      one end         until friday, by friday, before friday, after friday, since monday, from friday
      a part of a day  friday 9:00-12:00, tomorrow 9am to noon
      everything      anytime
      A day at the end is part of it: to friday includes friday. Without a range, events are those of today and \#
    the 30 days after (range.days). starting, ending and within say how items meet the range.
    repeat
      daily, weekly, monthly, yearly, every weekday, every 2 weeks, every other month
      every monday, thursday; every month on the 2nd tuesday; monthly on the last day; yearly in may
      until DATE, 10 times, once, except DATE, after completion; never ends it
      "FREQ=WEEKLY;BYDAY=TU" takes a rule of iCalendar
    target
      what a change is about: one of
      #3, #4          rows of the answer that was shown last, at the prompt
      "Buy milk"      the open item that has this title; several are listed to choose from
      buy milk        the same without quotes at a prompt, up to a word that can follow: move standup to 10
      last            what was added or changed last
      ev:7kq2m9       an id, as ids and JSON have it; ev:7kq2m9/20261118T091500 is one occurrence
      QUESTION        delete events today in Work; shown and confirmed first. In parentheses where clauses follow:
                      move (events today) by 1h
      Behind it: span this|future|all for a series, if rev N, yes to be asked nothing, dry run to change nothing.
    prompt
      what is no statement is read as one at the prompt, which shows the one that is meant:
      today, next week    a range: its agenda; also behind kal in the shell
      soon, soon 14d      the name of a saved view: its run
      dentist             other text: items with it in their titles, else in other fields, unless it is nearly a word of the
                          language, a calendar or a view
      when is dentist     the same, also search dentist, find dentist; what's next, what's on friday, am i free friday
      done 3, done milk   rows without #, titles without quotes; help target
      q, exit, ?          leaves; help
      In scripts, in pipes and for programs these are errors.
    templates
      a line for each row, with no head and no foot: --format '{start:%H:%M} {title:30} {location|nowhere}'
      set format = "…" and the settings file take it too; as FORMAT in a statement comes before it
      {title}             a field, or a column of select and group by: {calendar} {count}
      {title|(no title)}  the text behind the bar where there is no value; else nothing
      {title:30}          in 30 cells, cut or with blanks behind it; {title:>30} with blanks before it
      {start:%a %d.%m.}   a date or time by letters behind %, as strftime has them; %% is a percent sign
      {start:>12%H:%M}    width and letters
      {duration:%H:%M}    1:30; {duration:%M} is 90: a letter counts what greater ones leave
      {other.title}       of conflicts: a field of the second event
      \n \t \\            a line end, a tab, a backslash; {{ and }} are braces
      Without letters a time is 2026-11-18 09:15, a whole day 2026-11-18, in kal next a time is 09:15.
      A whole day has no time: letters of the clock are left out with the text beside them, as khal does, so that \#
    {start:%H:%M} is empty and takes the text behind the bar. Lists are joined by commas. An agenda has a line \#
    for each item of each day. {id} is the id that ids writes.
    forms
      add event, add reminder, add calendar, edit TARGET and edit calendar NAME alone open a form
      view TARGET shows an item as a card, to be edited or deleted from there
      in a form       ? helps, < goes back, > skips, . reviews, - clears, :FIELD goes there, Ctrl-C asks to leave
      form.plain = on asks line by line, for screen readers
    keys
      at the prompt:
        Tab             what can stand here, or the rest of a name
        ?               what can stand here, as a list; alone: help; WORD? tells about the word
        ↑ ↓ Ctrl-R      what was typed before
        ( and \         a statement goes on in the next line after an open parenthesis or a \ at the end
        Ctrl-C          gives up the line, or stops what runs
        Ctrl-D          leaves
        \timing         shows how long statements take
      in a pager (less): Space, b and / to search, q leaves
    completion
      Tab completes command lines of kal in bash, zsh and fish as it does statements at the prompt:
      statements, also in one pair of quotes, dates, calendars, views, titles, files, options and their values
      packages install it for all three; from the source:
      bash            in ~/.bashrc: source Samples/completions/kal.bash
      zsh             Samples/completions/kal.zsh, as _kal in a folder of $fpath
      fish            Samples/completions/kal.fish, as ~/.config/fish/completions/kal.fish
      They ask kal --complete SHELL LINE, LINE as it is typed up to the cursor: each line that it answers is a text \#
    that fits, a tab and what it means. It reads the store that LINE or KALENDS_STORE names and changes nothing; \#
    without a store, or with a damaged one, there are no names.
    config
      settings are read from the file config.toml
      a line each, in TOML: zone = "Europe/Berlin", week.start = "sunday", range.days = 14
      then --set NAME=VALUE and --store FILE of the command line, then set at the prompt
      the store is --store, else $KALENDS_STORE, else the setting store, else that of the data folder
      :memory: as a store is an empty one that goes with the program
    files
      import PATH…    .ics files, folders of them, .vcf for birthdays, mail's invitations; - is standard input
      open FILE…      what a file, a mail or an address holds, and what can be done about it
      export … to     events this year, calendar Work, all; as jscalendar; - is standard output
      backup to       a copy of the store, while others write
      load            runs the statements of a file
      kal --in PATH QUESTION answers from files without a store; changes are kept nowhere, export writes them
      A path needs no quotes unless it has blanks, quotes or commas in it: import ~/trips/2026.ics
    scripts
      kal -f FILE, kal load FILE or statements from a pipe; one a line, or parted by ;
      -- begins a comment; an open ( or a \ at the end goes on in the next line
      it stops at the first error; --keep-going goes on and ends with the worst status
      dates that people read differently are refused (dates.strict)
    folders
      add account NAME path FOLDER: each folder below is a calendar, each file an item (vdir, as khal and vdirsyncer have it)
      sync            brings both together: changes of both sides to one item are merged field by field
      sync watch      does so whenever a folder or the store changes
      systemctl --user enable --now kalends-sync has systemd do it (units: packages install them, Samples/systemd has them)
      sync conflicts  what both sides changed differently; sync resolve 3 mine | theirs | both, or field by field
      sync allow NAME deletes what was held back: an emptied side, or more than 10 items and a fifth of them
      sync dry run    says what it would do; undo sync takes the last one back, and the next sync tells the folder
      exit status     0 all is in sync, 1 something is not (each line says why), 2 not understood
    protocol
      kal serve, or kal --protocol for one client: a line is a request, tagged, with JSON
      a1 {"q":"events today"} answers with a row a line; man kal-protocol tells all of it
      kal --connect STATEMENT has a running server answer
      systemctl --user enable --now kalends.socket has systemd start it with the first program that connects
      clients have names (--as NAME) and what access grants them
    colors
      a calendar has the color that it came with or was given: edit calendar Work set color = teal, or #2e8b57
      names are those of CSS; color = empty takes it away
      one without has a color of a palette that can be told apart with any color vision
      --color never and NO_COLOR switch colors off; pipes have none
    alarms
      add … alarm     -15m, -1d, a moment, entering "Office" at LAT, LON; none
      alarms          when things ring; alarms due: rung, and still open
      kal alarms watch rings them; snooze 10m; location LAT, LON for places
      systemctl --user enable --now kalends-alarms rings them from the login on
    doctor
      kal doctor looks at the programs, SQLite, the time zones, settings, store, accounts, terminal and server
      each line is ok, a note or a problem, with a hint at what to do; nothing is changed, no password is shown
      it runs where settings or the store keep all else from running; --format json has the same as rows
      exit status     0 there is no problem, 1 there is one
    """#
}
