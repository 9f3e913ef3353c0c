#!/bin/bash
# What Apple's systems build of the package: the manifest as they read it, and the extensions of their own EventKit, which may use
# nothing but its public interface. Tests/run runs it after a build of the tests.
set -uo pipefail
cd "$(dirname "$0")/../.."
. Tests/scripts/checks
trap 'rm -rf "$folder"' EXIT
products=${PRODUCTS:-$PWD/.build/debug}

mkdir "$folder/package"
for name in *; do [ "$name" = Package.swift ] || ln -s "$PWD/$name" "$folder/package/$name"; done
sed 's/^#if !os(Linux)$/#if true/' Package.swift >"$folder/package/Package.swift"
swift package --package-path "$folder/package" --scratch-path "$folder/build" dump-package >"$folder/manifest" 2>"$folder/said"
check "the manifest is read" 0 "$?"
# names KIND: of targets or products, a line each.
names() { python3 -c 'import json, sys; [print(x["name"]) for x in json.load(open(sys.argv[1]))[sys.argv[2]]]' "$folder/manifest" "$1"; }
for name in EventKit EventKitUI UIKit CoreLocation MapKit Colors KalendsKit; do
  check "$name is not built" 0 "$(names targets | grep -cx "$name")"
  check "$name is no product" 0 "$(names products | grep -cx "$name")"
done
check "the extensions are" 1 "$(names products | grep -cx KalendsExtensions)"
check "without what needs a store of Kalends" "['OnKalends'] []" "$(python3 -c '
import json, sys
target = next(x for x in json.load(open(sys.argv[1]))["targets"] if x["name"] == "KalendsExtensions")
print(target["exclude"], target["dependencies"])' "$folder/manifest")"
check "nothing depends on what is gone" "" "$(python3 -c '
import json, sys
targets = json.load(open(sys.argv[1]))["targets"]
names = {x["name"] for x in targets}
for target in targets:
    for dependency in target["dependencies"]:
        name = (dependency.get("byName") or dependency.get("target"))[0]
        if name not in names: print(target["name"], name)' "$folder/manifest")"

# As a package of its own, so that no door inside this one is open to it.
maps=()
for map in Sources/C*/module.modulemap "$products"/C*.build/module.modulemap; do maps+=(-Xcc "-fmodule-map-file=$map"); done
swiftc -typecheck -swift-version 6 -module-name KalendsExtensions -package-name others -I "$products/Modules" "${maps[@]}" \
  Sources/KalendsExtensions/*.swift >"$folder/said" 2>&1
check "the extensions use public names alone" 0 "$?"
grep error: "$folder/said" | head
echo "apple: $passed passed, $failed failed"
[ "$failed" = 0 ]
