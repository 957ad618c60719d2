/* What Swift's Glibc module leaves out of Linux: readiness, wake-ups, accept4, sendfile, syncfs
   and the state of the clock. */
#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/timex.h>

/* Declared here because <sys/socket.h> shows it only under _GNU_SOURCE. */
extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);

/* Of <unistd.h>, for the same reason. */
extern int syncfs(int fd);

/* Constants that are macros with casts or enums, as plain integers. */
static const uint32_t LINUX_EPOLLIN = EPOLLIN;
static const uint32_t LINUX_EPOLLOUT = EPOLLOUT;
static const uint32_t LINUX_EPOLLERR = EPOLLERR;
static const uint32_t LINUX_EPOLLHUP = EPOLLHUP;
static const uint32_t LINUX_EPOLLET = EPOLLET;
static const int LINUX_EPOLL_CLOEXEC = EPOLL_CLOEXEC;
static const int LINUX_EFD_NONBLOCK = EFD_NONBLOCK;
static const int LINUX_EFD_CLOEXEC = EFD_CLOEXEC;
static const int LINUX_SOCK_NONBLOCK = SOCK_NONBLOCK;
static const int LINUX_SOCK_CLOEXEC = SOCK_CLOEXEC;
static const int LINUX_MSG_NOSIGNAL = MSG_NOSIGNAL;
static const int LINUX_MSG_MORE = MSG_MORE;

#endif
