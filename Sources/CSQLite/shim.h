#include <sqlite3.h>

/* SQLite counts all memory under one lock unless told not to before it starts; sqlite3_config is variadic, which
   Swift cannot call. */
static inline int kalends_sqlite_without_memory_counts(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* Closing the last connection leaves the log where it is and writes nothing; sqlite3_db_config is variadic too. */
static inline int kalends_sqlite_leave_log(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
