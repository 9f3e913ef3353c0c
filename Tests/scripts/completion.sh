#!/bin/bash
# The completions of Samples/completions in real shells: bash, with and without the package bash-completion, zsh and fish.
# Tests/run gives the release build as KAL.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/terminal
needs zsh fish

root=$PWD
KAL=$(cd "$(dirname "$KAL")" && pwd)/$(basename "$KAL")
mkdir -p "$folder/bin" "$folder/work" "$folder/config/kalends"
ln -s "$KAL" "$folder/bin/kal"
export PATH=$folder/bin:$PATH KALENDS_STORE=$folder/store.sqlite
printf 'now = "2026-11-18T14:30"\nzone = "Europe/Berlin"\npager = "off"\n' >"$folder/config/kalends/config.toml"
kal import Samples/calendars 2>/dev/null
kal 'add calendar "Price $5 #1 (it'"'"'s)"' 2>/dev/null >&2
kal 'add event "Sale" today 16:00 in "Price $5 #1 (it'"'"'s)"' 2>/dev/null >&2
kal 'save view soon as events next 7d' 2>/dev/null >&2
cp Samples/calendars/home.ics "$folder/work/my trip.ics"
# A store whose pages are not what the header says.
{
  head -c 4096 "$folder/store.sqlite"
  head -c 40960 /dev/zero
} >"$folder/work/broken.sqlite"

source Tests/scripts/check

# types NAME TEXT KEY…: what the keys make of an empty line.
types() {
  local name=$1 text=$2
  shift 2
  keys C-u
  keys C-l
  keys "$@"
  sees "$shell: $name" "$text"
}

# The same in each shell: what is typed, and what Tab makes of it.
drive() {
  sees "$shell: it starts" 'ready>'
  types "a statement and a calendar with a blank" 'kal events in Family\ Trips' 'kal ev' Tab 'in Fam' Tab
  types "words in one pair of quotes" "kal 'events in Work'" "kal 'events in Wo" Tab
  keys Enter
  sees "$shell: which run" "Berlin – New York sync"
  types "what dates mean" "23–29 Nov" 'kal events next w' Tab Tab Tab
  types "a view" 'kal run soon' 'kal run so' Tab
  types "an option and its value" 'kal --format csv run soon' 'kal --fo' Tab 'cs' Tab 'run so' Tab
  types "a value behind an equals sign" 'kal --format=csv run soon' 'kal --format=cs' Tab 'run so' Tab
  types "a setting and its value" 'kal --set week.start=sunday run' 'kal --set week.st' Tab 'su' Tab 'run'
  types "a file" 'kal import my\ trip.ics into' 'kal import my' Tab 'in' Tab
  types "a file in quotes" "kal import 'my trip.ics'" "kal import 'my" Tab
  types "a name with signs of the shell" "$signs" 'kal events in Pri' Tab
  keys Enter
  sees "$shell: which are read back" "Sale"
  types "the same in quotes" "Sale" 'kal "events in Pri' Tab Enter
  types "a damaged store" 'ready>kal --store broken.sqlite events to' \
    'kal --store brok' Tab 'ev' Tab 'to'
  types "which is told nowhere" 'ready>kal --store broken.sqlite events in' 'kal --store broken.sqlite events in Wo' Tab BSpace BSpace BSpace
  types "a store that is not there" 'ready>kal --store none.sqlite events today' 'kal --store none.sqlite ev' Tab 'toda' Tab
  check "$shell: no store is made" "no" "$([ -e "$folder/work/none.sqlite" ] && echo yes || echo no)"
}

signs='kal events in Price\ \$5\ \#1\ \(it\'"'"'s\)'

shell="bash"
cat >"$folder/bashrc" <<RC
PS1='ready>'
cd "$folder/work"
source "$root/Samples/completions/kal.bash"
RC
opens 100 40 "bash --noprofile --rcfile $folder/bashrc -i"
drive
types "stepping through" 'kal --color always' "bind 'TAB:menu-complete'" Enter C-l 'kal --color a' Tab Tab

helpers=/usr/share/bash-completion/bash_completion
if [ -e "$helpers" ]; then
  shell="bash with bash-completion"
  mkdir -p "$XDG_DATA_HOME/bash-completion/completions"
  cp Samples/completions/kal.bash "$XDG_DATA_HOME/bash-completion/completions/kal"
  printf "PS1='ready>'\ncd '%s'\nsource %s\n" "$folder/work" "$helpers" >"$folder/bashrc"
  opens 100 40 "bash --noprofile --rcfile $folder/bashrc -i"
  drive
else
  echo "skipped: bash-completion is not installed, so bash was tried without it alone; Tests/setup --tools installs it"
fi

# Shells that are set up otherwise, or not at all.
check "bash tells who completes" "complete -o nosort -o nospace -F _kal kal" \
  "$(bash --norc -c 'source Samples/completions/kal.bash; complete -p kal' 2>&1 | sed 's/-o nospace -o nosort/-o nosort -o nospace/')"
check "bash says nothing about unset variables and errors" "" \
  "$(bash --norc -c 'set -eu; source Samples/completions/kal.bash; COMP_LINE="kal --nothing" COMP_POINT=13; _kal kal --nothing kal; echo "${COMPREPLY[*]-}"' 2>&1)"
check "bash asks the program that is typed" "events " \
  "$(bash --norc -c 'source Samples/completions/kal.bash; COMP_LINE="~/bin/kal ev" COMP_POINT=12; PATH=; _kal "~/bin/kal" ev "~/bin/kal"; echo "${COMPREPLY[*]}"' 2>&1)"
check "bash is content without kal" "" \
  "$(bash --norc -c 'source Samples/completions/kal.bash; COMP_LINE="kal ev" COMP_POINT=6; PATH=; _kal kal ev kal; echo "${COMPREPLY[*]-}"' 2>&1)"
check "zsh without its completions says nothing" "" "$(zsh -f -c 'source Samples/completions/kal.zsh' 2>&1)"

shell="zsh"
mkdir -p "$folder/functions" "$folder/zsh"
cp Samples/completions/kal.zsh "$folder/functions/_kal"
cat >"$folder/zsh/.zshrc" <<RC
PS1='ready>'
fpath=("$folder/functions" \$fpath)
autoload -Uz compinit
compinit -u -D
cd "$folder/work"
RC
opens 100 40 "env ZDOTDIR=$folder/zsh zsh -d -i"
drive

shell="fish"
mkdir -p "$folder/config/fish/completions"
cp Samples/completions/kal.fish "$folder/config/fish/completions/"
cat >"$folder/config/fish/config.fish" <<RC
function fish_prompt; echo -n 'ready>'; end
function fish_greeting; end
cd "$folder/work"
RC
opens 100 40 "fish -i"
drive
check "fish tells what fits" "events in Work" "$(fish -c "complete -C \"kal 'events in Wo\"" 2>&1 | cut -f 1)"
check "and what it means" "week 23–29 Nov" "$(fish -c 'complete -C "kal events next we"' 2>&1 | grep '^week.2' | tr '\t' ' ')"

echo "$passed checks passed, $failed failed"
[ "$failed" = 0 ]
