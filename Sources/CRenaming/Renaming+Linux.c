#ifndef __APPLE__

// The C library declares these functions only where its own extensions are asked for, which Swift's view of it does not do.
#define _GNU_SOURCE
#include "CRenaming.h"
#include <fcntl.h>
#include <stdio.h>

int kal_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

int kal_move_to_free_name(const char *path, const char *name) {
  return renameat2(AT_FDCWD, path, AT_FDCWD, name, RENAME_NOREPLACE);
}

#endif
