# shellcheck shell=bash
# Sourced by Tests/packages and Tests/clean: a clean Debian to try things in, made once by debootstrap below .build/packages and
# copied for each use. SUITE (bookworm) and MIRROR say which one and from where. Needs root, and `$folder`, a folder that is removed
# at the end by `leave_room`.
bare=$PWD/.build/packages/${SUITE:=bookworm}
room=${folder:?}/room

# enter COMMAND…: in the clean Debian, as root.
enter() { chroot "${clean:-$room}" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

make_bare() {
  rm -rf "$bare" "$bare.part"
  mkdir -p "$(dirname "$bare")"
  debootstrap --variant=minbase "$SUITE" "$bare.part" "${MIRROR:-http://deb.debian.org/debian}" &&
    cp /etc/resolv.conf "$bare.part/etc/resolv.conf" &&
    clean=$bare.part enter apt-get update &&
    clean=$bare.part enter useradd --create-home person &&
    mv "$bare.part" "$bare"
}

# make_room: a copy of it, as `$room`.
make_room() {
  mkdir -p "$room"
  cp -a "$bare/." "$room/"
  cp /etc/resolv.conf "$room/etc/resolv.conf"
  mount -t proc proc "$room/proc"
  # Terminals of its own, for tmux.
  mkdir -p "$room/dev/pts"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$room/dev/pts"
  ln -sf pts/ptmx "$room/dev/ptmx"
}

# give_swift: Swift of outside, to be read alone.
give_swift() {
  local program
  program=$(readlink -f "$(command -v swift)") || return
  # usr/bin/swift-driver or the like, in the folder of the toolchain.
  program=${program%/usr/bin/*}
  mkdir -p "$room/opt/swift"
  mount --bind "$program" "$room/opt/swift" && mount -o remount,ro,bind "$room/opt/swift"
}

# leave_room: nothing is removed as long as something of outside is seen in it.
leave_room() {
  local place
  for place in "$room/proc" "$room/dev/pts" "$room/opt/swift"; do
    mountpoint -q "$place" || continue
    umount "$place" || umount --lazy "$place" || {
      echo "still mounted, and left alone: $place" >&2
      return
    }
  done
  rm -rf --one-file-system "$folder"
}
