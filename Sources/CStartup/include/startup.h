#ifndef KALENDS_STARTUP_H
#define KALENDS_STARTUP_H

/// What the program was called with, its own name first, ended by a null pointer; null where the system does not tell.
char *const *kalends_arguments(void);

/// Takes back what was set before Swift's runtime began, so that programs started from here do not inherit it.
void kalends_startup_is_over(void);

#endif
