/* Expands rules with libical: reads lines "id TAB dtstart TAB rrule TAB limit", writes "id TAB start start ...". */
#include <libical/ical.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char current[256];

/* A rule that libical walks for ever is answered for it. */
static void give_up(int signal_number)
{
    (void)signal_number;
    printf("%s\thang\n", current);
    fflush(stdout);
    _exit(3);
}

int main(void)
{
    static char line[1 << 16];
    signal(SIGALRM, give_up);
    icalerror_set_errors_are_fatal(0);
    while (fgets(line, sizeof line, stdin)) {
        char *id = strtok(line, "\t"), *start = strtok(NULL, "\t"), *rule = strtok(NULL, "\t");
        char *limit = strtok(NULL, "\t\n");
        if (!limit) continue;
        snprintf(current, sizeof current, "%s", id);
        alarm(2);
        icalerror_clear_errno();
        struct icaltimetype dtstart = icaltime_from_string(start);
        struct icalrecurrencetype recur = icalrecurrencetype_from_string(rule);
        printf("%s\t", id);
        if (recur.freq == ICAL_NO_RECURRENCE) {
            printf("error\n");
        } else {
            icalrecur_iterator *iterator = icalrecur_iterator_new(recur, dtstart);
            if (!iterator) {
                printf("error");
            } else {
                int left = atoi(limit);
                for (struct icaltimetype next = icalrecur_iterator_next(iterator);
                     left > 0 && !icaltime_is_null_time(next) && next.year < 10000;
                     next = icalrecur_iterator_next(iterator), left--) {
                    printf("%s ", icaltime_as_ical_string(next));
                }
                icalrecur_iterator_free(iterator);
            }
            printf("\n");
        }
        fflush(stdout);
        alarm(0);
    }
    return 0;
}
