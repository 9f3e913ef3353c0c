#include <sqlite3.h>

/* SQLite counts all memory under one lock unless told not to before it starts; sqlite3_config is variadic, which
   Swift cannot call. */
static inline int kalends_sqlite_without_memory_counts(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
