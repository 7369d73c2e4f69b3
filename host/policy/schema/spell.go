package schema

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// none is the spelling of an absent value.
const none = "none"

func (a *Attr) spellCount(x int64) string {
	switch a.Kind {
	case KindMoney:
		if x == 0 {
			return none
		}
		return fmt.Sprintf("\"%s USD\"", Plain(float64(x)/1e6))
	case KindSize, KindCount:
		return strconv.Quote(a.Amount(float64(x)))
	}
	return strconv.FormatInt(x, 10)
}

func (a *Attr) spellNames(x []string) string {
	if len(x) == 0 {
		return none
	}
	if a.Kind == KindTexts || a.Kind == KindWords {
		return Spell(x)
	}
	return "[" + strings.Join(x, ", ") + "]"
}

// Spell writes a value of a variable, a setting or an expression as a policy would; nil is "none".
func Spell(v any) string {
	switch x := v.(type) {
	case nil:
		return none
	case string:
		return strconv.Quote(x)
	case float64:
		return strconv.FormatFloat(x, 'f', -1, 64)
	case [2]float64:
		return Spell(x[:])
	case []float64:
		return "[" + joined(x) + "]"
	case []string:
		return "[" + joined(x) + "]"
	}
	return fmt.Sprint(v)
}

func joined[T any](items []T) string {
	var out []string
	for _, x := range items {
		out = append(out, Spell(x))
	}
	return strings.Join(out, ", ")
}

// Spell writes a decoded value as a policy would, in one way: what the language takes for the
// same (absent and empty, 90s and 1m30s) is spelled the same.
func (a *Attr) Spell(v any) string {
	switch x := v.(type) {
	case time.Duration:
		return strconv.Quote(x.String())
	case int64:
		return a.spellCount(x)
	case []string:
		return a.spellNames(x)
	case string:
		if x == "" {
			return none
		}
		if a.Kind == KindSecret {
			return fmt.Sprintf("secret(%q)", x)
		}
		if a.Kind == KindText || a.Kind == KindWord {
			return strconv.Quote(x)
		}
		return x
	}
	return Spell(v)
}
