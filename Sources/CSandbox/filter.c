#define _GNU_SOURCE
#include "csandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define NATIVE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE AUDIT_ARCH_AARCH64
#endif

#ifdef NATIVE

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ARGUMENT(index) LOAD(args[index])
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define REFUSE RETURN(SECCOMP_RET_ERRNO | EPERM)
#define DENY(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), REFUSE
/* For calls that take a process id: 0 is the caller. The kernel ignores the upper half of a process id. */
#define DENY_OTHERS(number, index) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4), ARGUMENT(index), \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0), REFUSE, RETURN(SECCOMP_RET_ALLOW)

/* The request number of an ioctl is its second argument. */
#define DENY_IOCTL(request) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 4), ARGUMENT(1), \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(request), 0, 1), REFUSE, LOAD(nr)

/* Calls that are missing from older headers; their numbers are the same on every processor. */
enum { SETXATTRAT = 463, REMOVEXATTRAT = 466, FCHMODAT2 = 452, FILE_SETATTR = 469, LSM_SET_SELF_ATTR = 460 };

static struct sock_filter program[] = {
    LOAD(arch),
    /* Other architectures, such as 32-bit programs, use other numbers. */
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 1, 0),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
#ifdef __x86_64__
    /* So does x32, which sets its own bit. */
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    REFUSE,
    /* The older forms of the calls below. */
    DENY(SYS_chmod),
    DENY(SYS_chown),
    DENY(SYS_lchown),
    DENY(SYS_utime),
    DENY(SYS_utimes),
    DENY(SYS_futimesat),
    DENY(SYS_inotify_init),
#endif
    /* UNIX sockets and UDP, which Landlock does not cover. io_uring would bypass this filter. */
    DENY(SYS_socket),
    DENY(SYS_io_uring_setup),
    /* Landlock protects the content of files, not their metadata. */
    DENY(SYS_fchmod),
    DENY(SYS_fchmodat),
    DENY(FCHMODAT2),
    DENY(SYS_fchown),
    DENY(SYS_fchownat),
    DENY(SYS_utimensat),
    DENY(SYS_setxattr),
    DENY(SYS_lsetxattr),
    DENY(SYS_fsetxattr),
    DENY(SETXATTRAT),
    DENY(SYS_removexattr),
    DENY(SYS_lremovexattr),
    DENY(SYS_fremovexattr),
    DENY(REMOVEXATTRAT),
    DENY(FILE_SETATTR),
    DENY_IOCTL(FS_IOC_SETFLAGS),
    DENY_IOCTL(FS_IOC_FSSETXATTR),
    /* They reveal the names of new files. */
    DENY(SYS_inotify_init1),
    DENY(SYS_fanotify_init),
    DENY(SYS_name_to_handle_at),
    DENY(SYS_open_by_handle_at),
    /* Other processes of the same user. */
    DENY(SYS_ptrace),
    DENY(SYS_process_vm_readv),
    DENY(SYS_process_vm_writev),
    DENY(SYS_process_madvise),
    DENY(SYS_pidfd_open),
    DENY(SYS_pidfd_getfd),
    DENY(SYS_kcmp),
    DENY(SYS_migrate_pages),
    DENY(SYS_move_pages),
    DENY_OTHERS(SYS_prlimit64, 0),
    DENY_OTHERS(SYS_sched_setaffinity, 0),
    DENY_OTHERS(SYS_sched_setattr, 0),
    DENY_OTHERS(SYS_sched_setparam, 0),
    DENY_OTHERS(SYS_sched_setscheduler, 0),
    /* These two can affect all processes of a user. */
    DENY(SYS_setpriority),
    DENY(SYS_ioprio_set),
    /* Resources shared by the processes of a user. */
    DENY(SYS_add_key),
    DENY(SYS_request_key),
    DENY(SYS_keyctl),
    DENY(SYS_shmget),
    DENY(SYS_semget),
    DENY(SYS_msgget),
    DENY(SYS_mq_open),
    DENY(SYS_syslog),
    /* Parts of the kernel with a history of vulnerabilities. */
    DENY(SYS_bpf),
    DENY(SYS_perf_event_open),
    DENY(SYS_userfaultfd),
    DENY(SYS_mount),
    DENY(SYS_umount2),
    DENY(SYS_pivot_root),
    DENY(SYS_chroot),
    DENY(SYS_fsopen),
    DENY(SYS_open_tree),
    DENY(SYS_move_mount),
    DENY(SYS_mount_setattr),
    DENY(SYS_setns),
    DENY(LSM_SET_SELF_ATTR),
    RETURN(SECCOMP_RET_ALLOW),
};

int csandbox_filter_calls(void) {
    struct sock_fprog filter = {sizeof program / sizeof *program, program};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}

#else

int csandbox_filter_calls(void) {
    errno = ENOSYS;
    return -1;
}

#endif
