#!/bin/bash
# The line editor with libedit in place of readline (the trait `Libedit`): it builds with libedit's names alone, and where libedit is
# installed it proposes in brackets.
: "${KAL:=unused}"
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/terminal
needs swiftc

sources=(Sources/LineEditor/*.swift Sources/LineEditor/Library/*.swift)
header=Tests/scripts/libedit
[ -e /usr/include/editline/readline.h ] && header=/usr/include
flags=(-swift-version 6 -D Libedit -module-name LineEditor -package-name kalends -I Sources/CEditline -Xcc "-I$header"
  -I "$folder")

swiftc -swift-version 6 -module-name LineEditing -package-name kalends -parse-as-library -emit-library -static \
  -emit-module-path "$folder/LineEditing.swiftmodule" -o "$folder/libLineEditing.a" Sources/LineEditing/*.swift
if swiftc -typecheck "${flags[@]}" "${sources[@]}" >"$folder/built" 2>&1; then
  passed=$((passed + 1))
else
  failed=$((failed + 1))
  echo "FAILED: it builds with libedit's names alone"
  sed 's/^/  /' "$folder/built"
fi

# The library without its headers is enough to run it.
library=$(ls /usr/lib/libedit.so.2 /usr/lib/*/libedit.so.2 2>/dev/null | head -1)
if [ -n "$library" ]; then
  ln -s "$library" "$folder/libedit.so"
  if swiftc "${flags[@]}" "${sources[@]}" Tests/scripts/libedit/main.swift "-L$folder" -lLineEditing -o "$folder/asks" \
    >"$folder/built" 2>&1; then
    opens 80 24 "$folder/asks; sleep 60"
    sees "a proposal stands in brackets" " Title       [Standup] >"
    keys Enter
    sees "Enter takes it" 'line("")'
    sees "and dates are read by people" " Starts      [Wed 18 Nov 2026 15:00] >"
    keys "sat 7pm" Enter
    sees "what is typed replaces it" 'line("sat 7pm")'
  else
    failed=$((failed + 1))
    echo "FAILED: it links with libedit"
    sed 's/^/  /' "$folder/built"
  fi
else
  echo "skipped: libedit is not installed; Tests/setup --tools installs it"
fi

printf '%d checks passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
