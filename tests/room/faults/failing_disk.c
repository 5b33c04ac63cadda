/* A disk that fails when it is told to: preloaded, it counts what is written below one directory.
 *
 * FAILING_DISK_BELOW names the directory, FAILING_DISK_CONTROL a file of four 64-bit numbers that the test shares with
 * us: how many operations there were, the first that fails, the first that does not fail again, and the error; 0 kills
 * the process instead, and -1 makes it hang until the test says otherwise.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

static volatile int64_t *control;
static char below[4096];

__attribute__((constructor)) static void set_up(void) {
    const char *place = getenv("FAILING_DISK_CONTROL"), *directory = getenv("FAILING_DISK_BELOW");
    if (!place || !directory) return;
    int file = open(place, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void *shared = mmap(NULL, 4 * sizeof(int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    snprintf(below, sizeof below, "%s/", directory);
    if (shared != MAP_FAILED) control = shared;
}

static int fails(int fd) {
    char link[64], path[4096];
    if (!control) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (strncmp(path, below, strlen(below))) return 0;
    int64_t number = __sync_add_and_fetch(&control[0], 1);
    if (number < control[1] || number >= control[2]) return 0;
    if (control[3] == 0) raise(SIGKILL);
    if (control[3] == -1) {
        while (number >= control[1] && number < control[2]) usleep(1000);
        return 0;
    }
    errno = (int)control[3];
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define WRAP(type, name, parameters, arguments)                  \
    type name parameters {                                       \
        static __typeof__(&name) real;                           \
        if (!real) real = REAL(name);                            \
        return fails(fd) ? (type)-1 : real arguments;            \
    }

WRAP(ssize_t, write, (int fd, const void *data, size_t size), (fd, data, size))
WRAP(ssize_t, pwrite, (int fd, const void *data, size_t size, off_t at), (fd, data, size, at))
WRAP(ssize_t, pwrite64, (int fd, const void *data, size_t size, off64_t at), (fd, data, size, at))
WRAP(int, fsync, (int fd), (fd))
WRAP(int, fdatasync, (int fd), (fd))
WRAP(int, ftruncate, (int fd, off_t size), (fd, size))
WRAP(int, ftruncate64, (int fd, off64_t size), (fd, size))
