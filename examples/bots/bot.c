/* A bot in C, without a JSON library: it finds "legal":[ and plays the first number after it.
 *   cc -o bot examples/bots/bot.c && ludarium check-bot ./bot
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (strstr(line, "\"type\":\"begin\"")) {
            puts("{\"type\":\"ready\"}");
        } else if (strstr(line, "\"type\":\"act\"")) {
            const char *legal = strstr(line, "\"legal\":[");
            printf("{\"type\":\"action\",\"action\":%ld}\n", legal ? strtol(legal + 9, NULL, 10) : 0L);
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
