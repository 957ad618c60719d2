/* Does what a decoder would do that a file has taken over. Says of every attempt what it is about, its name and how it
   went: "done", or the system's refusal. Attempts change nothing that is there, should they succeed.

   hostile-decoder DATA PROCESS TCP-PORT UDP-PORT
   DATA is a folder with "secret", "database", "other/source" and a listening socket "socket"; PROCESS is one outside.
   The current folder holds "source" and "result". */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static const char *data;
static pid_t outside;
static const char *outside_value = "outside";

static void tell(const char *about, const char *name, int managed) {
    printf("%s\t%s\t%s\n", about, name, managed ? "done" : strerror(errno));
}

static const char *in_data(const char *name) {
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", data, name);
    return path;
}

/* A name that no other run has. */
static const char *own_name(const char *folder) {
    static char path[4096];
    snprintf(path, sizeof path, "%s/hostile-decoder-%d", folder, outside);
    return path;
}

static const char *of_process(const char *name) {
    static char path[4096];
    snprintf(path, sizeof path, "/proc/%d/%s", outside, name);
    return path;
}

static int can_open(const char *path, int flags) {
    int file = open(path, flags | O_NONBLOCK, 0600);
    if (file < 0) return 0;
    char byte;
    int managed = (flags & O_ACCMODE) != O_RDONLY || (flags & O_DIRECTORY) || read(file, &byte, 1) >= 0;
    close(file);
    return managed;
}

/* Whether a name is found in a folder. */
static int can_find(const char *name, const char *path) {
    DIR *folder = opendir(path);
    if (folder == NULL) return 0;
    int found = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) found |= strcmp(entry->d_name, name) == 0;
    closedir(folder);
    errno = ENOENT;
    return found;
}

static int can_make(const char *path, int made) {
    if (made < 0) return 0;
    unlink(path);
    return 1;
}

static int can_make_file(const char *path) { return can_make(path, open(path, O_CREAT | O_EXCL | O_WRONLY, 0600)); }

static void try_files(void) {
    tell("files", "read the key", can_open(in_data("secret"), O_RDONLY));
    tell("files", "read the key from here", can_open("../../secret", O_RDONLY));
    tell("files", "read the key by its folder", openat(open(data, O_PATH | O_DIRECTORY), "secret", O_RDONLY) >= 0);
    tell("files", "read by the root of a process", can_open(of_process("root/etc/passwd"), O_RDONLY));
    tell("files", "write the database", can_open(in_data("database"), O_RDWR));
    tell("files", "append to the database", can_open(in_data("database"), O_WRONLY | O_APPEND));
    tell("files", "resize the database", truncate(in_data("database"), 8) == 0);
    tell("files", "list the data", can_find("database", data));
    tell("files", "read another's upload", can_open(in_data("work/other/source"), O_RDONLY));
    tell("files", "list all uploads", can_find("other", ".."));
    tell("files", "make a file in the data", can_make_file(in_data("new")));
    tell("files", "make a file here", can_make_file("new"));
    tell("files", "make a file in /tmp", can_make_file(own_name("/tmp")));
    tell("files", "make shared memory", can_make_file(own_name("/dev/shm")));
    tell("files", "make a folder", mkdir("new", 0700) == 0 && rmdir("new") == 0);
    tell("files", "make a symbolic link", can_make("new", symlink(in_data("secret"), "new")));
    tell("files", "make a file without a name", open(".", O_TMPFILE | O_RDWR, 0600) >= 0);
    tell("files", "make a hard link", can_make("new", link(in_data("secret"), "new")));
    tell("files", "make a pipe", can_make("new", mkfifo("new", 0600)));
    tell("files", "write what was uploaded", can_open("source", O_RDWR));
    tell("files", "rename the result", rename("result", "moved") == 0 && rename("moved", "result") == 0);
    tell("files", "read the accounts", can_open("/etc/passwd", O_RDONLY));
    tell("files", "list the system's settings", can_find("passwd", "/etc"));
    tell("files", "read what the kernel tells", can_open("/proc/version", O_RDONLY));
    tell("files", "read the command of a process", can_open(of_process("cmdline"), O_RDONLY));
}

static void try_metadata(void) {
    struct stat status = {0};
    stat(in_data("secret"), &status);
    mode_t mode = status.st_mode ? status.st_mode & 07777 : 0600;
    const struct timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_OMIT}};
    tell("metadata", "change a mode", chmod(in_data("secret"), mode) == 0);
    tell("metadata", "change a time", utimensat(AT_FDCWD, in_data("secret"), times, 0) == 0);
    tell("metadata", "change an owner", chown(in_data("secret"), -1, status.st_gid) == 0);
    int notices = inotify_init1(0);
    int flags = 0, upload = open("source", O_RDONLY);
    tell("attributes", "change the flags of what was uploaded",
         ioctl(upload, FS_IOC_GETFLAGS, &flags) == 0 && ioctl(upload, FS_IOC_SETFLAGS, &flags) == 0);
    tell("metadata", "watch the database",
         notices >= 0 && inotify_add_watch(notices, in_data("database"), IN_MODIFY) >= 0);
}

static int can_connect(int family, const void *address, socklen_t size) {
    int connection = socket(family, SOCK_STREAM, 0);
    return connection >= 0 && connect(connection, address, size) == 0;
}

static void try_network(int tcp_port, int udp_port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    address.sin_port = htons(tcp_port);
    tell("network", "connect by TCP", can_connect(AF_INET, &address, sizeof address));
    address.sin_port = htons(udp_port);
    int datagrams = socket(AF_INET, SOCK_DGRAM, 0);
    /* Where nobody listens, the second meets the refusal of the first. */
    tell("network", "send by UDP",
         datagrams >= 0 && connect(datagrams, (void *)&address, sizeof address) == 0 &&
             send(datagrams, "x", 1, 0) == 1 && send(datagrams, "x", 1, 0) == 1);
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    socklen_t head = offsetof(struct sockaddr_un, sun_path);
    int length = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "cairn-test-%d", outside);
    tell("network", "connect to an abstract socket", can_connect(AF_UNIX, &name, head + 1 + length));
}

static void try_path_socket(void) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path, sizeof name.sun_path, "%s", in_data("socket"));
    tell("sockets", "connect to a socket in the data", can_connect(AF_UNIX, &name, sizeof name));
}

static void try_processes(void) {
    tell("processes", "signal", kill(outside, 0) == 0);
    tell("processes", "read its environment", can_open(of_process("environ"), O_RDONLY));
    int attached = ptrace(PTRACE_SEIZE, outside, 0, 0) == 0;
    tell("processes", "trace", attached);
    if (attached) ptrace(PTRACE_DETACH, outside, 0, 0);
    char byte;
    /* The address of a word that is the same in a copy of this program. */
    struct iovec here = {&byte, 1}, there = {(void *)outside_value, 1};
    tell("processes", "read its memory", process_vm_readv(outside, &here, 1, &there, 1, 0) == 1 || errno == EFAULT);
}

static void try_limits(void) {
    struct rlimit64 limit;
    errno = 0;
    int niceness = getpriority(PRIO_PROCESS, outside);
    tell("limits", "read limits of a process", prlimit64(outside, RLIMIT_NOFILE, NULL, &limit) == 0);
    tell("limits", "change the niceness of a process", errno == 0 && setpriority(PRIO_PROCESS, outside, niceness) == 0);
}

static void try_privileges(void) {
    errno = EPERM;
    tell("privileges", "gain some by a setuid program", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0);
}

static void try_kernel(void) {
    char parameters[256] = {0};
    tell("kernel", "make an io_uring", syscall(SYS_io_uring_setup, 1, parameters) >= 0);
    tell("kernel", "find the user's keys", syscall(SYS_keyctl, 0 /* GET_KEYRING_ID */, -4 /* user */, 0) >= 0);
    tell("kernel", "make a segment of memory", syscall(SYS_shmget, 0, 1, 0600) >= 0);
    tell("kernel", "load a program into it", syscall(SYS_bpf, -1, parameters, sizeof parameters) < 0 && errno == EINVAL);
}

int main(int count, char **arguments) {
    if (count != 5) return 2;
    data = arguments[1];
    outside = atoi(arguments[2]);
    try_files();
    try_metadata();
    try_network(atoi(arguments[3]), atoi(arguments[4]));
    try_path_socket();
    try_processes();
    try_limits();
    try_privileges();
    try_kernel();
    /* The result is all that it may write. */
    tell("own", "write the result", can_open("result", O_RDWR | O_TRUNC));
    tell("own", "read the upload", can_open("source", O_RDONLY));
    return 0;
}
