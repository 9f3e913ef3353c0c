#ifdef __APPLE__

#include "startup.h"

#include <stddef.h>

char *const *kalends_arguments(void) { return NULL; }

void kalends_startup_is_over(void) {}

#endif
