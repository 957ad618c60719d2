/* What Swift's Glibc module leaves out of spawning: its headers show these only under _GNU_SOURCE. */
#ifndef CSPAWN_SHIM_H
#define CSPAWN_SHIM_H

#include <spawn.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>

extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int pipe2(int descriptors[2], int flags);
extern long syscall(long number, ...);

/* sched_setattr(2) for a thread whose work may wait: SCHED_BATCH with a niceness, and a slice in nanoseconds, which
   kernels before 6.12 do not look at. glibc has had a function for it only since 2.41. 0, or -1 and errno. */
static inline long cspawn_set_batch(int32_t niceness, uint64_t slice) {
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t niceness;
        uint32_t priority;
        uint64_t runtime, deadline, period;
    } attributes = {sizeof attributes, 3 /* SCHED_BATCH */, 0, niceness, 0, slice, 0, 0};
    return syscall(SYS_sched_setattr, 0, &attributes, 0);
}

/* The processors that the calling thread may use, a bit each. */
struct cspawn_processors { uint64_t words[128]; };

static inline struct cspawn_processors cspawn_allowed_processors(void) {
    struct cspawn_processors allowed = {{0}};
    (void)syscall(SYS_sched_getaffinity, 0, sizeof allowed, &allowed);
    return allowed;
}

/* How many processors the calling thread may use; 0 when the kernel does not say. */
static inline int cspawn_processor_count(void) {
    const struct cspawn_processors allowed = cspawn_allowed_processors();
    int count = 0;
    for (unsigned word = 0; word < sizeof allowed.words / sizeof *allowed.words; word++)
        count += __builtin_popcountll(allowed.words[word]);
    return count;
}

/* Keeps the calling thread off the first of the processors that it may use, when it may use more than one. 0, or -1 and
   errno. */
static inline long cspawn_spare_processor(void) {
    struct cspawn_processors allowed = cspawn_allowed_processors();
    unsigned first = 0;
    if (cspawn_processor_count() < 2) return 0;
    while (!allowed.words[first]) first++;
    allowed.words[first] &= allowed.words[first] - 1;
    return syscall(SYS_sched_setaffinity, 0, sizeof allowed, &allowed);
}

#endif
