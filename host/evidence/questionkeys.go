package evidence

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// The keys of a question line, of a claim in SciFact's manner beside them, and of an option. What an author of questions
// adds has one place, "meta", which no run reads; any other key is a mistake, most likely a misspelt one.
var (
	questionKeys = []string{"id", "question", "type", "options", "answer", "gold_docs", "meta"}
	claimKeys    = []string{"label", "cited_docs", "evidence"}
	optionKeys   = []string{"label", "text"}
)

// keysOf returns those that a line of the type may have.
func (r *fieldReader) keysOf(typ string) []string {
	known := slices.Clone(questionKeys)
	if !r.has("question") {
		known = append(known, "claim")
	}
	if typ == TypeClaim {
		known = append(known, claimKeys...)
	}
	return known
}

// maxUnknownKeys of one object are named, the rest is counted.
const maxUnknownKeys = 8

// unknown reports the keys that are not among those known, in alphabetical order, ahead of what else is wrong. What is wrong
// with a field that a key was meant for follows from that, and is not told.
func (r *fieldReader) unknown(known []string, elsewhere string) {
	var out []error
	for _, key := range slices.Sorted(maps.Keys(r.raw)) {
		if slices.Contains(known, key) {
			continue
		}
		reason := fmt.Sprintf("unknown key: must be one of: %s%s", strings.Join(known, ", "), elsewhere)
		if meant := likeliest(key, known); meant != "" {
			reason = fmt.Sprintf("unknown key: did you mean %q?", meant)
			r.all = slices.DeleteFunc(r.all, func(err error) bool { return r.concerns(err, meant) })
		}
		out = append(out, &FieldError{Field: r.prefix + Clip(key, 40), Reason: reason})
	}
	if more := len(out) - maxUnknownKeys; more > 0 {
		out = append(out[:maxUnknownKeys], &FieldError{Reason: fmt.Sprintf("and %d more unknown keys", more)})
	}
	r.all = append(out, r.all...)
}

// concerns says whether an error is about a field or a part of it.
func (r *fieldReader) concerns(err error, field string) bool {
	return rootOf(strings.TrimPrefix(fieldOf(err), r.prefix)) == field
}

func fieldOf(err error) string {
	var of *FieldError
	if errors.As(err, &of) {
		return of.Field
	}
	return ""
}

// rootOf returns the field that "options[1].label" is a part of.
func rootOf(field string) string {
	if i := strings.IndexAny(field, "[."); i > 0 {
		return field[:i]
	}
	return field
}

// likeliest returns the known key that a misspelt one stands for: a few letters apart from it, or its beginning; "": none.
func likeliest(key string, known []string) string {
	if len(key) > 40 {
		return ""
	}
	key = strings.ToLower(key)
	best, least := "", 1+max(2, len(key)/3)
	if len(key) < 4 {
		least = 2
	}
	for _, k := range slices.SortedFunc(slices.Values(known), cmp.Compare) {
		d := levenshtein.Distance(key, k, nil)
		if len(key) > 2 && len(k) > 2 && (strings.HasPrefix(k, key) || strings.HasPrefix(key, k)) {
			d = 1
		}
		if d < least {
			best, least = k, d
		}
	}
	return best
}
