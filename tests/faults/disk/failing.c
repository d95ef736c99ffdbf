/*
 * Preloaded into a process, it makes the disk below FAIL_UNDER fail for as long as a file says so: FAIL_FILE holds `full` (nothing
 * can be written, ENOSPC) or `broken` (nothing can be synced, EIO).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

static int told(const char *word) {
  char said[16] = "";
  int fd = open(getenv("FAIL_FILE"), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  ssize_t size = read(fd, said, sizeof said - 1);
  close(fd);
  return size > 0 && !strncmp(said, word, strlen(word));
}

static int concerned(int fd) {
  char link[64], path[PATH_MAX] = "";
  const char *under = getenv("FAIL_UNDER");
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  return readlink(link, path, sizeof path - 1) > 0 && !strncmp(path, under, strlen(under));
}

static int fails(int fd, const char *word, int code) {
  int kept = errno;
  int failing = told(word) && concerned(fd);
  errno = failing ? code : kept;
  return failing;
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
  return fails(fd, "full", ENOSPC) ? -1 : REAL(pwrite64)(fd, data, size, offset);
}
ssize_t write(int fd, const void *data, size_t size) {
  return fails(fd, "full", ENOSPC) ? -1 : REAL(write)(fd, data, size);
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  return fails(fd, "full", ENOSPC) ? -1 : REAL(writev)(fd, parts, count);
}
int fsync(int fd) { return fails(fd, "broken", EIO) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return fails(fd, "broken", EIO) ? -1 : REAL(fdatasync)(fd); }
