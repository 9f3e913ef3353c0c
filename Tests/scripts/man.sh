#!/bin/bash
# The manual pages: mandoc finds no fault in any, mandoc and man show them, and wrong names are told.
# Tests/run gives the release build as KAL.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/needs
needs mandoc
source Tests/scripts/checks
pages="kal kal-language kal-config kal-protocol kal-sync"

for page in $pages; do
  "$KAL" --man "$page" >"$folder/$page" 2>"$folder/errors"
  check "$page is made" "0 " "$? $(cat "$folder/errors")"
  # From standard input, as mandoc takes what follows a dot in the path of a folder for a section.
  check "$page has no fault" "" "$(mandoc -T lint -W warning <"$folder/$page" 2>&1)"
  mandoc -T ascii "$folder/$page" >"$folder/shown"
  check "$page is shown" 1 "$(sed 's/.\x08//g' "$folder/shown" | grep -c "^ *$page \(-\|--\) ")"
  check "$page is ASCII" "" "$(LC_ALL=C grep -n '[^ -~]' "$folder/$page")"
  if command -v groff >/dev/null; then
    check "groff finds no fault in $page" "" \
      "$(groff -mdoc -Tutf8 -ww "$folder/$page" 2>&1 >/dev/null | sed "s|$folder/||")"
  fi
done
command -v groff >/dev/null || echo "skipped: groff is not installed, so mandoc alone has looked at the pages"

# Each page names the others with their sections.
for page in $pages; do
  for other in $pages; do
    [ "$page" = "$other" ] || check "$page names $other" 1 "$(grep -c "^\.Xr $other [157]" "$folder/$page" | sed 's/^[2-9]$/1/')"
  done
done

# A page is found by its file's name and by its reference too; it needs no store, no settings and no home folder.
check "by its file's name" "$(cat "$folder/kal-config")" "$("$KAL" --man kal-config.5)"
check "by its reference" "$(cat "$folder/kal-config")" "$("$KAL" --man 'kal-config(5)')"
check "without a home folder" "$(cat "$folder/kal")" "$(env -i "$KAL" --man kal)"
check "with a store that is not there" "$(cat "$folder/kal")" "$("$KAL" --store /nowhere/store.sqlite --man kal)"
"$KAL" --man kal-confg >"$folder/out" 2>"$folder/errors"
check "an unknown page is not understood" 2 "$?"
check "and prints nothing" "" "$(cat "$folder/out")"
check "but names those there are" yes "$(grep -qF 'kal-config, kal-protocol' "$folder/errors" && echo yes)"
"$KAL" --man >/dev/null 2>"$folder/errors"
check "no page is not understood" 2 "$?"
check "a reader that leaves is no error" "" "$({ "$KAL" --man kal-language | head -n 1 >/dev/null; } 2>&1)"
"$KAL" --man kal 2>/dev/null >/dev/full
check "a full disk is one" 1 "$?"

rm -rf "$folder"
echo "$passed checks passed, $failed failed"
[ "$failed" = 0 ]
