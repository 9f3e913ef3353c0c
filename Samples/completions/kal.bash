# Completion of kal for bash, 3.2 or later; kal itself tells what fits.
#
# A package puts it to /usr/share/bash-completion/completions/kal. By hand, in ~/.bashrc:  source kal.bash

_kal() {
  local line text meaning texts meanings count=0 widest=0 index
  # Before bash 4.3 the cursor is counted in bytes.
  if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 403)); then local LC_ALL=C; fi
  line=${COMP_LINE:0:COMP_POINT}
  COMPREPLY=()
  while IFS=$'\t' read -r text meaning; do
    [ -n "$text" ] || continue
    texts[count]=$text
    meanings[count]=$meaning
    ((${#text} <= widest)) || widest=${#text}
    ((count += 1))
  done <<<"$("${1/#\~\//$HOME/}" --complete bash -- "$line" "$2" 2>/dev/null)"
  # Meanings are shown in a list of one screen; a single text, or one that is stepped through (%), stands alone.
  ((count > 1 && count < ${LINES:-24} && ${COMP_TYPE:-9} != 37)) || widest=0
  for ((index = 0; index < count; index++)); do
    text=${texts[index]}
    if ((widest)) && [ -n "${meanings[index]}" ]; then
      printf -v text '%-*s %s' "$widest" "$text" "${meanings[index]}"
    fi
    COMPREPLY[index]=$text
  done
}

# The order is kal's own where bash can keep it (4.4).
complete -o nospace -o nosort -F _kal kal 2>/dev/null || complete -o nospace -F _kal kal
