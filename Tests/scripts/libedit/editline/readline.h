/* What libedit 3.1 declares in a header of this name, as far as the line editor uses it: a machine without libedit-dev checks
   that nothing else is used. */
#include <stdio.h>
typedef char **rl_completion_func_t(const char *, int, int);
typedef int rl_command_func_t(int, int);
typedef int rl_hook_func_t(void);
typedef void VFunction(void);
extern const char *rl_library_version;
extern const char *rl_readline_name;
extern FILE *rl_instream;
extern FILE *rl_outstream;
extern char *rl_line_buffer;
extern char *rl_completer_word_break_characters;
extern rl_completion_func_t *rl_attempted_completion_function;
extern int rl_attempted_completion_over;
extern int rl_completion_append_character;
extern rl_hook_func_t *rl_startup_hook;
extern rl_hook_func_t *rl_event_hook;
extern VFunction *rl_prep_term_function;
extern int rl_catch_signals;
char *readline(const char *);
int rl_initialize(void);
void using_history(void);
int add_history(const char *);
void clear_history(void);
void stifle_history(int);
int rl_insert_text(const char *);
int rl_bind_key(int, rl_command_func_t *);
int rl_newline(int, int);
void rl_prep_terminal(int);
void rl_get_screen_size(int *, int *);
void rl_forced_update_display(void);
