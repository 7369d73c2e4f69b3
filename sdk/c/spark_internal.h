// spark_internal.h: what the SDK's two source files share; no part of its API.
#ifndef SPARK_INTERNAL_H
#define SPARK_INTERNAL_H

#include "spark.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

void spark_arena_reset(void);                             // forgets what was given since the request came
#ifdef __wasm__
void *spark_arena_input(uint32_t size);                   // the place of the next request; NULL when there is no memory
#endif
void *spark_items(size_t n, size_t size);                 // zeroed memory for n items; traps when there is none
int spark_compare(spark_text a, spark_text b);            // by bytes: -1, 0 or 1
bool spark_utf8(spark_text t);
spark_text spark_joined(const spark_text *list, size_t n); // one text, NUL-ended, of all

// spark_decode fills in a zeroed request. It returns an empty text, or what is wrong with the bytes.
spark_text spark_decode(const uint8_t *in, uint32_t len, spark_request *r);

#endif
