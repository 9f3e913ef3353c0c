extension ErrorCatalog {
  /// The codes of accounts, syncs and published calendars.
  static let syncTable = #"""
    account-exists
      Accounts are told apart by their names, in any letter case. accounts lists them.
      > accounts
    unknown-account
      No account has this name, and no calendar that is linked with one. accounts lists them.
      > accounts
    no-folder
      The path of an account is a folder that is there, with a folder for each calendar in it.
      > add account Home path "~/.calendars"
    not-a-folder
      The path of an account is the folder that holds a folder for each calendar, and not one of its files.
      > add account Home path "~/.calendars"
    unreadable-folder
      The system does not show the folder, so that nothing can be said of the calendars in it.
      > accounts
    folder-not-made
      The folder of a calendar could not be made, or its displayname not written: the account's folder is not yours to write,
      or the disk is full.
      > link calendar Work to Home/work
    folder-taken
      A folder belongs to one account: two would write the same files.
      > accounts
    folder-inside-account
      The folder is below that of an account, whose calendars it has already.
      > accounts
    folder-around-account
      The folder of another account lies below this one, and its files would be in two accounts.
      > delete account Home keep
    no-counterpart
      The account is kept in this store alone, so there is nothing to sync. One with a folder has a path.
      > add account Home path "~/.calendars"
    own-source
      The first account is the store's own, where calendars of deleted accounts go. It can be renamed.
      > edit account Local set name = Mine
    account-has-calendars
      Calendars of a deleted account are kept in this store or removed from it; the files stay in either case.
      > delete account Home keep
    already-linked
      A calendar is linked with one folder. unlink ends that, and leaves the files.
      > unlink calendar Work
    not-linked
      The calendar is kept in this store alone.
      > link calendar Work to Home/work
    cannot-link
      Subscriptions and birthdays are only read, and have no folder. Neither has the store's own account.
      > calendars
    open-conflicts
      Changes of both sides wait for a decision, and the store's own version would go with the link.
      > sync conflicts
    not-in-sync
      The calendar that a folder has is synced before another one takes its place, and that did not succeed. sync says why.
      > sync
    bad-place
      A place in an account is ACCOUNT/FOLDER: no hidden folder, and none outside of the account's.
      > link calendar Work to Home/work
    sync-running
      Two syncs of one store would do the same twice. The one that runs goes on.
      > sync
    sync-incomplete
      A folder or address could not be reached, something was refused, or deletions are held back: a line for each says so. All
      the others are in sync.
      > accounts
    nothing-held
      No deletions of this account or calendar wait to be allowed.
      > accounts
    unknown-conflict
      Conflicts have numbers, which sync conflicts lists.
      > sync conflicts
    conflict-gone
      The item was deleted since, so that its conflict is closed.
      > sync conflicts
    already-subscribed
      A calendar has this address already. sync and its name ask for it at once.
      > calendars
    invalid-address
      A published calendar is at an address with webcal, https or http.
      > add calendar "Team" from "webcal://example.com/team.ics"
    password-in-address
      An address is shown in lists and errors, and a password in it would be too. ~/.netrc has a line for each host instead.
      > add calendar "Team" from "https://example.com/team.ics"
    no-such-feed
      The server has no calendar at this address. Publishers move them; their page has the present address.
      > add calendar "Team" from "https://example.com/team.ics"
    feed-refused
      The server wants a name and a password, or does not show this calendar to you. ~/.netrc has passwords.
      > sync Team
    feed-busy
      The server asks to be left alone for a while. It is asked again when it allows it.
      > sync
    feed-server-failed
      The server has a fault of its own. It is asked again, after a quarter of an hour at first and then less often.
      > sync
    odd-answer
      The server answered with a status that says nothing about a calendar. kal-sync get URL shows the answer.
      > sync
    web-page
      The address is that of a page for people. The page has a link to the calendar, often named iCal, ICS or subscribe.
      > add calendar "Team" from "https://example.com/team.ics"
    not-a-calendar
      The answer is something else than a calendar. kal-sync get URL shows it.
      > add calendar "Team" from "https://example.com/team.ics"
    truncated
      The calendar has no end: the connection broke off, or the server was writing it. What is there stays.
      > sync
    wrong-encoding
      The calendar is UTF-16. iCalendar is UTF-8 (RFC 5545, 3.1.4).
      > sync
    no-network
      There is no way to any server. Folders are synced all the same.
      > sync
    host-not-found
      No server has this name, or the network cannot tell.
      > sync
    connection-refused
      Nothing answers at this address.
      > sync
    connection-lost
      The connection broke off before the answer was whole. What is there stays.
      > sync
    timed-out
      The server took too long. It is asked again later.
      > sync
    certificate-refused
      The server does not prove who it is: its certificate is not of an authority that this system trusts, is not for this
      name, or has expired. SSL_CERT_FILE names a file with authorities of one's own.
      > sync
    tls-failed
      There is no secure connection that both sides understand.
      > sync
    proxy-failed
      The proxy that https_proxy or http_proxy names does not work.
      > sync
    too-large
      The answer is larger than any calendar: 64 MB.
      > sync
    too-many-redirects
      The server sends from one address to the next, without an end.
      > sync
    unsafe-redirect
      The server sends to an address without encryption, or to one that is no address of a server. It is not followed.
      > sync
    unreadable-answer
      What answers is no server for calendars.
      > sync
    not-installed
      The program kal-sync asks servers for kal. It is looked for beside kal and in PATH. Calendars in folders are synced without it.
      > sync
    helper-version
      The program kal-sync and kal are of versions that do not speak the same language: a part of the installation is older than the
      rest. Nothing was asked.
      > sync
    helper-failed
      The program kal-sync ended early, or is of another version.
      > sync
    unsendable-request
      The request cannot be sent as it is.
      > sync
    changed-meanwhile
      Another program wrote the file at the same moment. The next sync merges both.
      > sync
    gone
      The file was deleted at the same moment. The next sync sees that.
      > sync
    folder-gone
      The folder is not there: it was moved, deleted, or its disk is not mounted. Nothing of its calendars is changed here.
      > accounts
    is-link
      The file is a link, which is read and never replaced.
      > sync
    sync-failed
      The system or the server refused, and said why.
      > sync
    """#
}
