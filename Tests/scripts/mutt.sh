#!/bin/bash
# Invitations in mutt with the files of Samples/mail, and the desktop entry: a mailbox is read at a terminal, and what would be
# sent is kept in a file. Tests/run gives the release build as KAL.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/terminal
needs mutt
mkdir -p "$folder/bin" "$folder/config/kalends"
# shellcheck disable=SC2086
printf '#!/bin/sh\nexec %s %s "$@"\n' "$(realpath "$KAL")" "$fixed" >"$folder/bin/kal"
printf '#!/bin/sh\necho "$@" >>%s/arguments\ncat >%s/sent\n' "$folder" "$folder" >"$folder/bin/sendmail"
chmod +x "$folder/bin/kal" "$folder/bin/sendmail"
export PATH=$folder/bin:$PATH
printf 'mail.command = "sendmail -t"\nown.addresses = ["me@example.org"]\n' >"$folder/config/kalends/config.toml"
kal add calendar Home >/dev/null 2>&1

# component METHOD SEQUENCE MORE: one message about the planning of tomorrow.
component() {
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 "METHOD:$1" BEGIN:VEVENT UID:planning "SEQUENCE:$2" DTSTAMP:2026111"$2"T080000Z \
    "ORGANIZER;CN=Ben:mailto:ben@example.org" "${@:3}" "SUMMARY:Plänning" END:VEVENT END:VCALENDAR
}

# mail SUBJECT METHOD: a mail whose calendar comes on standard input.
mail() {
  printf 'From ben@example.org Tue Nov 17 08:00:00 2026\nFrom: Ben <ben@example.org>\nTo: me@example.org\nSubject: %s\n' "$1"
  printf 'Date: Tue, 17 Nov 2026 08:00:00 +0100\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n'
  printf -- '--b\nContent-Type: text/plain\n\nPlease come.\n\n--b\nContent-Type: text/calendar; method=%s; charset=utf-8\n' "$2"
  printf 'Content-Transfer-Encoding: base64\n\n'
  base64
  printf -- '\n--b--\n\n'
}

me="ATTENDEE;CN=Me;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:me@example.org"
{
  component REQUEST 0 "$me" DTSTART:20261119T090000Z DTEND:20261119T100000Z | mail "Come" REQUEST
  component CANCEL 1 | mail "Off" CANCEL
  printf 'From ben@example.org Tue Nov 17 09:00:00 2026\nFrom: Ben <ben@example.org>\nSubject: Hello\n\nNo calendar at all.\n\n'
} >"$folder/mbox"
cp "$folder/mbox" "$folder/whole"
cat >"$folder/muttrc" <<END
set mailcap_path = "Samples/mail/mailcap"
set folder = "$folder"
set record = ""
set tmpdir = "$folder"
set quit = yes
set wait_key = yes
set sort = mailbox-order
source Samples/mail/muttrc
END

# Leaves the output of a command, which mutt keeps until a key, for the mail of a number.
back() {
  sees "mutt waits" "Press any key"
  keys Enter
  sees "and shows the mail again" "$1/3: Ben"
}

begins 100 40 "mutt -n -F $folder/muttrc -f $folder/mbox"
sees "the mailbox" "Msgs:3"
keys Home
keys Enter
sees "a mail" "1/3: Ben"
sees "shows its invitation" "Ben invites to Plänning, Thu 19 Nov 2026 10:00–11:00"
sees "and what answers it" "takes and answers it"
keys , i
sees "a key shows it" "open - accept"
back 1
keys , a
sees "a key accepts it" "accepted Plänning"
sees "and sends the answer" "sent to Ben <ben@example.org>: Accepted: Plänning"
back 1
keys v
sees "its parts" "-- Mutt: Attachments"
keys j j
keys m
sees "a part asks" "[a]ccept [m]aybe dec[l]ine [q]uit"
sees "and tells the answer given" "Your answer accepted"
keys l Enter
sees "the statement is told" "= decline ev:"
sees "nothing is sent without a word" "Send your answer to Ben <ben@example.org>?"
keys y Enter
sees "the second answer is sent" "sent to Ben <ben@example.org>: Declined: Plänning"
sees "mutt waits" "Press any key"
keys Enter
sees "the parts again" "-- Mutt: Attachments"
keys q
sees "the mail again" "1/3: Ben"
keys J
sees "the next mail" "2/3: Ben"
keys , i
sees "a cancellation is shown" "nothing was changed"
back 2
keys , a
sees "and not answered" "nothing-to-answer"
back 2
keys , t
sees "but taken over" "Ben canceled: Plänning"
back 2
keys J
sees "the last mail" "3/3: Ben"
keys , d
sees "a mail without a calendar" "the mail holds no calendar"
back 3
keys q
sees "the mailbox again" "Msgs:3"
keys q
leaves "mutt" 0

source Tests/scripts/check
check "two answers were sent" "-t -t" "$(xargs <"$folder/arguments")"
check "to the organizer" "To: Ben <ben@example.org>" "$(grep '^To:' "$folder/sent")"
check "in the words of a mail" "Subject: =?UTF-8?B?RGVjbGluZWQ6IFBsw6RubmluZw==?=" "$(grep '^Subject:' "$folder/sent")"
# Another reader of mail finds the reply.
reply=$(python3 -c '
import email, email.policy, sys
mail = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
part = [p for p in mail.walk() if p.get_content_type() == "text/calendar"][0]
print(mail["Subject"], part["Content-Type"].params["method"], part.get_content())' "$folder/sent" 2>&1)
check "the subject is read again" 1 "$(grep -c '^Declined: Plänning REPLY' <<<"$reply")"
check "it is a reply" 1 "$(grep -c '^METHOD:REPLY' <<<"$reply")"
check "which declines" 1 "$(tr -d '\r' <<<"$reply" | grep -c 'PARTSTAT=DECLINED.*me@example.org$')"
check "the cancellation was taken over" cancelled "$(kal --format "{status}" events on 2026-11-19 2>&1)"
check "the mailbox is as it was" "" "$(diff <(grep -v '^Status\|^Content-Length\|^Lines' "$folder/mbox" | cat -s) <(cat -s "$folder/whole"))"

# A desktop opens a terminal of its own: it stays until Enter, unless its person has left it.
entry=$(sed -n 's/^Exec=kal \(.*\) %U$/\1/p' Samples/desktop/kalends.desktop)
begins 100 30 "kal $entry $folder/nothing.ics"
sees "an error stays to be read" "press Enter to close"
keys Enter
leaves "and Enter closes the window" 1
kal import Samples/calendars/home.ics >/dev/null 2>&1
begins 100 30 "kal $entry Samples/calendars/home.ics"
sees "so does what asks nothing" "unchanged: Home has all of it"
sees "which can be closed" "press Enter to close"
keys Enter
leaves "in the same way" 0
begins 100 30 "kal $entry Samples/calendars/work.ics"
sees "what asks" "[i]mport [q]uit"
keys q Enter
leaves "is left at once" 4

if command -v desktop-file-validate >/dev/null; then
  check "the desktop entry waits at the end" "--wait open" "$entry"
  check "the desktop entry has no fault" "" "$(desktop-file-validate Samples/desktop/kalends.desktop 2>&1)"
else
  echo "skipped: desktop-file-validate is not installed, so nothing has looked at the desktop entry"
fi

echo "$passed checks passed, $failed failed"
[ "$failed" = 0 ]
