/// The long story of each error code, for `help CODE`.
enum ErrorCatalogue {
  static func text(_ code: String) -> String? { stories.first { $0.code == code }?.story }

  /// One row for each code that statements, the store and the shell give.
  static let stories: [(code: String, story: String)] = [
    (
      "unknown-statement",
      "A statement begins with a noun such as events or reminders, or a verb such as import. help lists them."
    ),
    (
      "unknown-clause",
      "After the noun come clauses: a range, in, except, where, group by, sort, limit, select, as, flags or a quoted text."
    ),
    ("unknown-field", "Each noun has its own fields: describe events lists them. Names are matched whole."),
    (
      "unknown-calendar",
      "Calendars are named as `calendars` shows them, in quotes when there is a blank in the name. Upper and lower case do not matter, accents do."
    ),
    (
      "ambiguous-calendar",
      "Two calendars have that name in different sources: say Home@iCloud or Home@Local."
    ),
    ("unknown-source", "`sources` lists the accounts."),
    (
      "unknown-zone",
      "Zones are named as the IANA database does, such as Europe/Oslo, or given as an offset such as +01:00."
    ),
    ("ambiguous-zone", "Abbreviations such as EST name several zones. Use the IANA name or an offset."),
    (
      "unknown-operator",
      "Text takes =, contains, starts with, ends with, has, like, exactly and matches; numbers and dates take =, <, <=, >, >=."
    ),
    ("wrong-operator", "The type of a field decides which operators it takes: describe shows the types."),
    (
      "bad-date",
      "The date does not exist. Dates are written 2026-11-24, 24 nov, friday, today, next week, -3d."
    ),
    ("no-such-date", "The date does not exist: a month has 28 to 31 days, a year 52 or 53 ISO weeks."),
    (
      "ambiguous-date",
      "12/11/2026 is read differently in different countries. Write 2026-11-12 or 12 nov, or set date.order."
    ),
    (
      "ambiguous-day",
      "`next friday` means different days to different people. Scripts must say which date they mean."
    ),
    ("year-required", "In a script a date needs its year, since the script may run in another one."),
    ("reversed-range", "A range must end after it starts. Swap the two dates, or give the year."),
    ("second-range", "A query has one time range. Conditions on other dates go into where."),
    ("not-yet", "The statement is understood, but the part of Kalends that runs it is still to come."),
    (
      "no-store",
      "There is no store at that path. import makes one; --store, KALENDS_STORE and the settings file name others."
    ),
    ("not-a-store", "The file is there but was not made by Kalends. It was not changed."),
    ("store-newer", "A newer Kalends wrote this store. It was not changed; use the newer program."),
    ("store-locked", "Another program is writing to the store. Nothing was changed; try again."),
    ("store-read-only", "The file or its folder cannot be written to. Reading works."),
    ("store-corrupt", "The database file is damaged. export all may still save its items."),
    ("disk-full", "There is no space left. The statement was undone as a whole."),
    ("unreadable-file", "The file cannot be opened or read."),
    ("unwritable-file", "The file cannot be made or written. What was there before is unchanged."),
    (
      "unknown-option",
      "kal --help lists the options. Options begin with --; words after -- are statement text."
    ),
    ("bad-option", "The option needs a value, or its value is none of those it takes."),
    ("unknown-setting", "show options lists the settings."),
    ("bad-setting", "The value is none that this setting takes; show options tells what it is now."),
    (
      "bad-config",
      "The settings file is at $XDG_CONFIG_HOME/kalends/config.toml; the message names line and column."
    ),
    ("no-zone-data", "Kalends reads the system's time zone files. Install the package tzdata, or set TZDIR."),
    (
      "import-incomplete",
      "Some components could not be read; each is named with file and line. Everything else is saved."
    ),
    (
      "check-failed",
      "With check on, each answer is compared with a plain scan. They differ: please report this as a bug."
    ),
    ("output-failed", "Writing the answer failed, for example because the disk is full."),
    ("unknown-topic", "help lists the statements; describe lists fields; show options lists settings."),
    ("interrupted", "The statement was stopped. Nothing was changed."),
  ]
}
