#ifndef KAL_RENAMING_H
#define KAL_RENAMING_H

/// Exchanges two existing files in one step. Answers 0, or -1 with `errno` set.
int kal_exchange(const char *one, const char *other);

/// Moves a file to a name that must be free. Answers 0, or -1 with `errno` set: EEXIST where the name is taken.
int kal_move_to_free_name(const char *path, const char *name);

#endif
