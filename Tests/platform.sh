# shellcheck shell=bash disable=SC2034
# Sourced by the scripts beside it: the flags that every `swift` command needs on this platform, as `platform_flags`.
platform_flags=()
if [ "$(uname -s)" = Darwin ] && command -v brew >/dev/null; then
  # Homebrew keeps its readline out of the way of the system's, which is libedit under that name.
  prefix=$(brew --prefix readline)
  platform_flags=(-Xcc "-I$prefix/include" -Xlinker "-L$prefix/lib")
fi
