// SPDX-License-Identifier: MIT
/*
 * Programs that hear each touch:  clients SOCKET COUNT KINDS
 *
 * So many connections to the events socket of touchd, each of which subscribes to the kinds, such as `"touch","moves"`,
 * and reads what comes. Says "using" once all of them have read the state that they begin with.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (client < 0 || strlen(path) >= sizeof address.sun_path) fail(path);
  strcpy(address.sun_path, path);
  if (connect(client, (struct sockaddr *)&address, sizeof address)) fail(path);
  return client;
}

/* Asks, and reads until the state has ended. The state of a thousand views is more than one read. */
static void subscribe(int client, const char *kinds) {
  static char text[1 << 20];
  if (dprintf(client, "{\"subscribe\":[%s]}\n", kinds) < 0) fail("write");
  size_t length = 0;
  do {
    ssize_t size = read(client, text + length, sizeof text - 1 - length);
    if (size <= 0) fail("read");
    text[length += size] = 0;
  } while (!strstr(text, "\"state_end\""));
}

int main(int count, char **arguments) {
  if (count != 4) {
    fprintf(stderr, "usage: clients SOCKET COUNT KINDS\n");
    return 64;
  }
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  if (epoll < 0) fail("epoll_create1");
  for (int index = 0; index < atoi(arguments[2]); index++) {
    struct epoll_event wanted = {.events = EPOLLIN, .data.fd = connect_to(arguments[1])};
    subscribe(wanted.data.fd, arguments[3]);
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, wanted.data.fd, &wanted)) fail("epoll_ctl");
  }
  puts("using the socket");
  fflush(stdout);
  for (;;) {
    struct epoll_event ready[64];
    static char bytes[1 << 16];
    int ready_count = epoll_wait(epoll, ready, 64, -1);
    for (int index = 0; index < ready_count; index++) {
      ssize_t size = read(ready[index].data.fd, bytes, sizeof bytes);
      /* touchd has ended. */
      if (size <= 0) return 0;
    }
  }
}
