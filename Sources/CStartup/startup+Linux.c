#ifndef __APPLE__

#include "startup.h"

#include <stdlib.h>
#include <unistd.h>

static char *const *arguments = NULL;
static int root_is_ours = 0;

// Where there is no /proc, as in a bare container, Swift's runtime finds neither its own place nor the arguments. The first it looks
// for when it is loaded, and ends the program without: before main, so that nothing written in Swift can prevent it. It does not
// look where SWIFT_ROOT is set. Of constructors those with lower numbers run first; glibc gives them what it gives main.
__attribute__((constructor(101))) static void start(int count, char **given, char **environment) {
  (void)count;
  (void)environment;
  arguments = given;
  char first;
  if (readlink("/proc/self/exe", &first, 1) > 0 || getenv("SWIFT_ROOT")) return;
  root_is_ours = setenv("SWIFT_ROOT", "/usr", 0) == 0;
}

char *const *kalends_arguments(void) { return arguments; }

void kalends_startup_is_over(void) {
  if (root_is_ours) unsetenv("SWIFT_ROOT");
  root_is_ours = 0;
}

#endif
