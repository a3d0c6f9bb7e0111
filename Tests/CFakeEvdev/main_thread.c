// SPDX-License-Identifier: MIT
/*
 * A way for a test to have the process's first thread.
 *
 * Swift Testing gives that thread to Dispatch (dispatch_main), and then no run loop can own the main queue
 * any more. So such a test starts its own executable again with MAIN_THREAD_TEST set, and this runs the
 * test's body before main().
 */
#include <stdlib.h>

/* The bodies, in Swift; returns an exit status. Missing from executables that have no such test. */
extern int main_thread_test(const char *name) __attribute__((weak));

__attribute__((constructor)) static void run_main_thread_test(void)
{
  const char *name = getenv("MAIN_THREAD_TEST");

  if (name && main_thread_test)
    exit(main_thread_test(name));
}
