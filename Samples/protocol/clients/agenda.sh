#!/bin/sh
# Asks over standard streams: agenda.sh 'events today select title, start'
# Every line of a reply is `TAG KIND JSON`; this one keeps the rows and says what went wrong.
set -eu
: "${KAL:=kal}"
statement=${1:-events today select title, start}
printf 'a1 %s\n' "$statement" | "$KAL" --protocol | {
  status=1
  while read -r tag kind payload; do
    case "$tag $kind" in
      'a1 *') printf '%s\n' "$payload" ;;
      'a1 OK') status=0 ;;
      'a1 NO' | 'a1 BAD') printf '%s\n' "$payload" >&2 ;;
    esac
  done
  exit $status
}
