/* libical on the tasks of `kalends-bench recurrence`. */
#include <libical/ical.h>
#include <stdio.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void expand(const char *name, const char *rule, int count)
{
    double best[5];
    int found = 0;
    for (int run = 0; run < 5; run++) {
        double begin = now();
        struct icalrecurrencetype recur = icalrecurrencetype_from_string(rule);
        icalrecur_iterator *it = icalrecur_iterator_new(recur, icaltime_from_string("19970102T090000"));
        found = 0;
        while (it && found < count && !icaltime_is_null_time(icalrecur_iterator_next(it))) found++;
        if (it) icalrecur_iterator_free(it);
        best[run] = now() - begin;
    }
    for (int i = 0; i < 5; i++)
        for (int j = i + 1; j < 5; j++)
            if (best[j] < best[i]) { double t = best[i]; best[i] = best[j]; best[j] = t; }
    printf("  %-44s%.1f ms        %.2f M/s, %d found\n", name, best[2] * 1000, found / best[2] / 1e6, found);
}

int main(void)
{
    expand("a  daily, libical", "FREQ=DAILY", 10000);
    expand("b1 yearly BYWEEKNO=20, libical", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", 1000);
    expand("b2 yearly BYSETPOS, libical", "FREQ=YEARLY;BYMONTH=1,6;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1", 1000);
    expand("b3 last workday of the month, libical", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", 1000);
    static const char *days[] = {"MO", "TU,TH", "WE", "FR"};
    struct icaltimetype from = icaltime_from_string("20260616T000000"), to = icaltime_from_string("20260623T000000");
    int hits = 0;
    double begin = now();
    for (int number = 0; number < 1000; number++) {
        char rule[80];
        snprintf(rule, sizeof rule, "FREQ=WEEKLY;INTERVAL=%d;BYDAY=%s", number % 4 + 1, days[number % 4]);
        struct icaltimetype start = icaltime_from_string("19700101T090000");
        icaltime_adjust(&start, number * 10, 0, 0, 0);
        icalrecur_iterator *it = icalrecur_iterator_new(icalrecurrencetype_from_string(rule), start);
        if (!it) continue;
        icalrecur_iterator_set_start(it, from);
        for (struct icaltimetype t = icalrecur_iterator_next(it); !icaltime_is_null_time(t) && icaltime_compare(t, to) < 0;
             t = icalrecur_iterator_next(it))
            if (icaltime_compare(t, from) >= 0) hits++;
        icalrecur_iterator_free(it);
    }
    printf("  %-44s%.1f ms        %d occurrences, with its seek\n", "c  1,000 old series, a week of 2026, libical",
           (now() - begin) * 1000, hits);
    return 0;
}
