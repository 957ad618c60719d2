/* What a process was doing when it crashed, written to a file by its signal handlers.

   Every thread says what it works on in a slot of fixed size. When one of the signals of a crash arrives, the handler writes
   the signal, the time and the slots in use to a file that was opened before: it calls nothing but write(2) and its like,
   which a signal handler may (signal-safety(7)). Then the process ends as it would have without the handler. */
#ifndef CCRASH_H
#define CCRASH_H

#include <stdint.h>

/* Opens the file, which is emptied, and installs the handlers. A second call changes the file alone. 0, or an errno. */
int ccrash_install(const char *path);

/* The calling thread works on something: a text of which the first 119 bytes are kept, and a number. Without effect before
   ccrash_install, and when more than 256 threads work at once. */
void ccrash_begin(const char *work, uint64_t number);

/* The calling thread has done that. */
void ccrash_end(void);

#endif
