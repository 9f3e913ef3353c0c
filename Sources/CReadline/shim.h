#include <stdio.h>
#include <stdlib.h>
#include <readline/readline.h>
#include <readline/history.h>

#include <wchar.h>
/* The cells of a character, as the library counts them; not every wchar.h shows it. */
int wcwidth(wchar_t character);
