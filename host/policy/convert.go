package policy

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// A codedError is a conversion error that knows its code.
type codedError struct {
	code   Code
	text   string
	detail string
}

func (e *codedError) Error() string { return e.text }

func (l *leaf) conversion(err error) *hcl.Diagnostic {
	var coded *codedError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &coded):
		return problem(coded.code, l.at, coded.text, coded.detail)
	case errors.Is(err, errUnit):
		return problem(codeUnit, l.at, l.attr.Name+" needs a unit", capital(err.Error())+".")
	}
	return problem(codeType, l.at, l.attr.Name+" has the wrong type", fmt.Sprintf("Wanted: %s. %s.", l.attr.Kind, capital(err.Error())))
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// convert turns a plain value into the form of the attribute's kind.
func (a *attr) convert(v any) (any, error) {
	switch x := v.(type) {
	case float64:
		return a.convertNumber(x)
	case string:
		return a.convertText(x)
	case bool:
		if a.Kind == kindBool {
			return x, nil
		}
	case []float64:
		if a.Kind == kindPair {
			return a.convertPair(x)
		}
	case []string:
		return a.convertTexts(x)
	}
	return nil, fmt.Errorf("this is %s", describe(v))
}

func describe(v any) string {
	switch v.(type) {
	case float64:
		return "a number"
	case string:
		return "a text"
	case bool:
		return "true or false"
	case []float64:
		return "a list of numbers"
	}
	return "a list of texts"
}

func (a *attr) convertNumber(x float64) (any, error) {
	switch a.Kind {
	case kindDuration:
		return nil, fmt.Errorf("%w: write \"%gs\"", errUnit, x)
	case kindSize:
		return nil, fmt.Errorf("%w: write a size such as \"64MiB\"", errUnit)
	case kindMoney:
		return nil, fmt.Errorf("%w: write \"%.2f USD\"", errUnit, x)
	case kindNumber:
		return x, a.inRange(x)
	case kindInt, kindCount:
		if x != math.Trunc(x) {
			return nil, errors.New("it has a fraction")
		}
		return int64(x), a.inRange(x)
	}
	return nil, errors.New("this is a number")
}

// inRange checks a number and knows the usual mistake, percent for a fraction.
func (a *attr) inRange(x float64) error {
	if a.Min == a.Max || (x >= a.Min && x <= a.Max) {
		return nil
	}
	detail := fmt.Sprintf("It lies within %s and %s.", a.amount(a.Min), a.amount(a.Max))
	if a.Min == 0 && a.Max == 1 && x >= 2 && x <= 100 {
		detail += fmt.Sprintf(" Did you mean %g?", x/100)
	}
	return &codedError{codeRange, fmt.Sprintf("%s is out of range", a.Name), detail}
}

// amount writes a bound as the attribute is written.
func (a *attr) amount(x float64) string {
	switch a.Kind {
	case kindSize:
		return withUnit(x, 1<<10, "B", "KiB", "MiB", "GiB")
	case kindMoney:
		return plainNumber(x/1e6) + " USD"
	case kindCount:
		return withUnit(x, 1000, "", "k", "M", "G", "T")
	}
	return plainNumber(x)
}

// withUnit writes x in the largest unit, each so many times the one before, that leaves it whole.
func withUnit(x, times float64, units ...string) string {
	n := 0
	for n+1 < len(units) && x >= times && math.Mod(x, times) == 0 {
		x /= times
		n++
	}
	return plainNumber(x) + units[n]
}

func plainNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func (a *attr) convertPair(x []float64) (any, error) {
	if len(x) != 2 {
		return nil, errors.New("write two numbers, the lower one first")
	}
	if x[0] > x[1] {
		return nil, &codedError{codeRange, fmt.Sprintf("%s begins with the greater number", a.Name), fmt.Sprintf("Write [%s, %s].", plainNumber(x[1]), plainNumber(x[0]))}
	}
	if err := errors.Join(a.inRange(x[0]), a.inRange(x[1])); err != nil {
		return nil, err
	}
	if a.Min >= 1 && (x[0] != math.Trunc(x[0]) || x[1] != math.Trunc(x[1])) {
		return nil, errors.New("both numbers are whole")
	}
	return [2]float64{x[0], x[1]}, nil
}

var hexDigest = regexp.MustCompile(`^[0-9a-f]{64}$`)

func (a *attr) convertText(x string) (any, error) {
	switch a.Kind {
	case kindDuration:
		return wrap(parseDuration(x))
	case kindSize:
		return a.within(parseSize(x))
	case kindCount:
		return a.within(parseCount(x))
	case kindMoney:
		return a.within(parseMoney(x))
	case kindWord:
		return x, a.oneOf(x)
	case kindText:
		if a.Name == "digest" && !hexDigest.MatchString(x) {
			return nil, &codedError{codeType, "digest is no sha256 of a module", "Write 64 hex digits in lower case, without sha256:."}
		}
		return x, nil
	}
	return nil, errors.New("this is a text")
}

// within is an amount that lies in the attribute's range.
func (a *attr) within(n int64, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return n, a.inRange(float64(n))
}

func wrap[T any](v T, err error) (any, error) { return v, err }

func (a *attr) oneOf(x string) error {
	if contains(a.OneOf, x) {
		return nil
	}
	return &codedError{codeOneOf, fmt.Sprintf("%s cannot be %q", a.Name, x), hint(x, a.OneOf)}
}

func (a *attr) convertTexts(x []string) (any, error) {
	switch a.Kind {
	case kindTexts:
		return x, nil
	case kindWords:
		for _, w := range x {
			if err := a.oneOf(w); err != nil {
				return nil, err
			}
		}
		return sorted(x), nil
	}
	return nil, errors.New("this is a list")
}
