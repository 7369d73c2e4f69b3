// spark_out.c: building results, encoding what goes out, and the exports of the module. See spark.h.
#include "spark_internal.h"

// ---- Results. One kind of node serves every list.

struct spark_node {
    spark_node *next;
    spark_text name, table, text;
    double value, weight, delta;
    const double *values;
    const uint32_t *rows;
    uint32_t n;
};

static spark_node *add(spark_list *list) {
    spark_node *node = spark_get(sizeof *node);
    if (list->last == NULL) list->first = node;
    else list->last->next = node;
    list->last = node;
    return node;
}

double *spark_scores(spark_result *out, uint32_t rows) {
    out->scores_len = rows;
    return out->scores = spark_items(rows, sizeof(double));
}

double *spark_part(spark_result *out, const char *name, const char *table, uint32_t rows) {
    double *values = spark_items(rows, sizeof(double));
    spark_node *p = add(&out->parts);
    p->name = spark_str(name), p->table = spark_str(table), p->values = values, p->n = rows;
    return values;
}

void spark_signal(spark_result *out, const char *name, double value) {
    spark_node *s = add(&out->signals);
    s->name = spark_str(name), s->value = value;
}

void spark_finding(spark_result *out, const char *kind, const char *table, const uint32_t *rows, uint32_t n, double weight, spark_text text) {
    spark_node *f = add(&out->findings);
    f->name = spark_str(kind), f->table = spark_str(table), f->rows = rows, f->n = n, f->weight = weight, f->text = text;
}

void spark_query(spark_result *out, spark_text query) { add(&out->lines)->text = query; }
void spark_reason(spark_result *out, spark_text reason) { add(&out->lines)->text = reason; }

// nanos is v in units of 1e-9, halves away from zero. What is not finite or beyond 1e6 has no
// such unit, so it becomes 1e6, which the host refuses by name.
static int64_t nanos(double v) {
    if (!(v > -1e6 && v < 1e6)) return 1000000000000000;
    double scaled = v * 1e9, whole = __builtin_trunc(scaled);
    if (__builtin_fabs(scaled - whole) >= 0.5) whole += scaled < 0 ? -1 : 1;
    return (int64_t)whole;
}

void spark_base(spark_result *out, double base) {
    out->sum += nanos(base) - out->base;
    out->base = nanos(base);
}

void spark_term_delta(spark_result *out, spark_text name, double value, double weight, double delta) {
    spark_node *t = add(&out->terms);
    t->name = name, t->value = value, t->weight = weight, t->delta = (double)nanos(delta) / 1e9;
    if (__builtin_add_overflow(out->sum, nanos(delta), &out->sum)) out->sum = INT64_MAX / 2; // far beyond what the host accepts
}

void spark_term(spark_result *out, spark_text name, double value, double weight) {
    spark_term_delta(out, name, value, weight, value * weight);
}

double spark_confidence(const spark_result *out) { return (double)out->sum / 1e9; }

void spark_clamp(spark_result *out, const char *name, double low, double high) {
    int64_t sum = out->sum, to = sum < nanos(low) ? nanos(low) : sum > nanos(high) ? nanos(high) : sum;
    double delta = (double)(to - sum) / 1e9;
    if (to != sum) spark_term_delta(out, spark_str(name), delta, 1, delta);
}

// ---- Encoding. A writer without a place only counts, so a message is written twice: to learn its
// ---- length, and for good. Zero values are left out.

typedef struct writer { uint8_t *at; size_t n; } writer;
typedef void (*encoder)(writer *w, const void *message);

static void put(writer *w, const void *bytes, size_t n) {
    if (w->at != NULL && n > 0) __builtin_memcpy(w->at + w->n, bytes, n);
    w->n += n;
}

static void varint(writer *w, uint64_t v) {
    uint8_t b[10];
    size_t n = 0;
    for (; v >= 0x80; v >>= 7) b[n++] = (uint8_t)v | 0x80;
    b[n++] = (uint8_t)v;
    put(w, b, n);
}

static void tag(writer *w, uint32_t field, uint32_t wire) { varint(w, field << 3 | wire); }

static void w_bytes(writer *w, uint32_t field, const void *bytes, size_t n) {
    tag(w, field, 2);
    varint(w, n);
    put(w, bytes, n);
}

static void w_packed(writer *w, uint32_t field, const void *list, size_t bytes) {
    if (bytes > 0) w_bytes(w, field, list, bytes);
}

static void w_text(writer *w, uint32_t field, spark_text t) { w_packed(w, field, t.at, t.len); }
static void w_str(writer *w, uint32_t field, const char *s) { w_text(w, field, spark_str(s)); }

static void w_uint(writer *w, uint32_t field, uint64_t v) {
    if (v == 0) return;
    tag(w, field, 0);
    varint(w, v);
}

static void w_fixed64(writer *w, uint32_t field, const double *v) {
    if (v == NULL) return;
    tag(w, field, 1);
    put(w, v, sizeof *v);
}

// w_double leaves out positive zero only: negative zero is another value.
static void w_double(writer *w, uint32_t field, double v) {
    uint64_t bits;
    __builtin_memcpy(&bits, &v, sizeof bits);
    if (bits != 0) w_fixed64(w, field, &v);
}

static void w_message(writer *w, uint32_t field, encoder encode, const void *message) {
    writer dry = {0};
    encode(&dry, message);
    tag(w, field, 2);
    varint(w, dry.n);
    if (w->at == NULL) w->n += dry.n;
    else encode(w, message);
}

static void w_list(writer *w, uint32_t field, encoder encode, const spark_list *list) {
    for (const spark_node *n = list->first; n != NULL; n = n->next) w_message(w, field, encode, n);
}

static void w_lines(writer *w, uint32_t field, const spark_list *list) {
    for (const spark_node *n = list->first; n != NULL; n = n->next) w_bytes(w, field, n->text.at, n->text.len);
}

static void e_part(writer *w, const void *m) {
    const spark_node *p = m;
    w_text(w, 1, p->name);
    w_text(w, 2, p->table);
    w_packed(w, 3, p->values, p->n * sizeof *p->values);
}

static void e_signal(writer *w, const void *m) {
    const spark_node *s = m;
    w_text(w, 1, s->name);
    w_double(w, 2, s->value);
}

static void e_finding(writer *w, const void *m) {
    const spark_node *f = m;
    w_text(w, 1, f->name);
    w_text(w, 2, f->table);
    w_packed(w, 3, f->rows, f->n * sizeof *f->rows);
    w_double(w, 4, f->weight);
    w_text(w, 5, f->text);
}

static void e_term(writer *w, const void *m) {
    const spark_node *t = m;
    w_text(w, 1, t->name);
    w_double(w, 2, t->value);
    w_double(w, 3, t->weight);
    w_double(w, 4, t->delta);
}

static void e_score(writer *w, const void *m) {
    const spark_result *r = m;
    w_packed(w, 1, r->scores, r->scores_len * sizeof *r->scores);
    w_list(w, 2, e_part, &r->parts);
}

static void e_assess(writer *w, const void *m) {
    const spark_result *r = m;
    w_list(w, 1, e_signal, &r->signals);
    w_list(w, 2, e_part, &r->parts);
    w_list(w, 3, e_finding, &r->findings);
    w_lines(w, 4, &r->lines);
}

static void e_calibrate(writer *w, const void *m) {
    const spark_result *r = m;
    w_double(w, 1, (double)r->base / 1e9);
    w_list(w, 2, e_term, &r->terms);
    w_double(w, 3, (double)r->sum / 1e9);
    w_lines(w, 4, &r->lines);
}

typedef struct response { spark_text error; spark_kind kind; const spark_result *result; } response;

static void e_response(writer *w, const void *m) {
    static const encoder results[] = {[SPARK_SCORE] = e_score, [SPARK_ASSESS] = e_assess, [SPARK_CALIBRATE] = e_calibrate};
    const response *r = m;
    w_text(w, 1, r->error);
    if (r->error.len == 0) w_message(w, (uint32_t)r->kind + 1, results[r->kind], r->result);
}

static void e_input(writer *w, const void *m) {
    const spark_input *i = m;
    w_str(w, 1, i->table);
    w_str(w, 2, i->column);
    w_uint(w, 3, i->type);
    w_uint(w, 4, i->optional);
}

static void e_default(writer *w, const void *m) {
    const spark_param *p = m;
    w_uint(w, 1, p->type);
    w_double(w, 2, p->number);
    w_str(w, 3, p->text);
    w_uint(w, 4, p->flag);
    w_packed(w, 5, p->numbers, p->numbers_len * sizeof *p->numbers);
    for (uint32_t i = 0; i < p->texts_len; i++) w_bytes(w, 6, p->texts[i], spark_str(p->texts[i]).len);
}

static void e_param(writer *w, const void *m) {
    const spark_param *p = m;
    w_str(w, 1, p->name);
    w_uint(w, 2, p->type);
    w_message(w, 3, e_default, p);
    w_fixed64(w, 4, p->min);
    w_fixed64(w, 5, p->max);
    for (uint32_t i = 0; i < p->one_of_len; i++) w_bytes(w, 6, p->one_of[i], spark_str(p->one_of[i]).len);
    w_str(w, 7, p->doc);
}

static void e_output(writer *w, const void *m) {
    const spark_output *o = m;
    w_str(w, 1, o->name);
    w_uint(w, 2, o->kind);
    w_str(w, 3, o->table);
    w_double(w, 4, o->min);
    w_double(w, 5, o->max);
    w_str(w, 6, o->doc);
}

static void e_manifest(writer *w, const void *m) {
    const spark_plugin *p = m;
    w_str(w, 1, p->name);
    w_str(w, 2, p->version);
    w_uint(w, 3, SPARK_CONTRACT);
    w_uint(w, 4, p->kind);
    w_str(w, 5, p->summary);
    for (uint32_t i = 0; i < p->inputs_len; i++) w_message(w, 6, e_input, &p->inputs[i]);
    for (uint32_t i = 0; i < p->params_len; i++) w_message(w, 7, e_param, &p->params[i]);
    for (uint32_t i = 0; i < p->outputs_len; i++) w_message(w, 8, e_output, &p->outputs[i]);
}

static uint64_t encoded(encoder encode, const void *message, const uint8_t **at) {
    writer w = {0};
    encode(&w, message);
    w = (writer){spark_get(w.n + 1), 0};
    encode(&w, message);
    *at = w.at;
    return w.n;
}

// ---- The way of a request.

uint64_t spark_describe_bytes(const uint8_t **at) {
    spark_arena_reset();
    return encoded(e_manifest, &spark_this_plugin, at);
}

uint64_t spark_answer(spark_kind kind, const uint8_t *in, uint32_t len, const uint8_t **at) {
    spark_arena_reset();
    spark_request request = {0};
    spark_result result = {0};
    response r = {spark_decode(in, len, &request), kind, &result};
    if (r.error.len == 0 && kind != spark_this_plugin.kind) {
        r.error = spark_str("the plugin does not implement this contract");
    } else if (r.error.len == 0) {
        const char *own = spark_this_plugin.run(&request, &result);
        r.error = spark_str(own != NULL && own[0] == 0 ? "the plugin returned an error without text" : own);
    }
    if (!spark_utf8(r.error)) r.error = spark_str("the plugin returned an error that is not UTF-8");
    return encoded(e_response, &r, at);
}

#ifdef __wasm__
static uint64_t packed_answer(spark_kind kind, const uint8_t *in, uint32_t len) {
    const uint8_t *at;
    uint64_t n = spark_answer(kind, in, len, &at);
    return (uint64_t)(uintptr_t)at << 32 | n;
}

#define EXPORT(name) __attribute__((export_name(#name)))

EXPORT(spark_abi_1) int32_t spark_abi_1(void) { return 1; }
EXPORT(spark_alloc) void *spark_alloc(uint32_t size) { return spark_arena_input(size); }
EXPORT(spark_describe) uint64_t spark_describe(void) {
    const uint8_t *at;
    uint64_t n = spark_describe_bytes(&at);
    return (uint64_t)(uintptr_t)at << 32 | n;
}
EXPORT(spark_score) uint64_t spark_score(const uint8_t *in, uint32_t len) { return packed_answer(SPARK_SCORE, in, len); }
EXPORT(spark_assess) uint64_t spark_assess(const uint8_t *in, uint32_t len) { return packed_answer(SPARK_ASSESS, in, len); }
EXPORT(spark_calibrate) uint64_t spark_calibrate(const uint8_t *in, uint32_t len) { return packed_answer(SPARK_CALIBRATE, in, len); }
#endif
