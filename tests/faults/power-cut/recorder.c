/*
 * Preloaded into a process, records in order every change that it makes to files and folders below RECORD_UNDER, with
 * the data, and every time it makes them durable. One lock around each call and its record keeps the order true.
 * The record is read by record.ts.
 *
 * An entry: type (1 byte), length of the path (4), offset (8), length of the data (8), path, data; little endian.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FILES 4096
#define RECORDER_FD 1000

enum { CREATE = 1, WRITE, TRUNCATE, SYNC, UNLINK, RENAME, LINK, MKDIR };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *paths[MOST_FILES];
static int record = -1;
static size_t under_length;
static const char *under;

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

static void fail(const char *why) {
  fprintf(stderr, "recorder: %s\n", why);
  abort();
}

__attribute__((constructor)) static void begin(void) {
  under = getenv("RECORD_UNDER");
  const char *to = getenv("RECORD_TO");
  if (!under || !to) fail("RECORD_UNDER and RECORD_TO say what is recorded and where");
  under_length = strlen(under);
  int fd = REAL(open)(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  /* A descriptor number above those that the process opens and closes. */
  record = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, RECORDER_FD);
  if (record < 0) fail("the record cannot be opened");
  REAL(close)(fd);
}

static void note(uint8_t type, const char *path, uint64_t offset, const struct iovec *data, int count) {
  uint64_t length = 0;
  for (int i = 0; i < count; i++) length += data[i].iov_len;
  uint32_t path_length = strlen(path);
  char head[21];
  head[0] = type;
  memcpy(head + 1, &path_length, 4);
  memcpy(head + 5, &offset, 8);
  memcpy(head + 13, &length, 8);
  size_t total = sizeof head + path_length + length;
  char *entry = malloc(total);
  if (!entry) fail("no memory");
  memcpy(entry, head, sizeof head);
  memcpy(entry + sizeof head, path, path_length);
  char *at = entry + sizeof head + path_length;
  for (int i = 0; i < count; i++) at = mempcpy(at, data[i].iov_base, data[i].iov_len);
  /* One call appends the whole entry, so a reader of the record's length never sees half of one. */
  if (REAL(write)(record, entry, total) != (ssize_t)total) fail("the record cannot be written");
  free(entry);
}

/* The path with its folder resolved, when it is below the recorded folder; NULL otherwise. */
static char *recorded(const char *path) {
  char folder[PATH_MAX], resolved[PATH_MAX], whole[PATH_MAX * 2];
  if (!path || record < 0 || strlen(path) >= PATH_MAX) return NULL;
  strcpy(folder, path);
  char *slash = strrchr(folder, '/');
  const char *name = slash ? slash + 1 : folder;
  const char *parent = slash ? (slash == folder ? "/" : (*slash = 0, folder)) : ".";
  int kept = errno;
  int found = realpath(parent, resolved) != NULL;
  errno = kept;
  if (!found) return NULL;
  snprintf(whole, sizeof whole, "%s/%s", resolved, name);
  if (strncmp(whole, under, under_length) || (whole[under_length] != '/' && whole[under_length] != 0)) return NULL;
  return strdup(whole);
}

static int open_recorded(int (*opening)(int, const char *, int, mode_t), int at, const char *path, int flags, mode_t mode) {
  char *known = at == AT_FDCWD || (path && path[0] == '/') ? recorded(path) : NULL;
  if (!known) return opening(at, path, flags, mode);
  pthread_mutex_lock(&lock);
  struct stat before;
  int existed = lstat(known, &before) == 0;
  int fd = opening(at, path, flags, mode);
  if (fd >= 0) {
    if (fd >= MOST_FILES) fail("too many files");
    free(paths[fd]);
    paths[fd] = known;
    if (!existed) note(CREATE, known, 0, NULL, 0);
    else if (flags & O_TRUNC) note(TRUNCATE, known, 0, NULL, 0);
    known = NULL;
  }
  int kept = errno;
  pthread_mutex_unlock(&lock);
  free(known);
  errno = kept;
  return fd;
}

static int really_openat(int at, const char *path, int flags, mode_t mode) {
  return REAL(openat)(at, path, flags, mode);
}

static mode_t mode_of(int flags, va_list rest) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

#define OPEN(name, parameters, at)                                      \
  int name parameters {                                                 \
    va_list rest;                                                       \
    va_start(rest, flags);                                              \
    mode_t mode = mode_of(flags, rest);                                 \
    va_end(rest);                                                       \
    return open_recorded(really_openat, at, path, flags, mode);         \
  }
OPEN(open, (const char *path, int flags, ...), AT_FDCWD)
OPEN(open64, (const char *path, int flags, ...), AT_FDCWD)
OPEN(openat, (int at, const char *path, int flags, ...), at)
OPEN(openat64, (int at, const char *path, int flags, ...), at)

static const char *path_of(int fd) { return fd >= 0 && fd < MOST_FILES ? paths[fd] : NULL; }

int close(int fd) {
  if (!path_of(fd)) return REAL(close)(fd);
  pthread_mutex_lock(&lock);
  free(paths[fd]);
  paths[fd] = NULL;
  int result = REAL(close)(fd);
  pthread_mutex_unlock(&lock);
  return result;
}

/* Records what a write wrote. `call` is the real one. */
#define WRITTEN(fd, at, vector, count, call)                            \
  if (!path_of(fd)) return call;                                        \
  pthread_mutex_lock(&lock);                                            \
  off_t place = (at);                                                   \
  ssize_t result = call;                                                \
  int kept = errno;                                                     \
  if (result > 0) {                                                     \
    struct iovec done[IOV_MAX];                                         \
    int used = 0;                                                       \
    for (size_t left = result; left > 0; used++) {                      \
      done[used] = (vector)[used];                                      \
      if (done[used].iov_len > left) done[used].iov_len = left;         \
      left -= done[used].iov_len;                                       \
    }                                                                   \
    note(WRITE, path_of(fd), place, done, used);                        \
  }                                                                     \
  pthread_mutex_unlock(&lock);                                          \
  errno = kept;                                                         \
  return result;

static off_t here(int fd) {
  return fcntl(fd, F_GETFL) & O_APPEND ? lseek(fd, 0, SEEK_END) : lseek(fd, 0, SEEK_CUR);
}

ssize_t write(int fd, const void *data, size_t size) {
  struct iovec one = {(void *)data, size};
  WRITTEN(fd, here(fd), &one, 1, REAL(write)(fd, data, size))
}
ssize_t writev(int fd, const struct iovec *vector, int count) {
  WRITTEN(fd, here(fd), vector, count, REAL(writev)(fd, vector, count))
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) {
  struct iovec one = {(void *)data, size};
  WRITTEN(fd, offset, &one, 1, REAL(pwrite)(fd, data, size, offset))
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
  struct iovec one = {(void *)data, size};
  WRITTEN(fd, offset, &one, 1, REAL(pwrite64)(fd, data, size, offset))
}
ssize_t pwritev(int fd, const struct iovec *vector, int count, off_t offset) {
  WRITTEN(fd, offset, vector, count, REAL(pwritev)(fd, vector, count, offset))
}

/* Records a change that succeeded: `path` is the changed file, `data` its second path if it has one. */
#define CHANGED(path, call, ...)                                        \
  pthread_mutex_lock(&lock);                                            \
  int result = call;                                                    \
  int kept = errno;                                                     \
  const char *known = path;                                             \
  if (result == 0 && known) { __VA_ARGS__; }                            \
  pthread_mutex_unlock(&lock);                                          \
  errno = kept;                                                         \
  return result;

int ftruncate(int fd, off_t size) { CHANGED(path_of(fd), REAL(ftruncate)(fd, size), note(TRUNCATE, known, size, NULL, 0)) }
int ftruncate64(int fd, off64_t size) {
  CHANGED(path_of(fd), REAL(ftruncate64)(fd, size), note(TRUNCATE, known, size, NULL, 0))
}
int fsync(int fd) { CHANGED(path_of(fd), REAL(fsync)(fd), note(SYNC, known, 0, NULL, 0)) }
int fdatasync(int fd) { CHANGED(path_of(fd), REAL(fdatasync)(fd), note(SYNC, known, 0, NULL, 0)) }

int unlink(const char *path) {
  char *name = recorded(path);
  CHANGED(name, REAL(unlink)(path), note(UNLINK, known, 0, NULL, 0); free(name))
}
int mkdir(const char *path, mode_t mode) {
  char *name = recorded(path);
  CHANGED(name, REAL(mkdir)(path, mode), note(MKDIR, known, 0, NULL, 0); free(name))
}

#define MOVED(name, type)                                               \
  int name(const char *from, const char *to) {                          \
    char *old = recorded(from), *new = recorded(to);                    \
    struct iovec second = {new, new ? strlen(new) : 0};                 \
    if (old && !new) fail("moved out of the recorded folder");          \
    CHANGED(old, REAL(name)(from, to), note(type, known, 0, &second, 1); free(old); free(new)) \
  }
MOVED(rename, RENAME)
MOVED(link, LINK)

/* Calls that node could use instead and that the record would miss. */
int unlinkat(int at, const char *path, int flags) {
  char *name = recorded(path);
  if (name && !(flags & AT_REMOVEDIR)) fail("unlinkat is not recorded");
  return REAL(unlinkat)(at, path, flags);
}
