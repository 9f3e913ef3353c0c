#!/bin/bash
# The picture of a terminal that the README shows is what the program shows.
# Tests/run gives the release build as KAL.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/needs
needs tmux python3
source Tests/scripts/checks

check "the picture is current" "" "$(KAL=$KAL Samples/guide/picture --check 2>&1)"
check "another program's would not be" 1 "$(
  KAL=/bin/true Samples/guide/picture --check >/dev/null 2>&1
  echo $?
)"

rm -rf "$folder"
echo "$passed checks passed, $failed failed"
[ "$failed" = 0 ]
