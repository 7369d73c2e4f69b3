// The C SDK as a program: without an argument it writes the manifest; with one, a contract's name, it
// answers requests from stdin, each behind its length, and says how many there were.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spark/spark.h"

int main(int argc, char **argv) {
    const uint8_t *at;
    if (argc == 1) {
        uint64_t n = spark_describe_bytes(&at);
        return fwrite(at, 1, n, stdout) != n;
    }
    spark_kind kind = strcmp(argv[1], "score") == 0 ? SPARK_SCORE : strcmp(argv[1], "assess") == 0 ? SPARK_ASSESS : SPARK_CALIBRATE;
    uint32_t len, count = 0;
    while (fread(&len, sizeof len, 1, stdin) == 1) {
        uint8_t *request = malloc(len); // of exactly this size, so that reading beyond it is seen
        if (fread(request, 1, len, stdin) != len) return 1;
        if (spark_answer(kind, request, len, &at) == 0) return 2;
        free(request);
        count++;
    }
    printf("%u answered\n", count);
    return 0;
}
