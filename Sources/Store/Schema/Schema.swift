/// The tables of a store.
///
/// Source of truth: `source`, `calendar`, `item` with `item_text` and `item_zone`, `zone_definition`,
/// `calendar_zone`, `saved_view`, `calendar_set`, `step`, `change`, `account`, `collection` and what syncs
/// know of the other side (`account_state` to `sync_conflict`). The others (`series`, `occurrence`,
/// `text_index`, `word`, `tally`, `density`) are derived and can be rebuilt.
enum Schema {
  /// The application id in the header of a store's file ("Kal1").
  static let applicationID = 0x4b61_6c31

  static let first: StaticString = """
    CREATE TABLE meta (
      key TEXT PRIMARY KEY, value
    ) WITHOUT ROWID;

    CREATE TABLE source (
      id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, kind INTEGER NOT NULL
    );

    CREATE TABLE calendar (
      id INTEGER PRIMARY KEY AUTOINCREMENT, source INTEGER NOT NULL REFERENCES source(id),
      title TEXT NOT NULL, folded TEXT NOT NULL, color TEXT, kinds INTEGER NOT NULL,
      hidden INTEGER NOT NULL DEFAULT 0, subscribed INTEGER NOT NULL DEFAULT 0,
      writable INTEGER NOT NULL DEFAULT 1,
      -- The VCALENDAR's own properties, a line each, as they came.
      header BLOB NOT NULL DEFAULT x''
    );
    CREATE INDEX calendar_folded ON calendar(folded);

    -- VTIMEZONE components as they came; `position` is shared with items and orders an export.
    CREATE TABLE timezone (
      id INTEGER PRIMARY KEY, calendar INTEGER NOT NULL REFERENCES calendar(id), position INTEGER NOT NULL,
      tzid TEXT NOT NULL, text BLOB NOT NULL, UNIQUE (calendar, tzid)
    );

    -- Long texts stand last, so that reading the numbers never follows their overflow pages.
    CREATE TABLE item (
      -- From a counter in `meta`, so that no number is ever given twice.
      id INTEGER PRIMARY KEY,
      calendar INTEGER NOT NULL REFERENCES calendar(id),
      position INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      -- The item that this one overrides an occurrence of; NULL for masters, singles and orphans.
      master INTEGER,
      -- The overridden occurrence on its master's wall clock (OccurrenceCode); 0 where there is none.
      key INTEGER NOT NULL DEFAULT 0,
      is_range INTEGER NOT NULL DEFAULT 0,
      is_recurring INTEGER NOT NULL DEFAULT 0,
      is_all_day INTEGER NOT NULL DEFAULT 0,
      -- The first occurrence on its axis: of a reminder the due of its first open one. Its key, and its own row
      -- when that occurrence is overridden.
      first_axis INTEGER, first_start INTEGER, first_end INTEGER, first_key INTEGER, first_item INTEGER,
      revision INTEGER NOT NULL DEFAULT 1,
      sequence INTEGER NOT NULL DEFAULT 0,
      created INTEGER, modified INTEGER, completed INTEGER, is_completed INTEGER NOT NULL DEFAULT 0,
      -- The identity of an item without UID: a hash of its text.
      content INTEGER,
      uid TEXT,
      -- Times: form 0 date, 1 floating, 2 zoned; wall seconds; zone name.
      start_form INTEGER, start_wall INTEGER, start_zone TEXT,
      end_form INTEGER, end_wall INTEGER, end_zone TEXT,
      due_form INTEGER, due_wall INTEGER, due_zone TEXT,
      length_form INTEGER NOT NULL DEFAULT 0, length_months INTEGER NOT NULL DEFAULT 0,
      length_days INTEGER NOT NULL DEFAULT 0, length_seconds INTEGER NOT NULL DEFAULT 0,
      status INTEGER NOT NULL DEFAULT 0, availability INTEGER NOT NULL DEFAULT 0,
      priority INTEGER NOT NULL DEFAULT 0, percent INTEGER,
      attendee_count INTEGER NOT NULL DEFAULT 0, alarm_count INTEGER NOT NULL DEFAULT 0,
      latitude REAL, longitude REAL, radius REAL,
      parent_uid TEXT, previous INTEGER,
      title TEXT, location TEXT, url TEXT, rules TEXT, dates TEXT, exceptions TEXT,
      organizer TEXT, alarms TEXT, categories TEXT, attachments TEXT, place TEXT,
      people TEXT, attendees TEXT, notes TEXT
    );
    CREATE INDEX item_uid ON item(uid, calendar, kind, key) WHERE uid IS NOT NULL;
    CREATE INDEX item_content ON item(calendar, content) WHERE uid IS NULL;
    CREATE INDEX item_master ON item(master, key) WHERE master IS NOT NULL;
    -- IS and not =: against `kind = ?` a condition with = would have SQLite prepare statements again at every use.
    CREATE INDEX item_undated ON item(id) WHERE kind IS 1 AND master IS NULL AND due_form IS NULL;
    CREATE INDEX item_kind ON item(kind) WHERE master IS NULL;

    -- The component's text, unfolded, as it came: what an export writes.
    CREATE TABLE item_text (item INTEGER PRIMARY KEY, text BLOB NOT NULL);

    -- Repeating items compiled for expansion, and whatever else the policy keeps out of `occurrence`.
    CREATE TABLE series (
      item INTEGER PRIMARY KEY, lane INTEGER NOT NULL, calendar INTEGER NOT NULL,
      -- The first start and the last end on the lane's axis; the largest number for an endless series.
      first INTEGER NOT NULL, last INTEGER NOT NULL,
      -- 0 nothing of it is indexed, 1 starts in [indexed_from, indexed_to) are, 2 all of it is.
      state INTEGER NOT NULL, indexed_from INTEGER, indexed_to INTEGER,
      plan BLOB NOT NULL
    );
    CREATE INDEX series_span ON series(lane, last, first) WHERE state < 2;

    -- The interval index. `item` is 0 where it is the series itself; `key` and `flags`: OccurrenceCode.
    CREATE TABLE occurrence (
      lane INTEGER NOT NULL, start INTEGER NOT NULL, series INTEGER NOT NULL, key INTEGER NOT NULL,
      length INTEGER NOT NULL, item INTEGER NOT NULL, calendar INTEGER NOT NULL, flags INTEGER NOT NULL,
      PRIMARY KEY (lane, start, series, key)
    ) WITHOUT ROWID;
    CREATE INDEX occurrence_day ON occurrence(lane, start, series, key, length, item, calendar, flags)
      WHERE length > 7200 AND length <= 86400;
    CREATE INDEX occurrence_fortnight ON occurrence(lane, start, series, key, length, item, calendar, flags)
      WHERE length > 86400 AND length <= 1382400;
    CREATE INDEX occurrence_year ON occurrence(lane, start, series, key, length, item, calendar, flags)
      WHERE length > 1382400 AND length <= 31622400;
    CREATE INDEX occurrence_long ON occurrence(lane, start, series, key, length, item, calendar, flags)
      WHERE length > 31622400;

    CREATE VIRTUAL TABLE text_index USING fts5(body, content='', detail='none', columnsize=0, tokenize='ascii');
    CREATE TABLE word (word BLOB PRIMARY KEY) WITHOUT ROWID;

    -- Counts for planning: see PlanningCounters.
    CREATE TABLE tally (
      subject INTEGER NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL, rows INTEGER NOT NULL,
      PRIMARY KEY (subject, a, b)
    ) WITHOUT ROWID;

    -- What was done: a step is what one undo takes back.
    CREATE TABLE step (
      id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, cause TEXT NOT NULL
    );
    -- The text after a change is the next change's old text, or the item's text now.
    CREATE TABLE change (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, step INTEGER NOT NULL REFERENCES step(id),
      item INTEGER NOT NULL, calendar INTEGER NOT NULL, operation INTEGER NOT NULL,
      old_lane INTEGER, old_first INTEGER, old_last INTEGER,
      new_lane INTEGER, new_first INTEGER, new_last INTEGER,
      old_text BLOB
    );
    CREATE INDEX change_item ON change(item) WHERE operation > 0;
    """

  /// Partly materialized series have separate indexes, so that a query inside the interval common to all of
  /// them skips them.
  static let seriesByState: StaticString = """
    DROP INDEX series_span;
    CREATE INDEX series_sought ON series(lane, last, first) WHERE state = 0;
    CREATE INDEX series_partly ON series(lane, last, first) WHERE state = 1;
    CREATE INDEX series_from ON series(lane, indexed_from) WHERE state = 1;
    CREATE INDEX series_to ON series(lane, indexed_to) WHERE state = 1;
    DELETE FROM tally WHERE subject = 1;
    INSERT INTO tally(subject, a, b, rows) SELECT 1, lane, 0, count(*) FROM series WHERE state = 0 GROUP BY lane;
    INSERT INTO tally(subject, a, b, rows) SELECT 4, lane, 0, count(*) FROM series WHERE state = 1 GROUP BY lane;
    """

  /// The data that undo needs of a change, fields for queries, and the limits of calendars and sources.
  static let journal: StaticString = """
    ALTER TABLE item ADD COLUMN travel TEXT;
    ALTER TABLE item ADD COLUMN flagged INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE item ADD COLUMN section TEXT;
    ALTER TABLE item ADD COLUMN color TEXT;
    ALTER TABLE item ADD COLUMN conference TEXT;
    ALTER TABLE item ADD COLUMN previous_uid TEXT;
    ALTER TABLE item ADD COLUMN repeats_from_completion INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE item ADD COLUMN contact TEXT;
    CREATE INDEX item_calendar ON item(calendar, position);
    CREATE INDEX item_parent ON item(parent_uid) WHERE parent_uid IS NOT NULL;

    -- May the calendar itself be renamed or deleted; the availabilities it knows (1 busy 2 free 4 tentative
    -- 8 unavailable); seconds of the alarm that new timed events get.
    ALTER TABLE calendar ADD COLUMN immutable INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE calendar ADD COLUMN availabilities INTEGER NOT NULL DEFAULT 15;
    ALTER TABLE calendar ADD COLUMN default_alarm INTEGER;
    -- What the account allows: see SourceRecord.Limits.
    ALTER TABLE source ADD COLUMN limits INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE source ADD COLUMN most_alarms INTEGER;
    INSERT INTO source(title, kind) SELECT 'Other', 4 WHERE EXISTS (SELECT 1 FROM source);

    -- kind: 0 done, 1 undo, 2 redo, 3 upkeep. state: 0 in force, 1 undone, 2 no longer to be undone or redone.
    -- `target` is the step that an undo or redo is about, `undone_by` the step that undid this one.
    ALTER TABLE step ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE step ADD COLUMN state INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE step ADD COLUMN target INTEGER;
    ALTER TABLE step ADD COLUMN undone_by INTEGER;
    -- Steps before this one did not note all that taking them back needs.
    UPDATE step SET state = 2;
    CREATE INDEX step_state ON step(kind, state, id);

    -- subject: 0 an item, else a row of another table (see JournalSubject), whose old row is the old text.
    ALTER TABLE change ADD COLUMN subject INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE change ADD COLUMN old_calendar INTEGER;
    ALTER TABLE change ADD COLUMN old_position INTEGER;
    CREATE INDEX change_step ON change(step, seq);

    -- The rules of each zone that items use, as they were when the index was made.
    CREATE TABLE zone_rules (name TEXT PRIMARY KEY, fingerprint INTEGER NOT NULL) WITHOUT ROWID;
    -- What clients of the store may do; kind 1 events, 2 reminders.
    CREATE TABLE client_access (
      client TEXT NOT NULL, kind INTEGER NOT NULL, level INTEGER NOT NULL, reason TEXT, requested INTEGER,
      PRIMARY KEY (client, kind)
    ) WITHOUT ROWID;
    -- Rows of `item` lack the new fields until all is derived again.
    INSERT OR REPLACE INTO meta(key, value) SELECT 'stale', 1 WHERE EXISTS (SELECT 1 FROM source);
    """

  static let wantedAccess: StaticString = """
    -- The level that a waiting client asked for.
    ALTER TABLE client_access ADD COLUMN wanted INTEGER;
    """

  static let alarmedItems: StaticString = """
    -- All that is asked of alarms without reading items.
    CREATE INDEX item_alarmed ON item(kind, alarms, travel) WHERE alarm_count > 0;
    """

  static let density: StaticString = """
    -- Index rows that start in each stretch of 2^21 seconds of a lane, the sum of their lengths, and how many
    -- are of no series: see StartHistogram.
    CREATE TABLE density (
      lane INTEGER NOT NULL, stretch INTEGER NOT NULL, calendar INTEGER NOT NULL,
      rows INTEGER NOT NULL, seconds INTEGER NOT NULL, singles INTEGER NOT NULL,
      PRIMARY KEY (lane, stretch, calendar)
    ) WITHOUT ROWID;
    INSERT INTO density(lane, stretch, calendar, rows, seconds, singles)
      SELECT lane, start >> 21, calendar, count(*), sum(length), sum(flags & 2 = 0) FROM occurrence GROUP BY 1, 2, 3;
    INSERT INTO tally(subject, a, b, rows) SELECT 5, lane, 0, count(*) FROM series GROUP BY lane;
    """

  static let saved: StaticString = """
    -- A view is its whole `save view` statement, as the language prints it.
    CREATE TABLE saved_view (
      id INTEGER PRIMARY KEY AUTOINCREMENT, folded TEXT NOT NULL UNIQUE, text TEXT NOT NULL
    );
    -- The numbers of calendars with commas between; those of deleted calendars stay, as undo may bring them back and no
    -- number is ever given twice.
    CREATE TABLE calendar_set (
      id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, folded TEXT NOT NULL UNIQUE,
      members TEXT NOT NULL
    );
    """

  static let viewLanguage: StaticString = """
    -- The version of the language that a view was saved in: see LanguageVersion.
    ALTER TABLE saved_view ADD COLUMN language INTEGER NOT NULL DEFAULT 1;
    """

  static let movedReminders: StaticString = """
    -- Formats before took no notice of an override's RANGE when they looked for a reminder's first open occurrence.
    INSERT OR REPLACE INTO meta(key, value)
    SELECT 'stale', 1 WHERE EXISTS (SELECT 1 FROM item WHERE kind = 1 AND is_range = 1);
    """

  static let zoneDefinitions: StaticString = """
    -- VTIMEZONEs as they came, each text once; `name` is the TZID, `content` a hash of the text. None is ever changed or taken out.
    CREATE TABLE zone_definition (
      id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, content INTEGER NOT NULL, text BLOB NOT NULL
    );
    CREATE INDEX zone_definition_content ON zone_definition(content);
    CREATE INDEX zone_definition_name ON zone_definition(name);
    -- By which definitions an item's component understands its TZIDs; none for the names of the system's zones.
    CREATE TABLE item_zone (
      item INTEGER NOT NULL, definition INTEGER NOT NULL, PRIMARY KEY (item, definition)
    ) WITHOUT ROWID;
    -- The VTIMEZONEs of a calendar's files; `position` is shared with items and orders an export. is_private: the name was none of
    -- the system's when it came.
    CREATE TABLE calendar_zone (
      id INTEGER PRIMARY KEY AUTOINCREMENT, calendar INTEGER NOT NULL REFERENCES calendar(id),
      position INTEGER NOT NULL, definition INTEGER NOT NULL REFERENCES zone_definition(id),
      is_private INTEGER NOT NULL, UNIQUE (calendar, definition)
    );
    -- The definitions that the old text is understood by: numbers with blanks between.
    ALTER TABLE change ADD COLUMN old_definitions TEXT;
    """

  static let stepClients: StaticString = """
    -- Which client did a step, and where it came from: 0 by hand, 1 an import, 2 a sync. Steps of before are the owner's.
    ALTER TABLE step ADD COLUMN client TEXT NOT NULL DEFAULT 'kal';
    ALTER TABLE step ADD COLUMN origin INTEGER NOT NULL DEFAULT 0;
    UPDATE step SET origin = 1 WHERE kind = 0 AND cause LIKE 'import %';
    """
}

extension Schema {
  static let overridesByTime: StaticString = """
    -- The overrides of a master in the order of their times, so that few of many can be read.
    CREATE INDEX item_override_time ON item(master, first_axis, first_start, key, first_end) WHERE master IS NOT NULL;
    """

  static let exactChanges: StaticString = """
    -- Where the series' rows in `occurrence` start, on its lane (StartCoding); NULL where it has none there.
    ALTER TABLE series ADD COLUMN starts BLOB;
    -- How many items a step added, changed and deleted.
    ALTER TABLE step ADD COLUMN added INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE step ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE step ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
    UPDATE step SET added = c.added, changed = c.changed, deleted = c.deleted
      FROM (SELECT step, sum(operation = 0) AS added, sum(operation = 1) AS changed, sum(operation = 2) AS deleted
        FROM change WHERE subject = 0 GROUP BY step) c
      WHERE c.step = step.id;
    -- The first change of each item of a step, found without a look at the others.
    DROP INDEX change_step;
    CREATE INDEX change_step ON change(step, subject, item, seq);
    -- What repeats, without a look at what does not.
    CREATE INDEX item_recurring ON item(kind, id, calendar) WHERE is_recurring IS 1 AND master IS NULL;
    """

  static let sync: StaticString = """
    -- Where the calendars of a source are also kept. kind: 0 a folder of folders, 1 subscriptions. `address` is the folder's path.
    CREATE TABLE account (
      source INTEGER PRIMARY KEY REFERENCES source(id), kind INTEGER NOT NULL, address TEXT NOT NULL
    );
    -- A calendar's counterpart: a folder below the account's by its path from there, or a subscription's address. A row whose
    -- calendar is gone stands for one that was deleted here.
    CREATE TABLE collection (
      id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, calendar INTEGER NOT NULL UNIQUE,
      name TEXT NOT NULL, UNIQUE (account, name)
    );
    -- What the last sync left. None of it is in the journal: it says what the other side has, which no undo changes.
    CREATE TABLE account_state (
      source INTEGER PRIMARY KEY, tried INTEGER, succeeded INTEGER, fault TEXT
    );
    CREATE TABLE collection_state (
      collection INTEGER PRIMARY KEY,
      -- The folder's number on its file system; the last change of the store that was looked at.
      node INTEGER, seen_change INTEGER NOT NULL DEFAULT 0,
      -- Title and color that both sides had.
      title TEXT, color TEXT,
      -- 0 in sync, 1 held: the deletions wait for `sync allow`, 2 allowed once, 3 its counterpart is gone.
      state INTEGER NOT NULL DEFAULT 0, reason TEXT,
      tried INTEGER, succeeded INTEGER, fault TEXT,
      -- Of a subscription: when to ask again, and the validators of HTTP (RFC 9110, 8.8).
      next_try INTEGER, tag TEXT, modified TEXT
    );
    -- A resource of the other side. state: 0 in sync, 1 it cannot be read, 2 ours waits to be sent,
    -- 4 it cannot be read at present, 5 its deletion is held.
    CREATE TABLE resource (
      id INTEGER PRIMARY KEY, collection INTEGER NOT NULL, href TEXT NOT NULL, uid TEXT,
      -- The head of its object, where there is no UID.
      item INTEGER,
      size INTEGER NOT NULL, modified INTEGER NOT NULL, node INTEGER NOT NULL, tag TEXT,
      state INTEGER NOT NULL DEFAULT 0, fault TEXT,
      UNIQUE (collection, href)
    );
    CREATE INDEX resource_uid ON resource(collection, uid) WHERE uid IS NOT NULL;
    CREATE INDEX resource_item ON resource(collection, item) WHERE item IS NOT NULL;
    CREATE INDEX resource_state ON resource(collection, state) WHERE state > 0;
    -- The bytes that both sides had last.
    CREATE TABLE resource_base (resource INTEGER PRIMARY KEY, text BLOB NOT NULL);
    -- A write to the other side that was begun: it is committed before the write, and taken out with its outcome.
    CREATE TABLE intent (
      id INTEGER PRIMARY KEY, collection INTEGER NOT NULL, href TEXT NOT NULL,
      -- 0 write, 1 delete. `partial` is the file beside, `text` what is written.
      operation INTEGER NOT NULL, partial TEXT, text BLOB
    );
    -- What a merge could not decide: the keys of the fields that are still open, a line each (none when it is
    -- closed), and the contents that were merged.
    CREATE TABLE sync_conflict (
      id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, uid TEXT, item INTEGER,
      made INTEGER NOT NULL, fields TEXT NOT NULL, base BLOB, mine BLOB, theirs BLOB
    );
    """
}
