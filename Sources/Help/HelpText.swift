import QueryLanguage
import Rendering
import Settings
import Store

/// The output of `help`, made from the tables.
package enum HelpText {
  package static let version = "kal \(StoreFormat.writer)"

  /// The day of this version, as manual pages write it.
  package static let date = "November 24, 2026"

  /// The statements, one row each: the form, and the effect.
  package static let statements: [(word: String, form: String, text: String)] = [
    (
      "events", "events [RANGE] [in CALENDARS] [where …] …",
      "events that overlap a range; without one today and the 30 days after"
    ),
    (
      "reminders", "reminders [all|overdue|…] [due RANGE] …",
      "open reminders, or all; a repeating one once, as its first open occurrence"
    ),
    (
      "alarms", "alarms [RANGE] [due] [where time|offset …]",
      "when events and reminders ring; due: rung and still open; kal alarms watch rings them"
    ),
    ("snooze", "snooze [LENGTH] [TITLE|ID]", "lets what rang last, or what has the title or id, ring again"),
    (
      "location", "location LATITUDE, LONGITUDE",
      "tells where you are: alarms of places that are reached or left ring"
    ),
    ("series", "series [where …]", "repeating events as such, with their rules"),
    ("busy", "busy [RANGE] [in CALENDARS]", "when time is taken, as blocks without titles"),
    ("conflicts", "conflicts [RANGE] [in CALENDARS]", "events that overlap one another"),
    (
      "free", "free LENGTH [RANGE] [between TIME and TIME] [on weekdays]",
      "gaps of a length between events, from now on"
    ),
    ("calendars", "calendars [where …]", "the calendars and lists"),
    ("sources", "sources", "the accounts that calendars belong to"),
    ("agenda", "agenda [RANGE] [in CALENDARS]", "events day by day, and the open reminders that are due"),
    (
      "month", "month [DATE] [in CALENDARS] [where …]",
      "events and reminders as a page; at a terminal n and p step, a date opens its hours, q leaves"
    ),
    ("week", "week [DATE|NUMBER] [in CALENDARS] [where …]", "the same for a week"),
    ("day", "day [DATE] [in CALENDARS] [where …]", "the same for a day, hour by hour"),
    ("year", "year [DATE] [in CALENDARS] [where …]", "the same for a year, as small months"),
    ("count", "count QUERY [group by …]", "how many; also sum, avg, min, max FIELD of QUERY"),
    ("import", "import FILE… [into CALENDAR]", "reads iCalendar files, folders or - into the store"),
    (
      "open", "open FILE… [accept | maybe | decline]",
      "shows what a file, a mail or an address holds, and asks what to do about it"
    ),
    (
      "export", "export QUERY | calendar NAME | all [as FORMAT] to FILE",
      "writes iCalendar, or jscalendar, or an invitation to send; - is standard output"
    ),
    (
      "add", "add event|reminder \"TITLE\" [RANGE] [for LENGTH] …",
      "a new item: in CALENDAR, due, repeat, alarm, location, notes, url, tag, zone, all day; also add calendar \"NAME\""
    ),
    (
      "quick", "add lunch with bob tomorrow at noon; quick …",
      "a new item from plain text, shown as a statement"
    ),
    (
      "edit", "edit TARGET set FIELD = VALUE, … [span this|future|all]",
      "changes items; += and -= add to lists and move times; edit calendar NAME set color = teal, name, alarm"
    ),
    (
      "move", "move TARGET to DATE | by LENGTH | into CALENDAR",
      "moves items; a day alone keeps the time of day"
    ),
    (
      "delete", "delete TARGET [span …] | delete calendar NAME [yes]",
      "deletes items, or a calendar with its items"
    ),
    (
      "complete", "complete TARGET [at DATE] [skip past]",
      "marks reminders as done; a repeating one goes to its next"
    ),
    ("view", "view TARGET [readonly]", "shows an item as a card, to be edited or deleted from there"),
    ("reopen", "reopen TARGET", "makes reminders open again"),
    (
      "accept", "accept | maybe | decline TARGET [span …]",
      "answers invitations; as reply writes what goes back to who invites"
    ),
    (
      "send", "send TARGET [to FILE [replace]]",
      "sends your answer to who invites, by mail; - is standard output"
    ),
    ("duplicate", "duplicate TARGET [to DATE] [into CALENDAR]", "copies items"),
    (
      "choose", "choose calendars | calendar [for events|reminders]",
      "a list to choose from: which calendars are shown, or the default one; edit calendar NAME opens the form of one"
    ),
    (
      "access", "access [grant|deny|revoke|set CLIENT …]",
      "who may use this store, and how; access requests lists who asks"
    ),
    ("default", "default calendar NAME", "the calendar for new items that name none"),
    (
      "hide", "hide calendar NAME",
      "leaves a calendar out of answers unless they name it; show calendar shows it again"
    ),
    ("rename", "rename calendar NAME to \"NAME\"", "also default, show and hide calendar NAME"),
    (
      "undo", "undo [N | import | sync] [dry run | yes]",
      "takes back what you did last by hand; a step of history by its number, or the last import or sync"
    ),
    ("redo", "redo [N]", "does again what undo took back"),
    ("history", "history", "the steps that were done"),
    ("begin", "begin … commit | rollback", "several changes as one: all or none, one step of undo"),
    ("changes", "changes since STATE", "what was created, updated and deleted since; s0 is the beginning"),
    ("check", "check", "whether all that is derived is what the items say; reindex makes it anew"),
    ("reindex", "reindex", "makes all indexes anew from the items"),
    (
      "sync", "sync [NAME] [dry run] | watch | allow NAME",
      "brings calendars and their folders together, both ways; help sync tells about conflicts"
    ),
    ("accounts", "accounts", "the accounts; add account NAME path FOLDER adds one with a folder"),
    ("link", "link calendar NAME to ACCOUNT/FOLDER", "makes a calendar and a folder one; unlink ends that"),
    ("unlink", "unlink calendar NAME", "keeps a calendar in this store alone; its files stay"),
    ("backup", "backup to \"FILE\"", "a copy of the store, while others may write"),
    ("duplicates", "duplicates [in CALENDARS]", "items that are there twice, by UID or by title and time"),
    ("explain", "explain [dates|plan|sql] QUERY", "how a query is understood and answered"),
    ("watch", "watch QUERY", "answers, and again whenever the answer changes, until Ctrl-C"),
    (
      "save", "save view NAME[($P = VALUE, …)] as QUERY",
      "keeps a query under a name, with parameters; save set NAME as CALENDARS keeps calendars: in set NAME"
    ),
    ("run", "run NAME [VALUE…] [as FORMAT]", "answers a saved view; values in order, or P = VALUE"),
    ("views", "views", "the saved views with their parameters"),
    ("sets", "sets", "the sets of calendars; set calendars = NAME looks only in one"),
    ("drop", "drop view NAME | drop set NAME", "forgets a view, or a set and not its calendars"),
    ("describe", "describe events | view NAME | set NAME", "the fields and flags of a noun, a view, a set"),
    ("set", "set NAME = VALUE", "changes a setting for this session; show options lists them"),
    ("show", "show options | NAME", "the settings"),
    ("load", "load \"FILE\"", "runs the statements of a file"),
    ("help", "help [WORD|CODE]", "this, a statement, or an error code"),
    ("tour", "tour", "ten steps over a calendar of examples"),
    ("quit", "quit", "ends the session"),
  ]

  /// Returns the help about a word of the language, a field, a flag, a unit, a format, a setting or an error
  /// code; nil for other topics.
  package static func text(about topic: String, width: Int) -> String? {
    let sections = HelpTopics.sections(topic)
    if sections.isEmpty { return nil }
    var text = sections.map { $0.text(width: width) }.joined(separator: "\n")
    let parts = HelpParts.lines(about: topic.lowercased(), width: width)
    for part in parts {
      text += HelpSection.wrapped("  " + part, width: width).joined(separator: "\n") + "\n"
    }
    return text
  }
}
