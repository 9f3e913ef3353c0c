#!/bin/bash
# Plays Samples/forms: each file types keys into kal at a real terminal and has the screen that must come of it.
# Tests/run gives the release build as KAL. KALENDS_RECORD=1 writes the screens anew. Names of files choose some of them.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/scripts/terminal
export EDITOR=Samples/forms/editor
played=0

# Without names it plays all of them, several at once: most of the time goes by waiting for a screen to stand still.
if [ $# = 0 ]; then
  players=4
  for ((player = 0; player < players; player++)); do
    files=()
    number=0
    for file in Samples/forms/*.form; do
      [ $((number++ % players)) = $player ] && files+=("$file")
    done
    "$0" "${files[@]}" >"$folder/player$player" 2>&1 &
    running[player]=$!
  done
  status=0
  for ((player = 0; player < players; player++)); do
    wait "${running[player]}" || status=1
    cat "$folder/player$player"
  done
  exit $status
fi

"$KAL" --store "$folder/fresh.sqlite" --set now=2026-11-18T14:30 import Samples/calendars 2>/dev/null
"$KAL" --store "$folder/fresh.sqlite" --set now=2026-11-18T14:30 "default calendar Home" >/dev/null 2>&1
"$KAL" --store "$folder/fresh.sqlite" default calendar Home >/dev/null 2>&1
"$KAL" --store "$folder/fresh.sqlite" "backup to \"$folder/whole.sqlite\"" >/dev/null 2>&1

# What the screen shows, and what has left it above where a file says `scroll`.
screen() { $tmux capture-pane -p ${scroll:+-S -} 2>/dev/null | sed -e 's/[[:space:]]*$//'; }

# Waits until the screen is the same for a fifth of a second; at most ten seconds.
settle() {
  local before=- now same=0 tries
  for tries in $(seq 200); do
    now=$(screen)
    if [ "$now" = "$before" ]; then
      same=$((same + 1))
      [ $same -ge 4 ] && return
    else
      same=0
      before=$now
    fi
    sleep 0.05
  done
}

# Types each word or key; after every Enter and control key it waits for the answer. Where questions are plain no key brings a value
# into the line.
keys() {
  local key before
  for key in "$@"; do
    case $key in Right | End | C-e) [ "$section" = "--- plain" ] && continue ;; esac
    before=$(screen)
    $tmux send-keys -- "$key"
    case $key in
      Enter)
        differs "$before"
        settle
        ;;
      C-*) settle ;;
    esac
  done
  settle
}

# Takes back so many characters of what stands in the line; plain questions have nothing there.
erase() {
  local before
  [ "$section" = "--- plain" ] && return
  before=$(screen)
  $tmux send-keys -N "$1" BSpace
  differs "$before"
  settle
}

# Pastes lines, as a terminal does.
paste() {
  local before
  before=$(screen)
  printf '%s\n' "$@" | $tmux load-buffer -
  $tmux paste-buffer -p
  differs "$before"
  settle
}

# Waits until the screen shows something else than it did; at most five seconds, as an answer may change nothing.
differs() {
  local tries
  for tries in $(seq 100); do
    [ "$(screen)" = "$1" ] || return
    sleep 0.05
  done
}

# Starts kal at a terminal of its own. Each has a server of its own too: one that is just being left takes no session.
launch() {
  $tmux kill-server 2>/dev/null
  played=$((played + 1))
  tmux="tmux -S $folder/tmux$played -f /dev/null"
  # shellcheck disable=SC2086
  set -- $size
  if [ -n "$shell" ]; then
    opens "$1" "$2" "FIXED='$fixed $options' PS1='$ ' TERM=$term bash --norc --noprofile"
    differs ""
    return
  fi
  opens "$1" "$2" \
    "TERM=$term $KAL $fixed $options $command; echo \"[exit status \$?]\"; sleep 30"
  differs ""
  [ -n "$command" ] || prompts
  settle
  [ "$term" = dumb ] || [ -n "$command" ] || keys C-l
  [ -z "$scroll" ] || $tmux clear-history
}

# Waits until the prompt stands below the greeting; at most a minute.
prompts() {
  local tries
  for tries in $(seq 1200); do
    screen | grep -q '^kal>' && return
    sleep 0.05
  done
}

# Runs kal as another program that goes on while keys are typed; what it says stands below the screen.
background() {
  "$KAL" $fixed "$@" >"$folder/other" 2>&1 &
  sleep 1.2
}

# Runs kal as another program, and waits until what it did is noticed; a form may say nothing before it is answered.
other() {
  local before tries
  before=$(screen)
  "$KAL" $fixed "$@" >/dev/null 2>&1
  for tries in $(seq 60); do
    [ "$(screen)" = "$before" ] || break
    sleep 0.05
  done
  settle
}

# The screen in a section of a file.
screen_in() {
  awk -v wanted="$2" '$0 ~ /^---( plain)?$/ { inside = $0 == wanted; next } inside' "$1"
}

# Writes the screen of a section anew.
record() {
  screen=$3 awk -v wanted="$2" '
    $0 ~ /^---( plain)?$/ { print; inside = $0 == wanted; if (inside) print ENVIRON["screen"]; next }
    !inside' "$1" >"$folder/new"
  cp "$folder/new" "$1"
}

# Plays a file and compares the screen with the one in its section: `---` as the line editor asks, `--- plain` as plain questions do.
play() {
  local file=$1 section=$2 size="100 200" options="" command="" shell="" scroll="" term=xterm-256color line expected found empty=""
  rm -rf "$folder"/store.sqlite* "$folder/other" "$folder/state" "$folder/data"
  while IFS= read -r line; do
    case $line in
      "size "*) size=${line#size } ;;
      "option "*) options=${line#option } ;;
      "term "*) term=${line#term } ;;
      "command "*) command=${line#command } ;;
      empty) empty=1 ;;
      shell) shell=1 ;;
      scroll) scroll=1 ;;
      ---) break ;;
    esac
  done <"$file"
  [ "$section" = --- ] || options="$options --set form.plain=on"
  [ -n "$empty" ] || cp "$folder/whole.sqlite" "$folder/store.sqlite"
  eval "$(sed -n '/^---$/q;s/^before /"$KAL" $fixed /p' "$file")" >/dev/null 2>&1
  launch
  while IFS= read -r line <&3; do
    case $line in
      ---) break ;;
      "keys "* | "erase "* | "paste "* | "other "* | "background "*) eval "$line" ;;
      "resize "*)
        # shellcheck disable=SC2086
        set -- ${line#resize }
        $tmux resize-window -x "$1" -y "$2"
        settle
        ;;
      hangup) launch ;;
      kill) pkill -9 -f "^$KAL $fixed" && settle && launch ;;
    esac
  done 3<"$file"
  # What others did may be noticed only now.
  if grep -q '^other ' "$file"; then sleep 1.2 && settle; fi
  found=$(screen)
  if [ -s "$folder/other" ]; then
    sleep 0.5
    found=$(printf '%s\n[other]\n%s\n' "$found" "$(cat "$folder/other")")
  fi
  [ -z "${KALENDS_RECORD:-}" ] || record "$file" "$section" "$found"
  expected=$(screen_in "$file" "$section")
  if [ "$expected" = "$found" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $file $section"
    diff <(printf '%s\n' "$expected") <(printf '%s\n' "$found") | sed 's/^/  /'
  fi
}

for file in "$@"; do
  play "$file" ---
  if grep -q '^--- plain$' "$file"; then play "$file" "--- plain"; fi
done
echo "$passed transcripts passed, $failed failed"
[ "$failed" = 0 ]
