// A wall clock in place of the machine's, for every program that a test starts: LD_PRELOAD brings it in, CAIRN_CLOCK names the
// file with its time. Clocks that only measure durations stay the machine's. (libfaketime does the same for servers, but
// Chromium stands still under it, as of 0.9.10.)
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// What the file holds: milliseconds, and whether they are a time that stands still or what is added to the machine's.
struct setting { _Atomic int64_t milliseconds, is_still; };

static const int64_t second = 1000000000;
static const struct setting *setting;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("CAIRN_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *place = mmap(NULL, sizeof *setting, PROT_READ, MAP_SHARED, file, 0);
    if (place != MAP_FAILED) setting = place;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (syscall(SYS_clock_gettime, clock, time)) return -1;
    if (!setting || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return 0;
    int64_t now = setting->is_still ? 0 : time->tv_sec * second + time->tv_nsec;
    now += setting->milliseconds * (second / 1000);
    time->tv_sec = now / second;
    time->tv_nsec = now % second;
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *place) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place) *place = now.tv_sec;
    return now.tv_sec;
}

// A time of this clock says how long to wait, which no later change of the clock alters.
int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    struct timespec now, end;
    clock_gettime(CLOCK_REALTIME, &now);
    clock_gettime(CLOCK_MONOTONIC, &end);
    int64_t wait = (until->tv_sec - now.tv_sec) * second + until->tv_nsec - now.tv_nsec + end.tv_nsec;
    end.tv_sec += wait / second;
    end.tv_nsec = wait % second;
    if (end.tv_nsec < 0) end = (struct timespec){end.tv_sec - 1, end.tv_nsec + second};
    return sem_clockwait(semaphore, CLOCK_MONOTONIC, &end);
}
