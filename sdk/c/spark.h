// spark.h: write a sparkhost plugin in C. SDK for contract 1 and the spark ABI 1.
//
// A plugin defines spark_this_plugin, its description and its one function. The SDK (this header and the
// spark*.c files) is freestanding: no libc, no allocator, no header but those of the compiler.
//
// Everything that a request hands out is a view into the request's bytes; everything that the
// functions below take or give stays valid until the call ends. Nothing needs to be freed.
#ifndef SPARK_H
#define SPARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPARK_SDK_VERSION "1.0.0"
#define SPARK_CONTRACT 1

// Numbers in a request lie at any address, so their types say so to the compiler.
typedef double spark_f64 __attribute__((aligned(1), may_alias));
typedef uint32_t spark_u32 __attribute__((aligned(1), may_alias));

typedef struct spark_text { const char *at; uint32_t len; } spark_text;        // UTF-8, not NUL-ended
typedef struct spark_tokens { const spark_u32 *at; uint32_t len; } spark_tokens;

typedef enum { SPARK_SCORE = 1, SPARK_ASSESS = 2, SPARK_CALIBRATE = 3 } spark_kind;
typedef enum { SPARK_NUMBERS = 1, SPARK_TOKENS = 2, SPARK_TEXT = 3 } spark_column_type;
typedef enum { SPARK_IS_NUMBER = 1, SPARK_IS_TEXT = 2, SPARK_IS_FLAG = 3, SPARK_IS_NUMBERS = 4, SPARK_IS_TEXTS = 5 } spark_value_type;
typedef enum { SPARK_OUT_SCORE = 1, SPARK_OUT_PART = 2, SPARK_OUT_SIGNAL = 3, SPARK_OUT_FINDING = 4 } spark_output_kind;

// ---- What comes in. All functions accept NULL for what is not there, and rows out of range:
// ---- nothing of it is known.

typedef struct spark_column {
    spark_text name;
    uint32_t type, rows;
    const uint8_t *present; // bit i, least significant first: row i is known
    uint32_t present_len;   // 0: all are known
    const spark_f64 *numbers; uint32_t numbers_len;
    const spark_u32 *offsets; uint32_t offsets_len;
    const spark_u32 *tokens;  uint32_t tokens_len;
    const char *text;         uint32_t text_len;
} spark_column;

typedef struct spark_table { spark_text name; uint32_t rows; spark_column *columns; uint32_t columns_len; } spark_table;

typedef struct spark_setting {
    spark_text name;
    uint32_t type;
    double number;
    spark_text text;
    bool flag;
    const spark_f64 *numbers; uint32_t numbers_len;
    spark_text *texts;        uint32_t texts_len;
} spark_setting;

typedef struct spark_request {
    uint32_t contract;
    spark_setting *settings; uint32_t settings_len;
    spark_table *tables;     uint32_t tables_len;
} spark_request;

const spark_table *spark_table_of(const spark_request *r, const char *name);   // NULL: not there
const spark_column *spark_column_of(const spark_table *t, const char *name);   // NULL: not there
uint32_t spark_rows(const spark_table *t);

bool spark_known(const spark_column *c, uint32_t row);
bool spark_number_at(const spark_column *c, uint32_t row, double *value);      // false: unknown, value untouched
spark_tokens spark_tokens_at(const spark_column *c, uint32_t row);             // empty if unknown
spark_text spark_text_at(const spark_column *c, uint32_t row);                 // empty if unknown

const spark_setting *spark_setting_of(const spark_request *r, const char *name);
double spark_number(const spark_request *r, const char *name);                 // 0 if there is no such setting
bool spark_flag(const spark_request *r, const char *name);                     // false if there is none
spark_text spark_text_setting(const spark_request *r, const char *name);       // empty if there is none

bool spark_equal(spark_text a, spark_text b);
bool spark_contains(spark_text in, spark_text what);
spark_text spark_str(const char *nul_ended);
spark_text spark_concat(spark_text a, spark_text b);
spark_text spark_decimal(uint32_t v);

// ---- What goes out. Functions copy nothing: what they are given must live until the call
// ---- ends, as constants, spark_get memory and views of the request do.

typedef struct spark_node spark_node;
typedef struct spark_list { spark_node *first, *last; } spark_list;
typedef struct spark_result {
    double *scores; uint32_t scores_len;
    spark_list parts, signals, findings, lines; // lines: queries or reasons
    spark_list terms;
    int64_t base, sum; // in units of 1e-9
} spark_result;

void *spark_get(size_t bytes);                                 // zeroed memory of this call; traps when there is none
double *spark_scores(spark_result *out, uint32_t rows);        // score: fill in one per row of table items
double *spark_part(spark_result *out, const char *name, const char *table, uint32_t rows); // score, assess: likewise
void spark_signal(spark_result *out, const char *name, double value);                      // assess
void spark_finding(spark_result *out, const char *kind, const char *table, const uint32_t *rows, uint32_t n, double weight, spark_text text);
void spark_query(spark_result *out, spark_text query);         // assess: a search to propose
void spark_reason(spark_result *out, spark_text reason);       // calibrate: a line for people

// calibrate: the confidence is base plus the deltas of all terms, exactly, in units of 1e-9.
void spark_base(spark_result *out, double base);
void spark_term(spark_result *out, spark_text name, double value, double weight);          // delta is value * weight
void spark_term_delta(spark_result *out, spark_text name, double value, double weight, double delta);
double spark_confidence(const spark_result *out);             // so far
void spark_clamp(spark_result *out, const char *name, double low, double high); // adds the declared term name if the sum is outside

// ---- What the plugin says of itself.

typedef struct spark_input { const char *table, *column; spark_column_type type; bool optional; } spark_input;
typedef struct spark_param {
    const char *name; spark_value_type type;
    double number; const char *text; bool flag;           // the default, in the field that type names
    const double *numbers; uint32_t numbers_len;
    const char *const *texts; uint32_t texts_len;
    const double *min, *max;                              // inclusive; NULL: none. SPARK_AT(0.5) makes one
    const char *const *one_of; uint32_t one_of_len;       // allowed texts; none: any
    const char *doc;
} spark_param;
typedef struct spark_output { const char *name; spark_output_kind kind; const char *table; double min, max; const char *doc; } spark_output;

// A function returns NULL, or the text of an error of its own.
typedef const char *(*spark_function)(const spark_request *r, spark_result *out);

typedef struct spark_plugin {
    const char *name, *version; // lower_snake_case; semantic version
    spark_kind kind;
    const char *summary;
    const spark_input *inputs;   uint32_t inputs_len;
    const spark_param *params;   uint32_t params_len;
    const spark_output *outputs; uint32_t outputs_len;
    spark_function run;
} spark_plugin;

extern const spark_plugin spark_this_plugin; // the author defines it

#define SPARK_AT(x) (&(const double){x})
#define SPARK_LIST(field, a) .field = (a), .field##_len = sizeof(a) / sizeof *(a)

// Writes text to stderr, which the host shows with the error, and traps.
_Noreturn void spark_panic(const char *text);

// ---- The module's exports, also callable in a native build (spark_alloc apart).
uint64_t spark_describe_bytes(const uint8_t **at);                                        // returns the length
uint64_t spark_answer(spark_kind kind, const uint8_t *in, uint32_t len, const uint8_t **at); // likewise

#endif
