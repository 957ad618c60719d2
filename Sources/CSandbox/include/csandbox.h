/* Restrictions that a thread applies to itself before it starts an untrusted program. Each call affects the calling
   thread and what it starts from then on, and cannot be undone. They return 0, or -1 and errno. */
#ifndef CSANDBOX_H
#define CSANDBOX_H

/* What a program may do with a file, or with everything below a folder. */
enum csandbox_access {
    CSANDBOX_READ = 1,
    CSANDBOX_EXECUTE = 2,
    /* Changes existing files. Does not create or remove any. */
    CSANDBOX_WRITE = 4,
    /* Creates and removes regular files below a folder: no links, and nothing else that could mislead who reads them. */
    CSANDBOX_CREATE = 8,
};

/* The version of Landlock in this kernel; 0 where there is none. */
int csandbox_landlock_version(void);

/* Returns a descriptor of a new Landlock ruleset that forbids every file, TCP and signals to processes outside, as far
   as this kernel can; -1 and errno. */
int csandbox_make_ruleset(void);

/* Allows access to a file or folder in a ruleset. */
int csandbox_allow(int ruleset, const char *path, unsigned access);

/* Applies a ruleset to the thread. Requires csandbox_drop_privileges first. */
int csandbox_enforce(int ruleset);

/* Prevents gaining privileges: the setuid bit has no effect, and root's programs get no capabilities. */
int csandbox_drop_privileges(void);

/* Blocks system calls that no decoder needs, with EPERM: sockets, changes of owner, mode and times, keyrings,
   inspection of other processes, io_uring. Returns -1 and ENOSYS on an unknown processor. */
int csandbox_filter_calls(void);

#endif
