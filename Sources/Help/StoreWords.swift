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
      brings calendars and their folders together; watch, conflicts, resolve and allow: help folders
      > sync
      > sync Home dry run
    accounts
      the accounts, what is kept where, and how their last sync ended
      > accounts
    account
      a place where calendars are kept: this store alone, or a folder that other programs use too
      > add account Home path "~/.calendars"
    path
      the folder of an account, which holds a folder for each calendar
      > edit account Home set path = "~/calendars"
    keep
      leaves the calendars of a deleted account in this store
      > delete account Home keep
    remove
      deletes the calendars of a deleted account here; their files stay
      > delete account Home remove
    link
      makes a calendar and a folder of an account one: what is equal is adopted, the rest merged
      > link calendar Work to Home/work
    unlink
      ends that: the calendar and the files stay
      > unlink calendar Work
    allow
      lets a sync delete what it held back
      > sync allow Home
    resolve
      decides about changes of both sides that exclude each other; without a side it asks field by field
      > sync resolve 3 mine
    mine
      the version of this store
      > sync resolve 3 mine
    theirs
      the version of the folder
      > sync resolve 3 theirs
    both
      keeps both, as two items
      > sync resolve 3 both
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
    tour
      > tour
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
    open
      what a calendar file, a mail or an address holds; a terminal asks what to do about it, and nothing changes before
      > open "invite.ics"
      > open - accept
    send
      hands your answer to an invitation to the program that mail.command names, or writes the message
      > send last
      > send "Lunch" to "answer.eml"
    snooze
      without a length ten minutes; a title is that of an item whose alarm rang in the last day
      > snooze 10m
      > snooze standup
      > snooze "Dentist" 1h
    """#
}
