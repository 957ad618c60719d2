#pragma once
#include <sqlite3.h>

/// SQLite keeps no account of its memory: for the account all threads wait for one lock at each allocation. Before the first
/// database is opened; afterwards it changes nothing.
static inline int sqlite_keep_no_memory_account(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
