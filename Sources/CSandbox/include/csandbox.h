/* What a thread gives up before it starts a program that nobody may trust. Each of these calls is about the calling
   thread and what it starts from then on, and cannot be taken back. They return 0, or -1 and errno. */
#ifndef CSANDBOX_H
#define CSANDBOX_H

/* What a program may do with a file, or with everything below a folder. */
enum csandbox_access {
    CSANDBOX_READ = 1,
    CSANDBOX_EXECUTE = 2,
    /* Changes files that are there. It makes none and removes none. */
    CSANDBOX_WRITE = 4,
};

/* The version of Landlock in this kernel; 0 where there is none. */
int csandbox_landlock_version(void);

/* A new Landlock ruleset, a descriptor, that forbids every file, TCP and signals to processes outside, as far as this
   kernel can; -1 and errno. */
int csandbox_make_ruleset(void);

/* Adds to a ruleset what may be done with a file or folder. */
int csandbox_allow(int ruleset, const char *path, unsigned access);

/* Holds the thread to a ruleset. Needs csandbox_drop_privileges before. */
int csandbox_enforce(int ruleset);

/* Leaves no way to gain privileges: programs with the setuid bit do not get any, and root's get no capabilities. */
int csandbox_drop_privileges(void);

/* Forbids system calls that no decoder needs, with EPERM: sockets, changes of owner, mode and times, keyrings, looks
   into other processes, io_uring. -1 and ENOSYS on a processor that it does not know. */
int csandbox_filter_calls(void);

#endif
