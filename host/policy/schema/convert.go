package schema

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"

	"github.com/sparkhost/sparkhost/host/policy/diag"
)

// A ValueError is an error of [Attr.Convert] that knows its code and what to do.
type ValueError struct {
	Code   diag.Code
	Text   string
	Detail string
}

// Error implements error.
func (e *ValueError) Error() string { return e.Text }

// Convert turns a plain value (float64, string, bool, []float64 or []string) into the form of the attribute's kind:
// a duration is a time.Duration, counts, sizes in bytes and money in millionths of a dollar are int64, a pair is
// [2]float64, a list of words is sorted. The error may be a [*ValueError] or match [ErrUnit]; it says what v is.
// A kind that is not a plain value, such as a condition, is refused.
func (a *Attr) Convert(v any) (any, error) {
	switch x := v.(type) {
	case float64:
		return a.convertNumber(x)
	case string:
		return a.convertText(x)
	case bool:
		if a.Kind == KindBool {
			return x, nil
		}
	case []float64:
		if a.Kind == KindPair {
			return a.convertPair(x)
		}
	case []string:
		return a.convertTexts(x)
	}
	return nil, fmt.Errorf("got %s", Describe(v))
}

// Describe says what a plain value is: "a number", "a list of strings".
func Describe(v any) string {
	switch v.(type) {
	case float64:
		return "a number"
	case string:
		return "a string"
	case bool:
		return "true or false"
	case []float64:
		return "a list of numbers"
	}
	return "a list of strings"
}

func (a *Attr) convertNumber(x float64) (any, error) {
	switch a.Kind {
	case KindDuration:
		return nil, fmt.Errorf("%w: write \"%gs\"", ErrUnit, x)
	case KindSize:
		return nil, fmt.Errorf("%w: write a size such as \"64MiB\"", ErrUnit)
	case KindMoney:
		return nil, fmt.Errorf("%w: write \"%.2f USD\"", ErrUnit, x)
	case KindNumber:
		return x, a.inRange(x)
	case KindInt, KindCount:
		if x != math.Trunc(x) {
			return nil, errors.New("got a fraction")
		}
		return int64(x), a.inRange(x)
	}
	return nil, errors.New("got a number")
}

// inRange checks a number and knows the usual mistake, percent for a fraction.
func (a *Attr) inRange(x float64) error {
	if a.Min == a.Max || (x >= a.Min && x <= a.Max) {
		return nil
	}
	detail := fmt.Sprintf("Must be between %s and %s.", a.Amount(a.Min), a.Amount(a.Max))
	if a.Min == 0 && a.Max == 1 && x >= 2 && x <= 100 {
		detail += fmt.Sprintf(" Did you mean %g?", x/100)
	}
	return &ValueError{diag.CodeRange, fmt.Sprintf("%s is out of range", a.Name), detail}
}

func (a *Attr) convertPair(x []float64) (any, error) {
	if len(x) != 2 {
		return nil, errors.New("got a list of another length")
	}
	if x[0] > x[1] {
		return nil, &ValueError{diag.CodeRange, fmt.Sprintf("The first number of %s is greater than the second", a.Name), fmt.Sprintf("Write [%s, %s].", Plain(x[1]), Plain(x[0]))}
	}
	if err := errors.Join(a.inRange(x[0]), a.inRange(x[1])); err != nil {
		return nil, err
	}
	if a.Min >= 1 && (x[0] != math.Trunc(x[0]) || x[1] != math.Trunc(x[1])) {
		return nil, errors.New("got a fraction")
	}
	return [2]float64{x[0], x[1]}, nil
}

var hexDigest = regexp.MustCompile(`^[0-9a-f]{64}$`)

func (a *Attr) convertText(x string) (any, error) {
	switch a.Kind {
	case KindDuration:
		return wrap(parseDuration(x))
	case KindSize:
		return a.within(parseSize(x))
	case KindCount:
		return a.within(parseCount(x))
	case KindMoney:
		return a.within(parseMoney(x))
	case KindWord:
		return x, a.oneOf(x)
	case KindText:
		if a.Name == "digest" && !hexDigest.MatchString(x) {
			return nil, &ValueError{diag.CodeType, "digest is not a sha256", "Write 64 hex digits in lower case, without sha256:."}
		}
		return x, nil
	}
	return nil, errors.New("got a string")
}

// within returns an amount that lies in the attribute's range.
func (a *Attr) within(n int64, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return n, a.inRange(float64(n))
}

func wrap[T any](v T, err error) (any, error) { return v, err }

func (a *Attr) oneOf(x string) error {
	if slices.Contains(a.OneOf, x) {
		return nil
	}
	return &ValueError{diag.CodeOneOf, fmt.Sprintf("%s cannot be %q", a.Name, x), diag.DidYouMean(x, a.OneOf)}
}

func (a *Attr) convertTexts(x []string) (any, error) {
	switch a.Kind {
	case KindTexts:
		return x, nil
	case KindWords:
		for _, w := range x {
			if err := a.oneOf(w); err != nil {
				return nil, err
			}
		}
		return slices.Sorted(slices.Values(x)), nil
	}
	return nil, errors.New("got a list")
}
