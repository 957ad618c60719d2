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

/* sched_setattr(2) for work that may wait: SCHED_BATCH with a niceness, and a slice in nanoseconds, which kernels before
   6.12 do not look at. glibc has had a function for it only since 2.41. 0, or -1 and errno. */
static inline long cspawn_set_batch(pid_t process, int32_t niceness, uint64_t slice) {
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t niceness;
        uint32_t priority;
        uint64_t runtime, deadline, period;
    } attributes = {sizeof attributes, 3 /* SCHED_BATCH */, 0, niceness, 0, slice, 0, 0};
    return syscall(SYS_sched_setattr, process, &attributes, 0);
}

/* Keeps a process off the first of the processors that it may use, when it may use more than one. 0, or -1 and errno. */
static inline long cspawn_spare_processor(pid_t process) {
    uint64_t allowed[128] = {0};
    const int words = sizeof allowed / sizeof *allowed;
    if (syscall(SYS_sched_getaffinity, process, sizeof allowed, allowed) < 0) return -1;
    int first = 0, count = 0;
    for (int word = 0; word < words; word++) count += __builtin_popcountll(allowed[word]);
    if (count < 2) return 0;
    while (!allowed[first]) first++;
    allowed[first] &= allowed[first] - 1;
    return syscall(SYS_sched_setaffinity, process, sizeof allowed, allowed);
}

#endif
