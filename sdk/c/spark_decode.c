// spark_decode.c: requests are decoded in place: only lists of columns and settings are built,
// numbers and text stay where the host wrote them. See contract.proto for the schema.
#include "spark_internal.h"

static bool finite(double v) { return v - v == 0; }

// ---- Decoding: a reader walks over the fields of one message. The first error sticks, in *why.

typedef struct reader {
    const uint8_t *at, *end;
    const char *message;
    spark_text *why;
    uint32_t field, wire;
    uint64_t number;
    const uint8_t *data;
    uint32_t len;
} reader;

enum { VARINT = 0, FIXED64 = 1, BYTES = 2, FIXED32 = 5 };

static bool fail(reader *r, const char *reason) {
    if (r->why->len == 0) {
        spark_text parts[] = {spark_str("contract: "), spark_str(r->message), spark_str(", field "), spark_decimal(r->field), spark_str(": "), spark_str(reason)};
        *r->why = spark_joined(parts, COUNT(parts));
    }
    return false;
}

static uint64_t uvarint(reader *r) {
    uint64_t v = 0;
    for (int i = 0; r->at + i < r->end; i++) {
        uint8_t b = r->at[i];
        if (i > 9 || (i == 9 && b > 1)) return fail(r, "varint too long");
        v |= (uint64_t)(b & 0x7f) << (7 * i);
        if (b < 0x80) {
            r->at += i + 1;
            return v;
        }
    }
    return fail(r, "truncated");
}

static const uint8_t *take(reader *r, uint64_t n) {
    if (r->why->len > 0 || n > (uint64_t)(r->end - r->at)) {
        fail(r, "truncated");
        return NULL;
    }
    const uint8_t *p = r->at;
    r->at += n;
    return p;
}

static uint64_t fixed(reader *r, int n) {
    const uint8_t *p = take(r, (uint64_t)n);
    uint64_t v = 0;
    for (int i = 0; p != NULL && i < n; i++) v |= (uint64_t)p[i] << (8 * i);
    return v;
}

static bool next(reader *r) {
    if (r->why->len > 0 || r->at == r->end) return false;
    r->field = 0;
    uint64_t tag = uvarint(r);
    if (r->why->len > 0) return false;
    if (tag >> 3 == 0 || tag >> 3 > (1u << 29) - 1) return fail(r, "field number out of range");
    r->field = (uint32_t)(tag >> 3);
    r->wire = (uint32_t)(tag & 7);
    uint64_t len;
    switch (r->wire) {
    case VARINT: r->number = uvarint(r); break;
    case FIXED64: r->number = fixed(r, 8); break;
    case FIXED32: r->number = fixed(r, 4); break;
    case BYTES:
        len = uvarint(r);
        r->data = take(r, len);
        r->len = (uint32_t)len;
        break;
    default: fail(r, "unknown wire type");
    }
    return r->why->len == 0;
}

static bool is(reader *r, uint32_t wire) { return r->wire == wire || fail(r, "wrong wire type"); }

static uint32_t bounded(reader *r, uint64_t most) {
    if (!is(r, VARINT)) return 0;
    if (r->number > most) return fail(r, "number too large");
    return (uint32_t)r->number;
}

static double as_double(uint64_t bits) {
    double v;
    __builtin_memcpy(&v, &bits, sizeof v);
    return v;
}

static double real(reader *r) { return is(r, FIXED64) ? as_double(r->number) : 0; }

static spark_text text(reader *r) {
    spark_text t = {(const char *)r->data, r->len};
    if (!is(r, BYTES)) return (spark_text){0};
    if (!spark_utf8(t)) fail(r, "text is not UTF-8");
    return t;
}

// packed appends the field to the numbers at *list. As one field holds them all nearly always,
// they stay where they are; more fields are put together in the arena.
static void packed(reader *r, uint32_t width, const void **list, uint32_t *n) {
    const uint8_t *data = r->data;
    uint32_t len = r->len;
    if (r->wire == (width == 8 ? FIXED64 : FIXED32)) {
        data = (const uint8_t *)&r->number;
        len = width;
    } else if (!is(r, BYTES)) {
        return;
    } else if (len % width != 0) {
        fail(r, "packed numbers are cut off");
        return;
    }
    if (len == 0) return;
    if (*n == 0 && r->wire == BYTES) {
        *list = data;
    } else {
        uint8_t *both = spark_get((size_t)*n * width + len);
        if (*n > 0) __builtin_memcpy(both, *list, (size_t)*n * width);
        __builtin_memcpy(both + (size_t)*n * width, data, len);
        *list = both;
    }
    *n += len / width;
}

// reserve makes room for all elements of the current repeated field, at its first one. It fails for an
// element shorter than shortest: each has a name, which bounds what hostile bytes can make us allocate.
static bool reserve(reader *r, uint32_t shortest, void **list, uint32_t n, size_t size) {
    if (!is(r, BYTES)) return false;
    if (r->len < shortest) return fail(r, "has no name");
    if (n > 0) return true;
    size_t count = 1;
    spark_text quiet = {0};
    reader ahead = *r;
    for (ahead.why = &quiet; next(&ahead);) count += ahead.field == r->field;
    *list = spark_items(count, size);
    return true;
}

static reader inside(const reader *r, const char *message) {
    return (reader){.at = r->data, .end = r->data + r->len, .message = message, .why = r->why};
}

static void named(reader *r, spark_text name) {
    if (name.len == 0) fail(r, "has no name");
}

static void read_value(reader f, spark_setting *s) {
    *s = (spark_setting){.name = s->name};
    while (next(&f)) switch (f.field) {
        case 1: s->type = bounded(&f, 255); break;
        case 2: s->number = real(&f); break;
        case 3: s->text = text(&f); break;
        case 4: s->flag = is(&f, VARINT) && f.number != 0; break;
        case 5: packed(&f, 8, (const void **)&s->numbers, &s->numbers_len); break;
        case 6:
            if (reserve(&f, 0, (void **)&s->texts, s->texts_len, sizeof *s->texts)) s->texts[s->texts_len++] = text(&f);
        }
}

static void read_setting(reader f, spark_setting *s) {
    while (next(&f)) switch (f.field) {
        case 1: s->name = text(&f); break;
        case 2: if (is(&f, BYTES)) read_value(inside(&f, "value"), s);
        }
    named(&f, s->name);
}

static void read_column(reader f, spark_column *c) {
    while (next(&f)) switch (f.field) {
        case 1: c->name = text(&f); break;
        case 2: c->type = bounded(&f, 255); break;
        case 3: if (is(&f, BYTES)) c->present = f.data, c->present_len = f.len; break;
        case 4: packed(&f, 8, (const void **)&c->numbers, &c->numbers_len); break;
        case 5: packed(&f, 4, (const void **)&c->offsets, &c->offsets_len); break;
        case 6: packed(&f, 4, (const void **)&c->tokens, &c->tokens_len); break;
        case 7: if (is(&f, BYTES)) c->text = (const char *)f.data, c->text_len = f.len;
        }
    named(&f, c->name);
}

static void read_table(reader f, spark_table *t) {
    while (next(&f)) switch (f.field) {
        case 1: t->name = text(&f); break;
        case 2: t->rows = bounded(&f, UINT32_MAX); break;
        case 3:
            if (reserve(&f, 3, (void **)&t->columns, t->columns_len, sizeof *t->columns))
                read_column(inside(&f, "column"), &t->columns[t->columns_len++]);
        }
    named(&f, t->name);
}

static void read_request(reader f, spark_request *r) {
    while (next(&f)) switch (f.field) {
        case 1: r->contract = bounded(&f, UINT32_MAX); break;
        case 2:
            if (reserve(&f, 3, (void **)&r->settings, r->settings_len, sizeof *r->settings))
                read_setting(inside(&f, "setting"), &r->settings[r->settings_len++]);
            break;
        case 3:
            if (reserve(&f, 3, (void **)&r->tables, r->tables_len, sizeof *r->tables))
                read_table(inside(&f, "table"), &r->tables[r->tables_len++]);
        }
}

// ---- Checking: after it, the accessors can trust every shape. Each returns NULL or what is wrong.

static const char *bad_value(const spark_setting *s) {
    if (s->type < SPARK_IS_NUMBER || s->type > SPARK_IS_TEXTS) return "unknown type";
    if ((s->type != SPARK_IS_NUMBER && s->number != 0) || (s->type != SPARK_IS_TEXT && s->text.len > 0) || (s->type != SPARK_IS_FLAG && s->flag) ||
        (s->type != SPARK_IS_NUMBERS && s->numbers_len > 0) || (s->type != SPARK_IS_TEXTS && s->texts_len > 0))
        return "holds a value of another type than its own";
    bool ok = finite(s->number);
    for (uint32_t i = 0; i < s->numbers_len; i++) ok = ok && finite(s->numbers[i]);
    return ok ? NULL : "not finite";
}

static const char *bad_ragged(const spark_column *c, uint32_t length) {
    if (c->offsets_len != (uint64_t)c->rows + 1) return "has not one offset more than rows";
    if (c->offsets[0] != 0) return "first offset is not 0";
    for (uint32_t i = 0; i < c->rows; i++) {
        if (c->offsets[i + 1] < c->offsets[i]) return "offsets descend";
        if (c->offsets[i + 1] > c->offsets[i] && !spark_known(c, i)) return "a row is unknown and not empty";
    }
    return c->offsets[c->rows] == length ? NULL : "last offset is not the length";
}

static const char *bad_numbers(const spark_column *c) {
    if (c->numbers_len != c->rows) return "has not one number per row";
    for (uint32_t i = 0; i < c->rows; i++) {
        if (!finite(c->numbers[i])) return "a row is not finite";
        if (c->numbers[i] != 0 && !spark_known(c, i)) return "a row is unknown and not zero";
    }
    return NULL;
}

static const char *bad_text(const spark_column *c) {
    const char *bad = bad_ragged(c, c->text_len);
    for (uint32_t i = 0; bad == NULL && i < c->rows; i++)
        if (!spark_utf8(spark_text_at(c, i))) return "a row is not UTF-8";
    return bad;
}

static const char *bad_column(const spark_column *c) {
    bool numbers = c->numbers_len > 0, tokens = c->tokens_len > 0, letters = c->text_len > 0;
    if (c->present_len > 0) {
        if (c->present_len != c->rows / 8 + (c->rows % 8 != 0)) return "presence mask of another length than its rows";
        if (c->rows % 8 != 0 && c->present[c->present_len - 1] >> c->rows % 8 != 0) return "presence mask has bits beyond the last row";
    }
    switch (c->type) {
    case SPARK_NUMBERS: return c->offsets_len > 0 || tokens || letters ? "a column of numbers holds something else" : bad_numbers(c);
    case SPARK_TOKENS: return numbers || letters ? "a column of tokens holds something else" : bad_ragged(c, c->tokens_len);
    case SPARK_TEXT: return numbers || tokens ? "a column of text holds something else" : bad_text(c);
    }
    return "unknown column type";
}

static spark_text invalid(spark_text a, spark_text b, const char *reason) {
    spark_text parts[] = {spark_str("request: "), a, spark_str(b.len > 0 ? "." : ""), b, spark_str(": "), spark_str(reason)};
    return spark_joined(parts, COUNT(parts));
}

static spark_text bad_table(const spark_request *r, uint32_t at) {
    spark_table *t = &r->tables[at];
    for (uint32_t i = 0; i < at; i++)
        if (spark_equal(r->tables[i].name, t->name)) return invalid(t->name, (spark_text){0}, "table given twice");
    for (uint32_t i = 0; i < t->columns_len; i++) {
        spark_column *c = &t->columns[i];
        c->rows = t->rows;
        const char *bad = bad_column(c);
        for (uint32_t j = 0; j < i; j++)
            if (spark_equal(t->columns[j].name, c->name)) bad = "column given twice";
        if (bad != NULL) return invalid(t->name, c->name, bad);
    }
    return (spark_text){0};
}

static spark_text bad_request(const spark_request *r) {
    for (uint32_t i = 0; i < r->settings_len; i++) {
        const char *bad = bad_value(&r->settings[i]);
        if (i > 0 && spark_compare(r->settings[i - 1].name, r->settings[i].name) >= 0) bad = "not in ascending order of names";
        if (bad != NULL) return invalid(r->settings[i].name, (spark_text){0}, bad);
    }
    for (uint32_t i = 0; i < r->tables_len; i++) {
        spark_text bad = bad_table(r, i);
        if (bad.len > 0) return bad;
    }
    return (spark_text){0};
}

// another says that the request is of a contract that this SDK does not speak.
static spark_text another(uint32_t contract) {
    spark_text parts[] = {spark_str("request: contract "), spark_decimal(contract), spark_str(", this plugin speaks contract "), spark_decimal(SPARK_CONTRACT),
                          spark_str(": rebuild it with the SDK of the host's release")};
    return spark_joined(parts, COUNT(parts));
}

spark_text spark_decode(const uint8_t *in, uint32_t len, spark_request *r) {
    spark_text why = {0};
    read_request((reader){.at = in, .end = in + len, .message = "request", .why = &why}, r);
    if (r->contract != SPARK_CONTRACT && (why.len == 0 || r->contract != 0)) return another(r->contract);
    return why.len > 0 ? why : bad_request(r);
}
