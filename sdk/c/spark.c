// spark.c: memory, text, what the author calls, what goes out, and the exports. See spark.h.
#include "spark_internal.h"

// ---- Memory: one arena, emptied by the next request.

#ifdef __wasm__
extern uint8_t __heap_base;
static uintptr_t arena_start, arena_at;

static bool arena_reach(uintptr_t end) {
    uintptr_t have = __builtin_wasm_memory_size(0) * (uintptr_t)65536;
    if (end <= have) return true;
    if (end > 0xffff0000u) return false;
    return __builtin_wasm_memory_grow(0, (end - have + 65535) / 65536) != (size_t)-1;
}

static void *arena_get(size_t n) {
    uintptr_t at = (arena_at + 7) & ~(uintptr_t)7;
    if (n > 0xffff0000u - at || !arena_reach(at + n)) return NULL;
    arena_at = at + n;
    return (void *)at;
}

void spark_arena_reset(void) {
    if (arena_start == 0) arena_start = (uintptr_t)&__heap_base;
    arena_at = arena_start;
}

void *spark_arena_input(uint32_t size) {
    arena_start = arena_at = (uintptr_t)&__heap_base;
    void *place = arena_get(size + (size_t)(size == 0));
    arena_start = arena_at;
    return place;
}

__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_write")))
extern int32_t wasi_fd_write(int32_t fd, const void *vectors, int32_t n, uint32_t *written);

_Noreturn void spark_panic(const char *text) {
    spark_text t = spark_str(text);
    const void *vector[2] = {t.at, (const void *)(uintptr_t)t.len};
    uint32_t written;
    wasi_fd_write(2, vector, 1, &written);
    __builtin_trap();
}
#else
#include <stdio.h>
#include <stdlib.h>

typedef struct block { struct block *next; uint64_t align; } block;
static block *blocks;

static void *arena_get(size_t n) {
    block *b = malloc(sizeof(block) + n);
    if (b == NULL) return NULL;
    b->next = blocks;
    blocks = b;
    return b + 1;
}

void spark_arena_reset(void) {
    for (block *next; blocks != NULL; blocks = next) {
        next = blocks->next;
        free(blocks);
    }
}

_Noreturn void spark_panic(const char *text) {
    fprintf(stderr, "%s\n", text);
    abort();
}
#endif

void *spark_get(size_t n) {
    uint8_t *p = arena_get(n);
    if (p == NULL) spark_panic("out of memory");
    __builtin_memset(p, 0, n);
    return p;
}

// spark_items is spark_get for n items of that size, whose product may overflow.
void *spark_items(size_t n, size_t size) {
    if (n > SIZE_MAX / 2 / size) spark_panic("out of memory");
    return spark_get(n * size);
}

// ---- Text.

spark_text spark_str(const char *s) {
    uint32_t n = 0;
    while (s != NULL && s[n] != 0) n++;
    return (spark_text){s, n};
}

int spark_compare(spark_text a, spark_text b) {
    for (uint32_t i = 0; i < a.len && i < b.len; i++)
        if (a.at[i] != b.at[i]) return (uint8_t)a.at[i] < (uint8_t)b.at[i] ? -1 : 1;
    return a.len == b.len ? 0 : a.len < b.len ? -1 : 1;
}

bool spark_equal(spark_text a, spark_text b) { return a.len == b.len && spark_compare(a, b) == 0; }

bool spark_contains(spark_text in, spark_text what) {
    for (uint32_t i = 0; what.len <= in.len && i <= in.len - what.len; i++)
        if (spark_equal((spark_text){in.at + i, what.len}, what)) return true;
    return false;
}

spark_text spark_joined(const spark_text *list, size_t n) {
    uint32_t len = 0, at = 0;
    for (size_t i = 0; i < n; i++) len += list[i].len;
    char *s = spark_get((size_t)len + 1);
    for (size_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < list[i].len; j++) s[at++] = list[i].at[j];
    return (spark_text){s, len};
}

spark_text spark_concat(spark_text a, spark_text b) { return spark_joined((spark_text[]){a, b}, 2); }

spark_text spark_decimal(uint32_t v) {
    char *s = spark_get(12);
    uint32_t at = 11;
    do s[--at] = (char)('0' + v % 10); while ((v /= 10) != 0);
    return (spark_text){s + at, 11 - at};
}

// sequence is the length of the UTF-8 sequence at p, 0 if there is none.
static uint32_t sequence(const uint8_t *p, uint32_t n) {
    uint8_t a = p[0], low = 0x80, high = 0xbf;
    if (a < 0x80) return 1;
    uint32_t len = a >= 0xc2 && a <= 0xdf ? 2 : (a & 0xf0) == 0xe0 ? 3 : a >= 0xf0 && a <= 0xf4 ? 4 : 0;
    if (len == 0 || len > n) return 0;
    if (a == 0xe0) low = 0xa0;
    if (a == 0xed) high = 0x9f;
    if (a == 0xf0) low = 0x90;
    if (a == 0xf4) high = 0x8f;
    if (p[1] < low || p[1] > high) return 0;
    for (uint32_t i = 2; i < len; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    return len;
}

bool spark_utf8(spark_text t) {
    const uint8_t *p = (const uint8_t *)t.at;
    for (uint32_t left = t.len; left > 0;) {
        uint32_t n = sequence(p, left);
        if (n == 0) return false;
        p += n;
        left -= n;
    }
    return true;
}

// ---- Reading a request.

const spark_table *spark_table_of(const spark_request *r, const char *name) {
    for (uint32_t i = 0; r != NULL && i < r->tables_len; i++)
        if (spark_equal(r->tables[i].name, spark_str(name))) return &r->tables[i];
    return NULL;
}

const spark_column *spark_column_of(const spark_table *t, const char *name) {
    for (uint32_t i = 0; t != NULL && i < t->columns_len; i++)
        if (spark_equal(t->columns[i].name, spark_str(name))) return &t->columns[i];
    return NULL;
}

uint32_t spark_rows(const spark_table *t) { return t == NULL ? 0 : t->rows; }

bool spark_known(const spark_column *c, uint32_t row) {
    if (c == NULL || row >= c->rows) return false;
    return c->present_len == 0 || (c->present[row / 8] >> row % 8 & 1) == 1;
}

bool spark_number_at(const spark_column *c, uint32_t row, double *value) {
    if (!spark_known(c, row) || c->type != SPARK_NUMBERS) return false;
    *value = c->numbers[row];
    return true;
}

spark_tokens spark_tokens_at(const spark_column *c, uint32_t row) {
    if (c == NULL || c->type != SPARK_TOKENS || row >= c->rows) return (spark_tokens){0};
    return (spark_tokens){c->tokens + c->offsets[row], c->offsets[row + 1] - c->offsets[row]};
}

spark_text spark_text_at(const spark_column *c, uint32_t row) {
    if (c == NULL || c->type != SPARK_TEXT || row >= c->rows) return (spark_text){0};
    return (spark_text){c->text + c->offsets[row], c->offsets[row + 1] - c->offsets[row]};
}

const spark_setting *spark_setting_of(const spark_request *r, const char *name) {
    for (uint32_t i = 0; r != NULL && i < r->settings_len; i++)
        if (spark_equal(r->settings[i].name, spark_str(name))) return &r->settings[i];
    return NULL;
}

double spark_number(const spark_request *r, const char *name) {
    const spark_setting *s = spark_setting_of(r, name);
    return s == NULL ? 0 : s->number;
}

bool spark_flag(const spark_request *r, const char *name) {
    const spark_setting *s = spark_setting_of(r, name);
    return s != NULL && s->flag;
}

spark_text spark_text_setting(const spark_request *r, const char *name) {
    const spark_setting *s = spark_setting_of(r, name);
    return s == NULL ? (spark_text){0} : s->text;
}
