#define _GNU_SOURCE
#include "csandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* As in <linux/landlock.h> (Linux 6.12), because headers of older systems lack some or all of it. The call numbers are
   the same on every processor. */
#define CREATE_RULESET 444
#define ADD_RULE 445
#define RESTRICT_SELF 446
#define GET_VERSION (1u << 0)
#define PATH_BENEATH 1

struct ruleset {
    uint64_t files, network, scope;
};

struct path_rule {
    uint64_t access;
    int32_t parent;
} __attribute__((packed));

enum {
    FS_EXECUTE = 1 << 0,
    FS_WRITE_FILE = 1 << 1,
    FS_READ_FILE = 1 << 2,
    FS_READ_DIR = 1 << 3,
    FS_REMOVE_FILE = 1 << 5,
    FS_MAKE_REG = 1 << 8,
    FS_TRUNCATE = 1 << 14,
};

/* The number of file rights in each version, from version 1 on: 2 has REFER, 3 TRUNCATE, 5 IOCTL_DEV. */
static const int rights[] = {13, 14, 15, 15, 16};

/* Binding and connecting TCP sockets. */
static const uint64_t tcp = 3;
/* Abstract UNIX sockets and signals. */
static const uint64_t outside = 3;

int csandbox_landlock_version(void) {
    long version = syscall(CREATE_RULESET, NULL, 0, GET_VERSION);
    return version < 0 ? 0 : (int)version;
}

static uint64_t known_rights(int version) {
    int newest = sizeof rights / sizeof *rights;
    return (1ull << rights[(version < newest ? version : newest) - 1]) - 1;
}

int csandbox_make_ruleset(void) {
    int version = csandbox_landlock_version();
    if (version < 1) {
        errno = ENOSYS;
        return -1;
    }
    struct ruleset forbidden = {
        .files = known_rights(version), .network = version >= 4 ? tcp : 0, .scope = version >= 6 ? outside : 0};
    /* An older kernel refuses a structure longer than it knows, unless the rest is zero. */
    return (int)syscall(CREATE_RULESET, &forbidden, sizeof forbidden, 0);
}

int csandbox_allow(int ruleset, const char *path, unsigned access) {
    int parent = open(path, O_PATH | O_CLOEXEC);
    if (parent < 0) return -1;
    uint64_t allowed = 0;
    if (access & CSANDBOX_READ) allowed |= FS_READ_FILE | FS_READ_DIR;
    if (access & CSANDBOX_EXECUTE) allowed |= FS_EXECUTE;
    if (access & CSANDBOX_WRITE) allowed |= FS_WRITE_FILE | FS_TRUNCATE;
    if (access & CSANDBOX_CREATE) allowed |= FS_MAKE_REG | FS_REMOVE_FILE;
    struct stat status;
    int code = fstat(parent, &status);
    if (code == 0) {
        if (!S_ISDIR(status.st_mode)) allowed &= ~(uint64_t)FS_READ_DIR;
        struct path_rule rule = {allowed & known_rights(csandbox_landlock_version()), parent};
        code = (int)syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0);
    }
    int error = errno;
    close(parent);
    errno = error;
    return code;
}

int csandbox_enforce(int ruleset) { return (int)syscall(RESTRICT_SELF, ruleset, 0); }

int csandbox_drop_privileges(void) {
    /* Only root may shrink this set, and only root has something to lose in it. */
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
        (void)prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}
