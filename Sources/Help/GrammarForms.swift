/// How each word of the language is written.
///
/// Made from `Grammar/kalends.ebnf` by a test, which compares it; KALENDS_RECORD=1 makes it anew.
enum GrammarForms {
  /// The ways of writing a word; none for what only the catalog tells about.
  static func forms(of word: String) -> [String] { table[word] ?? [] }

  private static let table = HelpTable.blocks(text)

  /// Words on a line of their own, the forms they share indented below.
  private static let text = #"""
    explain dates plan sql
      explain [dates|plan|sql] STATEMENT
    events
      events [CLAUSE …]
    reminders
      reminders [CLAUSE …]
    calendars
      calendars [CLAUSE …]
      choose calendars
    sources
      sources [CLAUSE …]
    series
      series [CLAUSE …]
    alarms
      alarms [CLAUSE …]
      edit … set alarms (= empty | =|+=|-= ALARMS | -= N)
    busy
      busy [CLAUSE …]
      add event … busy
    conflicts
      conflicts [CLAUSE …]
    allday
      edit … set allday = (empty|on|off|yes|no|true|false)
    timed
      free … timed
    free
      free (LENGTH|) [CLAUSE …]
      add event … free
    tentative
      add event … tentative
    flagged
      add reminder … flagged
      edit … set flagged = (empty|on|off|yes|no|true|false)
    starting
      [starting|ending|within] RANGE
      repeat … [,] starting DATE
    ending
      [starting|ending|within] RANGE
    within
      [starting|ending|within] RANGE
      within LENGTH
    in
      in $NAME
      in (all | source SOURCE, … | CALENDARS)
      where FIELD [not] in "(" TEXT, … ")"
      where FIELD [not] in "(" DATE, … ")"
      where FIELD [not] in "(" LENGTH, … ")"
    all
      add event … all day
    source
      in (all | source SOURCE, … | CALENDARS)
      add calendar … in source SOURCE
    except
      except CALENDARS
      repeat … [,] except DATE and …
    where
      where CONDITION
    sort
      sort [by] COLUMN [asc|desc], …
    by
      (to|until|till|til|by|before|after|since) DATE
      repeat [by] "TEXT" [LIMIT …]
    limit
      limit N [offset N]
      free … limit N
    offset
      limit N [offset N]
    group
      group by COLUMN, …
    having
      having CONDITION
    select
      select (* | COLUMN [as NAME], …)
    as
      as FORMAT
      free … as FORMAT
    asc desc
      (COLUMN|count|sum(FIELD)|NAME) [asc|desc]
    and
      free … between (TIME and TIME | ANDHOUR and HOUREND)
      CONDITION and|or …
      where FIELD between LENGTH and LENGTH
    or
      CONDITION and|or …
    not
      [not] FLAG
      not CONDITION
      where FIELD [not] in "(" TEXT, … ")"
      where FIELD [not] (contains | starts with | ends with | has | like | exactly) TEXT
      where FIELD [not] matches /PATTERN/
    is
      where FIELD is [not] empty
    empty
      where FIELD is [not] empty
      edit … set (tags|tag|categories|category|attachments|attachment) (= empty | = TEXT, … | (+=|-=) TEXT, …)
      edit … set start (= (empty|DATE) | (+=|-=) LENGTH)
    between
      free … between (TIME and TIME | ANDHOUR and HOUREND)
      where FIELD between LENGTH and LENGTH
      between BETWEENDATES
    contains starts ends with has like exactly
      where FIELD [not] (contains | starts with | ends with | has | like | exactly) TEXT
    matches
      where FIELD [not] matches /PATTERN/
    count
      count QUERY
      count =|!=|<|<=|>|>= N
    sum avg min max
      (sum|avg|min|max) "(" FIELD ")"
      (sum|avg|min|max) FIELD of events [CLAUSE …]
      (sum|avg|min|max) "(" FIELD ")" =|!=|<|<=|>|>= LENGTH
    of
      of [the] ((this|current|next|last|previous) week | ISOWEEK | WEEKNUMBER)
    day
      (day|month|year) [DATE] [CLAUSE …]
      (LENGTH from | (LENGTH | [the] day) (before|after)) DATE
      [the] day (before|after) ANCHORED
    week
      week [N|DATE] [CLAUSE …]
      (week|month|quarter|year) to date
      [the] week of (FULLDAY|YEARLESSDAY)
      week N [YEAR]
    month year
      (day|month|year) [DATE] [CLAUSE …]
      (week|month|quarter|year) to date
      repeat every [N|NUMBER|other|second] (UNIT [on WEEKDAY, …] [in MONTHS] | (month|months|quarter|quarters) [on DAYS] | (year|years) [on DAYS] [in MONTHS])
    agenda
      agenda [RANGE] [CLAUSE …]
    hour
      hour
    weekday
      repeat every weekday [in MONTHS]
    weekend
      repeat every weekend [in MONTHS]
    minute
      minute
    quarter
      (week|month|quarter|year) to date
      quarter past (noon | midday | midnight | PLAINHOUR (am|pm) | HOURNUMBER [o'clock|oclock])
      quarter (past|to) (noon | midday | midnight | PLAINHOUR (am|pm) | HOURNUMBER [o'clock|oclock])
      repeat every [N|NUMBER|other|second] (UNIT [on WEEKDAY, …] [in MONTHS] | (month|months|quarter|quarters) [on DAYS] | (year|years) [on DAYS] [in MONTHS])
    weekdays
      weekdays [in MONTHS]
    from
      from (NUMBERSPAN|(DATE|DATESPAN))
      (from|before|after) ANCHORED
      add calendar … from "TEXT"
    to
      (to|until|till|til|by|before|after|since) DATE
      (to|until|till|til|through|thru|..) (LATEHHMM|BAREHOUR) [ZONE]
    until
      (to|until|till|til|by|before|after|since) DATE
      (to|until|till|til|through|thru|..) (LATEHHMM|BAREHOUR) [ZONE]
      repeat … [,] (until|till|til) DATE
    before
      (to|until|till|til|by|before|after|since) DATE
      (from|before|after) ANCHORED
    after
      (to|until|till|til|by|before|after|since) DATE
      (from|before|after) ANCHORED
      repeat … after completion
    since
      (to|until|till|til|by|before|after|since) DATE
    on
      free … on (weekdays | WEEKDAY, …)
      on DATE [to DATE]
      [on] CLOCKDAY [[in the] (morning|afternoon|evening|night)]
      repeat [on] (RANK|DAYNAMES) [LIMIT …]
      repeat … on ([every] WEEKDAY, … | 2nd …)
    during
      [during] DATE [to DATE]
    anytime
      anytime
    now
      now
    today
      today
    tomorrow
      tomorrow
    yesterday
      yesterday
    noon
      noon
    midnight
      midnight
    am pm
      HOUR (am|pm)
      ((half|quarter|MINUTES) past | (quarter|MINUTEWORD) (past|to)) (noon | midday | midnight | PLAINHOUR (am|pm) | HOURNUMBER [o'clock|oclock])
    at
      at (TIME | ATHOUR [ZONE])
    this next
      (this|next|last) WEEKDAY
      (this|next) (morning|afternoon|evening|night)
      [the] ((this|current|next|last|previous) (UNIT|YEARPART) | (next|last|previous) (LENGTH|fortnight) | past (LENGTH|PASTUNIT))
      [the] (this|current|next|last|previous) (WEEKDAY | week WEEKDAY)
      (this|current|next|last|previous) week
    last
      (this|next|last) WEEKDAY
      last (evening|night)
      [the] ((this|current|next|last|previous) (UNIT|YEARPART) | (next|last|previous) (LENGTH|fortnight) | past (LENGTH|PASTUNIT))
      [the] (this|current|next|last|previous) (WEEKDAY | week WEEKDAY)
      (this|current|next|last|previous) week
    start
      (start|end|created|modified|occurrence) RANGE
      [the] (start|beginning|end) of PERIOD
      add reminder … start DATE
      alarm [start|end|due] [±]LENGTH [sound TEXT | email TEXT | open TEXT]
      edit … set start (= (empty|DATE) | (+=|-=) LENGTH)
    end
      (start|end|created|modified|occurrence) RANGE
      [the] (start|beginning|end) of PERIOD
      alarm [start|end|due] [±]LENGTH [sound TEXT | email TEXT | open TEXT]
      edit … set end (= (empty|DATE) | (+=|-=) LENGTH)
    rest
      [the] rest of (today|PERIOD)
    ago
      $NAME ago
      (in LENGTH | LENGTH ago) at (TIME | ATHOUR [ZONE]) [INPART]
      LENGTH ago
    add
      add event ["TEXT"] [PART …] [form] [dry run]
      add reminder ["TEXT"] [PART …] [form] [dry run]
      add ("TEXT" | TEXT …)
      add calendar ["TEXT" [PART …]]
      add account SOURCE [path FILE]
    event
      add event ["TEXT"] [PART …] [form] [dry run]
    reminder
      add reminder ["TEXT"] [PART …] [form] [dry run]
    calendar
      edit … set calendar = (empty|CALENDAR)
      choose calendar [for (events|reminders)]
    form
      add event ["TEXT"] [PART …] [form] [dry run]
      add reminder ["TEXT"] [PART …] [form] [dry run]
    dry
      dry run
      import … dry run
    run
      run NAME [VALUE …] [as FORMAT]
    quick
      quick ("TEXT" | TEXT …)
    edit
      edit TARGET [span (this|future|all)] [if rev N] [yes] [dry run]
      edit TARGET set FIELD = VALUE, … [span (this|future|all)] [if rev N] [yes] [dry run]
      edit calendar CALENDAR [set name|color|alarm = VALUE, …]
      edit account SOURCE set ACCOUNTSETTING, …
    set
      set NAME
      [set] $NAME
      set SETTING [=] VALUE
    view readonly
      view TARGET [readonly]
    delete
      delete TARGET [span (this|future|all)] [if rev N] [yes] [dry run]
      delete calendar CALENDAR [yes]
      delete account SOURCE [keep|remove]
    complete done
      (complete|done) TARGET [at DATE] [skip past] [span (this|future|all)] [if rev N] [yes] [dry run]
    reopen
      reopen TARGET [span (this|future|all)] [if rev N] [yes] [dry run]
    move
      move TARGET (to (DATE|HOUR) | by [±]LENGTH | into CALENDAR) [span (this|future|all)] [if rev N] [yes] [dry run]
    into
      import … into CALENDAR
    duplicate
      duplicate TARGET [to DATE] [into CALENDAR]
    for
      add event … for LENGTH
      add calendar … for (events|reminders)
    due
      add reminder … due DATE
      alarm [start|end|due] [±]LENGTH [sound TEXT | email TEXT | open TEXT]
      edit … set due (= (empty|DATE) | (+=|-=) LENGTH)
    priority high medium low
      add reminder … priority (high|medium|low|none|N)
      edit … set priority = (empty|high|medium|low|none|N)
    none
      none
    repeat
      add event … repeat REPETITION
      add reminder … repeat REPETITION
      edit … set repeat = (empty|REPETITION)
    alarm
      add event … alarm ALARMS
      add reminder … alarm ALARMS
      edit calendar … set alarm = ([-] LENGTH | none)
    location
      add event … location PLACE
      add reminder … location PLACE
      edit … set location = (empty|PLACE)
      location WHEREABOUTS
    notes
      add event … notes TEXT
      add reminder … notes TEXT
      edit … set (title|notes) (=|+=) TEXT
    url
      add event … url TEXT
      add reminder … url TEXT
      edit … set (url|conference|color) = TEXT
    zone
      add event … zone ZONE
      add reminder … zone ZONE
      edit … set zone = (empty|ZONE)
    floating
      floating
    tag
      add event … tag TEXT, …
      add reminder … tag TEXT, …
      edit … set (tags|tag|categories|category|attachments|attachment) (= empty | = TEXT, … | (+=|-=) TEXT, …)
    attach
      add event … attach TEXT, …
      add reminder … attach TEXT, …
    under
      add reminder … under TARGET
    travel
      add event … travel LENGTH
      edit … set (duration|travel) (= (empty|LENGTH) | (+=|-=) LENGTH)
    attendee
      add event … attendee TEXT, …
    entering leaving
      alarm (entering|leaving) TEXT at LAT, LON [radius DISTANCE] [sound TEXT | email TEXT | open TEXT]
    sound email
      alarm ([start|end|due] [±]LENGTH | DATE | (entering|leaving) TEXT at LAT, LON [radius DISTANCE]) [sound TEXT | email TEXT | open TEXT]
    open
      open FILE, … [accept|maybe|decline]
    radius
      LAT, LON [radius DISTANCE]
    span future if rev
      delete TARGET [span (this|future|all)] [if rev N] [yes] [dry run]
      (complete|done) TARGET [at DATE] [skip past] [span (this|future|all)] [if rev N] [yes] [dry run]
      reopen TARGET [span (this|future|all)] [if rev N] [yes] [dry run]
    yes
      yes
    daily weekly
      repeat (hourly|daily|weekly|biweekly|fortnightly) [on WEEKDAY, …] [in MONTHS] [LIMIT …]
    monthly
      repeat (monthly|quarterly) [on DAYS] [LIMIT …]
    yearly
      repeat (yearly|annually) [on DAYS] [in MONTHS] [LIMIT …]
    every
      repeat (every|each) WEEKDAY, …|[N] UNIT [on DAYS] [LIMIT …]
    other
      repeat every [other] WEEKDAY, … [in MONTHS]
      repeat every [N|NUMBER|other|second] (UNIT [on WEEKDAY, …] [in MONTHS] | (month|months|quarter|quarters) [on DAYS] | (year|years) [on DAYS] [in MONTHS])
    the
      the weekend
      [the] rest of (today|PERIOD)
      (LENGTH from | (LENGTH | [the] day) (before|after)) DATE
      the (MONTHNUMBER | NTHDAY [of] MONTH YEAROFDAY)
      [the] day (before|after) ANCHORED
    times once
      repeat … [,] (N times | once)
    never
      repeat never
    rename
      rename calendar CALENDAR to "TEXT"
    color
      edit … set (url|conference|color) = TEXT
      add calendar … color COLOR
      edit calendar … set color = (COLOR|empty)
    default hide
      (default|show|hide) calendar CALENDAR
    show
      (default|show|hide) calendar CALENDAR
      show (options|SETTING)
    import
      import FILE, … [PART …]
    conflict copy
      import … on conflict (skip|replace|copy)
    skip
      (complete|done) TARGET [at DATE] [skip past] [span (this|future|all)] [if rev N] [yes] [dry run]
      import … on conflict (skip|replace|copy)
    replace
      backup to FILE [replace]
      import … on conflict (skip|replace|copy)
      send TARGET [to FILE [replace]]
    export
      export (QUERY to (FILE|$NAME|FILE) | (calendar CALENDAR, … | all) [as (ics|jscalendar)] to FILE) [replace]
    undo
      undo [N|uN|import|sync] [REVERTPART …]
    redo
      redo [N|uN|import|sync] [REVERTPART …]
    history
      history
    begin
      begin
    commit
      commit
    rollback
      rollback
    sync allow resolve mine theirs both
      sync (watch | conflicts | resolve N [mine|theirs|both] | allow SOURCE | [SOURCE] [dry run])
    watch
      watch QUERY|run NAME …
    changes
      changes since NAME
    save
      save view NAME ["(" $NAME [= VALUE] [, $NAME [= VALUE] …] ")"] as QUERY
      save set NAME as CALENDARS
    views
      views
    sets
      sets
    drop
      drop (view NAME | set NAME)
    access
      access requests
      access set CLIENT (events|reminders) (full|read-only|write-only|denied|restricted|ask)
      access grant CLIENT (events|reminders) (full|read-only|write-only|denied|restricted|ask)
      access deny CLIENT (events|reminders)
      access revoke CLIENT
    requests
      access requests
    grant
      access grant CLIENT (events|reminders) (full|read-only|write-only|denied|restricted|ask)
    deny
      access deny CLIENT (events|reminders)
    revoke
      access revoke CLIENT
    full denied restricted ask read-only write-only
      access set CLIENT (events|reminders) (full|read-only|write-only|denied|restricted|ask)
      access grant CLIENT (events|reminders) (full|read-only|write-only|denied|restricted|ask)
    options
      show (options|SETTING)
    describe
      describe (events|reminders|calendars|sources|series|alarms|busy|conflicts | view NAME | set NAME)
    help
      help [WORD [WORD]]
    load
      load FILE
    tour
      tour
    quit
      quit
    off
      off
    created modified occurrence
      (start|end|created|modified|occurrence) RANGE
    past
      [the] ((this|current|next|last|previous) (UNIT|YEARPART) | (next|last|previous) (LENGTH|fortnight) | past (LENGTH|PASTUNIT))
    check
      check
    reindex
      reindex
    backup
      backup to FILE [replace]
    duplicates
      duplicates [in CALENDARS]
    completion
      repeat … after completion
    accept maybe decline
      (accept|maybe|decline) TARGET [span (this|future|all)] [if rev N] [yes] [dry run]
    choose
      choose (calendars | calendar [for (events|reminders)])
    snooze
      snooze LENGTH [TARGET]
      snooze TARGET [LENGTH]
    send
      send TARGET [to FILE [replace]]
    account
      add account SOURCE [path FILE]
      edit account SOURCE set ACCOUNTSETTING, …
      delete account SOURCE [keep|remove]
    accounts
      accounts
    path
      path = FILE
    keep remove
      delete account SOURCE [keep|remove]
    link
      link calendar CALENDAR to FILE
    unlink
      unlink calendar CALENDAR
    ignoring
      free … ignoring allday
    """#
}
