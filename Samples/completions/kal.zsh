#compdef kal
# Completion of kal for zsh; kal itself tells what fits.
#
# A package puts it to site-functions/_kal. By hand: copy it as _kal into a folder of $fpath before compinit runs.

_kal() {
  local line="${(j: :)words[1,CURRENT-1]} $QIPREFIX$IPREFIX$PREFIX" program=${(Q)words[1]} text meaning
  local -a whole wholeShown part partShown
  while IFS=$'\t' read -r text meaning; do
    # What is whole has a blank behind it, which zsh adds and takes away again.
    if [[ $text = *' ' ]]; then
      whole+=("${text% }")
      wholeShown+=("${text% }${meaning:+  -- $meaning}")
    else
      part+=("$text")
      partShown+=("$text${meaning:+  -- $meaning}")
    fi
  done < <(${~program} --complete zsh -- "$line" "$PREFIX" 2>/dev/null)
  (($#whole + $#part)) || return 1
  # -U -Q: the texts replace what is typed, in the quotes that they are to have.
  ((! $#whole)) || compadd -U -Q -V kal -d wholeShown -a whole
  ((! $#part)) || compadd -U -Q -V kal -S '' -d partShown -a part
}

# Loaded by compinit this is the function; sourced it announces it, where there is compinit.
if [[ ${funcstack[1]-} = _kal ]]; then
  _kal "$@"
elif (($+functions[compdef])); then
  compdef _kal kal
fi
