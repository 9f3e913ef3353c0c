/// The words of calendars, files, access and the session, for `help`.
///
/// A word has its own line; below it follows its meaning, unless the overview has it, and after `>` an
/// example.
enum StoreWords {
  package static let text = #"""
    rename
      > rename calendar Work to "Office"
    color
      the color of a calendar or an item, by its CSS name
      > edit calendar Work set color = teal
    default
      the calendar for new items that name none
      > default calendar Work
    show
      shows a setting or all of them, or a hidden calendar again
      > show options
    hide
      leaves a calendar out of answers unless they name it
      > hide calendar Birthdays
    import
      brings in files and folders; invitations and answers that came by mail are applied to what they are about
      > import trip.ics into "Family Trips"
    conflict
      what becomes of items that are there already, and of two with one UID in a file
      > import "trip.ics" on conflict skip
    skip
      leaves what is there; in complete, passes over what is past
      > import "trip.ics" on conflict skip
    replace
      takes what the file has
      > import "trip.ics" on conflict replace
    copy
      keeps both, the second under a UID of its own
      > import "trip.ics" on conflict copy
    past
      complete … skip past goes on to the next occurrence that is not over
      > complete last skip past
    export
      > export events this year in Work to "work.ics"
    undo
      > undo
    redo
      > redo
    history
      > history
    begin
      > begin
    commit
      keeps the changes since begin, as one step
      > commit
    rollback
      takes back the changes since begin
      > rollback
    sync
      brings calendars of other places up to date
      > sync
    watch
      > watch reminders incomplete due today
    changes
      > changes since s0
    save
      > save view standup($n = 7d) as events from now to now + $n where title contains standup
    views
      > views
    sets
      > sets
    drop
      > drop view standup
    access
      who may use this store, and how
      > access grant mybar events full
    requests
      who asks for access
      > access requests
    grant
      gives a client access
      > access grant mybar events full
    deny
      refuses a client access
      > access deny mybar events
    revoke
      forgets what was decided about a client
      > access revoke mybar
    full
      may read and change
      > access grant mybar events full
    read-only
      may read
      > access grant mybar events read-only
    write-only
      may add, and sees nothing
      > access grant mybar events write-only
    denied
      may not, as the owner said
      > access set mybar events denied
    restricted
      may not, as a policy says
      > access set mybar events restricted
    ask
      is asked about anew
      > access set mybar events ask
    options
      all settings
      > show options
    describe
      > describe events
    help
      > help where
    load
      > load morning.kal
    quit
      > quit
    off
      the opposite of on
      > set check = off
    check
      > check
    reindex
      > reindex
    backup
      > backup to "calendar.sqlite"
    duplicates
      > duplicates in Work
    accept
      > accept last
    maybe
      answers an invitation with perhaps
      > maybe last
    decline
      answers an invitation with no
      > decline last
    choose
      > choose calendars
    snooze
      > snooze 10m
    """#
}
