#ifdef __APPLE__

#include "CRenaming.h"
#include <stdio.h>

int kal_exchange(const char *one, const char *other) { return renamex_np(one, other, RENAME_SWAP); }

int kal_move_to_free_name(const char *path, const char *name) { return renamex_np(path, name, RENAME_EXCL); }

#endif
