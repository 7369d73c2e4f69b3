package shell

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/record"
)

// Ended returns the answer of a run, shortened, or its verdict if it has none.
func Ended(answer, verdict string) string {
	if answer == "" {
		return verdict
	}
	return Shorten(answer, MaxQuoteRunes)
}

// MostNamed limits how many questions a note names.
const MostNamed = 10

// SortedKeys lists the keys of m in order.
func SortedKeys[K ~string, V any](m map[K]V) []K {
	out := make([]K, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// Units writes a number of instructions as policies do, with three digits: 1.23M.
func Units(n int64) string {
	v, unit := float64(n), ""
	for _, next := range []string{"k", "M", "G", "T"} {
		if v < 999.5 {
			break
		}
		v, unit = v/1000, next
	}
	return fmt.Sprintf("%.3g", v) + unit
}

// InCI says whether this is a CI job, as CI systems say it.
func InCI() bool { return os.Getenv("CI") == "true" || os.Getenv("CI") == "1" }

// Short returns the part of a digest that people read.
func Short(digest string) string { return fmt.Sprintf("%.12s", digest) }

// Today returns the date by which waivers expire.
func Today() string { return time.Now().UTC().Format(time.DateOnly) }

// EnvNames lists the names of the environment's variables.
func EnvNames() []string {
	var out []string
	for _, e := range os.Environ() {
		name, _, _ := strings.Cut(e, "=")
		out = append(out, name)
	}
	return out
}

// ErrorsOf returns the errors that were joined.
func ErrorsOf(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// OrDash is s, or a dash if s is empty.
func OrDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// Quota formats the rest of a quota, in the provider's unit.
func Quota(left *float64) string {
	if left == nil {
		return "-"
	}
	return fmt.Sprintf("%g", *left)
}

// Dollars writes micro-dollars as dollars with four decimals.
func Dollars(micro int64) string { return fmt.Sprintf("%.4f", float64(micro)/1e6) }

// Yes is "yes" or "no".
func Yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// MaxQuoteRunes limits how much of a quote the text output shows.
const MaxQuoteRunes = 240

// MaxWarningRunes limits how much of a warning or an error the text output shows.
const MaxWarningRunes = 600

// Reasons lists the reasons for doubt of a result behind a colon.
func Reasons(r *record.Result) string {
	if len(r.UncertaintyReasons) == 0 {
		return ""
	}
	return ": " + strings.Join(r.UncertaintyReasons, ", ")
}

// Sign returns the sign between the terms of a sum.
func Sign(v float64) string {
	if v < 0 {
		return "−"
	}
	return "+"
}

// CorpusFlagText is the help of --corpus, wherever it is.
const CorpusFlagText = "`path` of literature: JSONL with a document a line, or what corpus import reads, such as a folder of PDFs; repeatable"
