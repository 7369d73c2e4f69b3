package schema

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"time"

	"github.com/sparkhost/sparkhost/host/policy/diag"
)

// ErrUnit is matched by the error for a quantity without its unit.
var ErrUnit = errors.New("unit missing")

// unsupported reports a unit, suffix or currency that the language does not have.
func unsupported(what, got, use string) error {
	return &ValueError{diag.CodeUnit, fmt.Sprintf("Unsupported %s %q", what, got), "Use " + use + "."}
}

var quantity = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?) ?([A-Za-z]*)$`)

// split divides "32MiB" into 32 and "MiB".
func split(text, example string) (float64, string, error) {
	m := quantity.FindStringSubmatch(text)
	if m == nil {
		return 0, "", fmt.Errorf("got %q, which is not an amount such as %q", text, example)
	}
	v, err := strconv.ParseFloat(m[1], 64)
	if err != nil || v > 1e12 {
		return 0, "", fmt.Errorf("got %q, which is too large", text)
	}
	if m[2] == "" {
		return 0, "", fmt.Errorf("%w: write %q", ErrUnit, example)
	}
	return v, m[2], nil
}

// parseDuration reads "500ms", "90s", "5m", "2h" and compounds such as "1m30s"; never negative.
func parseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err == nil && d > 0 {
		return d, nil
	}
	if _, unitErr := strconv.ParseFloat(text, 64); unitErr == nil && d == 0 {
		return 0, fmt.Errorf("%w: write %q", ErrUnit, text+"s")
	}
	return 0, fmt.Errorf("got %q, which is not a duration such as \"90s\", \"500ms\" or \"5m\"", text)
}

var sizes = map[string]float64{"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}

// parseSize reads "32MiB" as bytes; units are B, KiB, MiB and GiB.
func parseSize(text string) (int64, error) {
	v, unit, err := split(text, "32MiB")
	if err != nil {
		return 0, err
	}
	factor, ok := sizes[unit]
	if !ok {
		return 0, unsupported("unit", unit, "B, KiB, MiB or GiB")
	}
	if v*factor > 1<<50 || v*factor < 1 {
		return 0, fmt.Errorf("got %q, which is out of range", text)
	}
	return int64(math.Round(v * factor)), nil
}

var multiples = map[string]int64{"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}

// times returns a decimal number as written, times a factor, exactly; false: it is not a whole number, or beyond ±1e18.
func times(decimal string, factor int64) (int64, bool) {
	r, ok := new(big.Rat).SetString(decimal)
	if !ok {
		return 0, false
	}
	r.Mul(r, new(big.Rat).SetInt64(factor))
	if !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return r.Num().Int64(), true
}

// parseCount reads "200M" as a number; k, M, G and T are powers of a thousand.
func parseCount(text string) (int64, error) {
	m := quantity.FindStringSubmatch(text)
	if m == nil {
		return 0, fmt.Errorf("got %q, which is not a count such as \"200M\"", text)
	}
	factor, ok := multiples[m[2]]
	if !ok {
		return 0, unsupported("suffix", m[2], "k, M, G or T")
	}
	v, err := strconv.ParseFloat(m[1], 64)
	switch {
	case err != nil || v*float64(factor) > 1e15:
		return 0, fmt.Errorf("got %q, which is too large", text)
	}
	n, whole := times(m[1], factor)
	if !whole {
		return 0, fmt.Errorf("got %q, which is not a whole number", text)
	}
	return n, nil
}

// parseMoney reads "3.00 USD" as millionths of a dollar, the only currency. No binary fraction lies in between.
func parseMoney(text string) (int64, error) {
	_, unit, err := split(text, "3.00 USD")
	if err != nil {
		return 0, err
	}
	if unit != "USD" {
		return 0, unsupported("currency", unit, "USD")
	}
	n, whole := times(quantity.FindStringSubmatch(text)[1], 1e6)
	if !whole {
		return 0, fmt.Errorf("got %q, which is finer than a millionth of a dollar", text)
	}
	return n, nil
}
