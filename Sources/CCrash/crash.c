#define _GNU_SOURCE
#include "CCrash.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define SLOTS 256
#define TEXT 120
#define STACK (32 << 10)
#define FRAMES 64

struct slot {
    /* The thread that owns the slot, while it lives; 0 for none. */
    _Atomic int thread;
    _Atomic int is_busy;
    uint64_t number;
    char work[TEXT];
};

static struct slot slots[SLOTS];
/* After a stack overflow a handler cannot run on the thread's own stack. Untouched pages take no memory. */
static char stacks[SLOTS][STACK] __attribute__((aligned(64)));
static _Thread_local struct slot *own;
static pthread_key_t key;
static _Atomic int note = -1;

static const struct {
    int number;
    const char *name;
} signals[] = {{SIGILL, "SIGILL"}, {SIGTRAP, "SIGTRAP"}, {SIGSEGV, "SIGSEGV"},
               {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"},   {SIGABRT, "SIGABRT"}};
#define SIGNALS ((int)(sizeof signals / sizeof *signals))
static struct sigaction previous[SIGNALS];

static int thread_id(void) { return (int)syscall(SYS_gettid); }

/* The program's own instructions, and how far from where its linker put it the program was loaded. */
static uintptr_t code_begins, code_ends, loaded_at;

/* Finds them in the first part, which is the program; libraries follow (dl_iterate_phdr(3)). */
static int find_code(struct dl_phdr_info *part, size_t size, void *unused) {
    (void)size, (void)unused;
    loaded_at = part->dlpi_addr;
    for (int index = 0; index < part->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &part->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
        code_begins = loaded_at + segment->p_vaddr;
        code_ends = code_begins + segment->p_memsz;
    }
    return 1;
}

/* A line under construction; text that does not fit is cut. */
struct line {
    char text[320];
    size_t length;
};

static void add(struct line *line, const char *text) {
    while (*text && line->length < sizeof line->text - 1) {
        /* Control characters are replaced, so that each slot is one line of the file. */
        line->text[line->length++] = *text >= ' ' ? *text : '?';
        text++;
    }
}

static void add_number(struct line *line, uint64_t number) {
    char digits[21];
    int start = 20;
    digits[20] = 0;
    do digits[--start] = (char)('0' + number % 10);
    while (number /= 10);
    add(line, digits + start);
}

static void add_hexadecimal(struct line *line, uintptr_t number) {
    char digits[2 * sizeof number + 1];
    int start = sizeof digits - 1;
    digits[start] = 0;
    do digits[--start] = "0123456789abcdef"[number % 16];
    while (number /= 16);
    add(line, digits + start);
}

/* Where the thread was in the program, and from where it came, the innermost first. The kernel copies each frame, so
   that a stack that is broken ends the list and nothing else. */
static void add_code(struct line *line, const ucontext_t *thread) {
#if defined(__x86_64__)
    uintptr_t place = (uintptr_t)thread->uc_mcontext.gregs[REG_RIP];
    uintptr_t frame = (uintptr_t)thread->uc_mcontext.gregs[REG_RBP];
#elif defined(__aarch64__)
    uintptr_t place = thread->uc_mcontext.pc, frame = thread->uc_mcontext.regs[29];
#else
    uintptr_t place = 0, frame = 0;
    (void)thread;
#endif
    add(line, "code");
    for (int depth = 0; depth < FRAMES; depth++) {
        if (place >= code_begins && place < code_ends) {
            add(line, " ");
            add_hexadecimal(line, place - loaded_at);
        }
        /* A frame begins with where its caller's begins, and where that goes on. */
        uintptr_t caller[2];
        const struct iovec to = {caller, sizeof caller}, from = {(void *)frame, sizeof caller};
        if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) != sizeof caller || caller[0] <= frame) return;
        frame = caller[0];
        place = caller[1];
    }
}

static void end_line(int file, struct line *line) {
    line->text[line->length++] = '\n';
    for (size_t done = 0; done < line->length;) {
        ssize_t count = write(file, line->text + done, line->length - done);
        if (count < 0 && errno != EINTR) return;
        if (count > 0) done += (size_t)count;
    }
    line->length = 0;
}

static void write_note(const char *name, const ucontext_t *thread) {
    const int file = atomic_load(&note), self = thread_id();
    struct line line = {.length = 0};
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    add(&line, name);
    add(&line, " at ");
    add_number(&line, (uint64_t)now.tv_sec);
    end_line(file, &line);
    add_code(&line, thread);
    end_line(file, &line);
    for (int index = 0; index < SLOTS; index++) {
        struct slot *slot = &slots[index];
        if (!atomic_load_explicit(&slot->is_busy, memory_order_acquire)) continue;
        add(&line, atomic_load(&slot->thread) == self ? "crashed in " : "at work on ");
        add(&line, slot->work);
        add(&line, ", number ");
        add_number(&line, slot->number);
        end_line(file, &line);
    }
}

/* Whether the thread would continue if the handler just returned: a signal that another process sent does not come
   again, nor does a breakpoint that the processor has passed. */
static int would_go_on(int number, int code) {
#if defined(__x86_64__) || defined(__i386__)
    if (number == SIGTRAP) return 1;
#endif
    (void)number;
    return code <= 0;
}

static void handle(int number, siginfo_t *information, void *context) {
    static _Atomic int has_begun;
    const int saved = errno;
    int index = 0;
    while (index < SIGNALS - 1 && signals[index].number != number) index++;
    if (atomic_fetch_add(&has_begun, 1) == 0)
        write_note(signals[index].name, context);
    else
        poll(0, 0, 1000); /* Another thread is writing: the process must not end before it is done. */
    const int goes_on = would_go_on(number, information->si_code);
    /* A faulty instruction faults again when this returns, now with the previous handler: Swift's backtracer, which
       returns as well and leaves the third fault to the system. abort(3) ends the process in any case. */
    struct sigaction next = previous[index];
    const int is_ignored = !(next.sa_flags & SA_SIGINFO) && next.sa_handler == SIG_IGN;
    if (is_ignored || (goes_on && number != SIGABRT)) next = (struct sigaction){.sa_handler = SIG_DFL};
    sigaction(number, &next, 0);
    errno = saved;
    if (goes_on) syscall(SYS_tgkill, getpid(), thread_id(), number);
}

/* The thread ends: another may take its slot, and the kernel drops its signal stack. */
static void release(void *value) {
    struct slot *slot = value;
    const stack_t none = {.ss_flags = SS_DISABLE};
    stack_t current;
    if (sigaltstack(0, &current) == 0 && current.ss_sp == stacks[slot - slots]) sigaltstack(&none, 0);
    atomic_store(&slot->is_busy, 0);
    atomic_store(&slot->thread, 0);
}

static struct slot *acquire(void) {
    const int self = thread_id();
    for (int index = 0; index < SLOTS; index++) {
        int nobody = 0;
        if (!atomic_compare_exchange_strong(&slots[index].thread, &nobody, self)) continue;
        stack_t current;
        if (sigaltstack(0, &current) == 0 && current.ss_flags & SS_DISABLE) {
            const stack_t stack = {.ss_sp = stacks[index], .ss_size = STACK};
            sigaltstack(&stack, 0);
        }
        pthread_setspecific(key, &slots[index]);
        return own = &slots[index];
    }
    return 0;
}

void ccrash_begin(const char *work, uint64_t number) {
    if (atomic_load_explicit(&note, memory_order_relaxed) < 0) return;
    struct slot *slot = own ? own : acquire();
    if (!slot) return;
    const size_t length = strnlen(work, TEXT - 1);
    memcpy(slot->work, work, length);
    slot->work[length] = 0;
    slot->number = number;
    atomic_store_explicit(&slot->is_busy, 1, memory_order_release);
}

void ccrash_end(void) {
    if (own) atomic_store_explicit(&own->is_busy, 0, memory_order_release);
}

int ccrash_install(const char *path) {
    static _Atomic int is_installed;
    /* Append mode: two processes of one site share the file. */
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) return errno;
    if (fchmod(file, 0600) != 0) {
        const int code = errno;
        close(file);
        return code;
    }
    if (atomic_exchange(&is_installed, 1)) {
        const int old = atomic_exchange(&note, file);
        if (old >= 0) close(old);
        return 0;
    }
    int code = pthread_key_create(&key, release);
    dl_iterate_phdr(find_code, 0);
    atomic_store(&note, file);
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    /* A fault in the handler ends the process at once. */
    for (int index = 0; index < SIGNALS; index++) sigaddset(&action.sa_mask, signals[index].number);
    for (int index = 0; index < SIGNALS; index++)
        if (sigaction(signals[index].number, &action, &previous[index]) != 0 && code == 0) code = errno;
    return code;
}
