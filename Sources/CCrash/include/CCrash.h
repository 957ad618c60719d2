/* Records what a process was doing when it crashed, in a file written by its signal handlers.

   Every thread registers its current work in a slot of fixed size. On a crash signal, the handler writes the signal,
   the time, the addresses of the program's code on the thread's stack (as addr2line(1) takes them) and the slots in use
   to a file that was opened before. It calls only write(2) and other functions that are
   safe in a signal handler (signal-safety(7)). Then the process ends as it would have without the handler. */
#ifndef CCRASH_H
#define CCRASH_H

#include <stdint.h>

/* Truncates the file and installs the handlers. A second call only changes the file. Returns 0 or an errno. */
int ccrash_install(const char *path);

/* The calling thread starts some work: a text, of which the first 119 bytes are kept, and a number. Does nothing before
   ccrash_install, and when more than 256 threads work at once. */
void ccrash_begin(const char *work, uint64_t number);

/* The calling thread has finished its work. */
void ccrash_end(void);

#endif
