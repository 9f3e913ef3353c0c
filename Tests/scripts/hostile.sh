#!/bin/bash
# Statements against a store of endless and enormous things, by every way and stopped in every manner. Tests/run gives the release
# build as KAL; Tests/deep runs all of hostile.py.
set -uo pipefail
cd "$(dirname "$0")/../.."
: "${KAL:?set KAL to the kal program}"
source Tests/scripts/needs
needs python3
exec python3 -B Tests/scripts/hostile.py
