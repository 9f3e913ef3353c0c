# shellcheck shell=bash
# Sourced by the scripts that run what is long and noisy: `progress TITLE LOG COMMAND…` shows one line that moves at a
# terminal, a few lines elsewhere, all on standard error. What the command says goes to LOG, and its end is shown when
# the command fails. Needs `set -o pipefail`.

# swift_lines FOLDER: how much there is to compile.
swift_lines() { find "$1" -name '*.swift' -exec cat {} + | wc -l; }

# shows_progress TITLE LOG: copies its input to the log, and shows how much of Sources has been compiled, by the modules that the
# package manager names; its own count of steps grows while it counts.
shows_progress() {
  local title=$1 log=$2 line="" part="" status began=$SECONDS module named=" " percent="" quarter=0 moves=no
  local lines=0 all
  local patience=(-t 1)
  # Without a time limit the clock moves with the lines alone; older versions take its end for that of the input.
  [ "${BASH_VERSINFO[0]}" -ge 4 ] || patience=()
  all=$(swift_lines Sources)
  [ -t 2 ] && [ "${TERM:-dumb}" != dumb ] && moves=yes
  [ $moves = yes ] || printf '%s\n' "$title" >&2
  while true; do
    if [ $moves = yes ]; then
      printf '\r\033[K%s%s, %d:%02d' "$title" "$percent" $(((SECONDS - began) / 60)) $(((SECONDS - began) % 60)) >&2
    fi
    line=""
    status=0
    IFS= read -r ${patience[@]+"${patience[@]}"} line || status=$?
    # What came of a line before the second was over is its beginning.
    part+=$line
    [ "$status" -le 128 ] || continue
    [ "$status" = 0 ] || break
    printf '%s\n' "$part" >>"$log"
    if [[ $part =~ ^\[[0-9]+/[0-9]+\]\ Compiling\ ([A-Za-z]+) ]]; then
      module=${BASH_REMATCH[1]}
      if [[ $named != *" $module "* ]] && [ -d "Sources/$module" ]; then
        named+="$module "
        lines=$((lines + $(swift_lines "Sources/$module")))
        percent=": $((lines * 100 / all)) %"
        if [ $moves = no ] && [ $((lines * 4 / all)) -gt $quarter ]; then
          quarter=$((lines * 4 / all))
          printf '  %d %%, %d s\n' $((quarter * 25)) $((SECONDS - began)) >&2
        fi
      fi
    fi
    part=""
  done
  [ -z "$part" ] || printf '%s\n' "$part" >>"$log"
  [ $moves = no ] || printf '\r\033[K%s: %d:%02d\n' "$title" $(((SECONDS - began) / 60)) $(((SECONDS - began) % 60)) >&2
}

progress() {
  local title=$1 log=$2 status=0
  shift 2
  mkdir -p "$(dirname "$log")"
  : >"$log"
  # A pipe in the foreground, so that Ctrl-C reaches the command.
  "$@" 2>&1 | shows_progress "$title" "$log" || status=$?
  if [ "$status" != 0 ]; then
    printf '\nThis failed:\n' >&2
    if grep -q 'error:' "$log"; then
      grep 'error:' "$log" | awk '!said[$0]++' | tail -n 12 | sed 's/^/  /' >&2
    else
      tail -n 12 "$log" | sed 's/^/  /' >&2
    fi
    printf 'All that was said is in %s\n' "$log" >&2
  fi
  return "$status"
}
