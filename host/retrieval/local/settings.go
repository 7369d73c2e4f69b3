package local

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Settings decide how a corpus is indexed and searched. [DefaultSettings] holds
// what measured best on the development packs (docs/benchmarks.md).
type Settings struct {
	// Stemming is "english" (Porter), "light" (plural endings only) or "none".
	// It is part of the index: a change builds another one.
	Stemming string `json:"stemming"`
	// K1 is BM25's saturation of repeated terms, at least 0.
	K1 float64 `json:"k1"`
	// B is BM25's strength of length normalisation, 0..1.
	B float64 `json:"b"`
	// TitleBoost is the score that a match in the title adds, relative to one in the
	// whole (title, abstract and text together); at least 0.
	TitleBoost float64 `json:"title_boost"`
	// QueryRepeats is the weight of each further occurrence of a word in a query, where
	// the first counts 1; 0..1.
	QueryRepeats float64 `json:"query_repeats"`
	// Feedback adds terms of the best documents to the query.
	Feedback Feedback `json:"feedback"`
}

// Feedback says how a query is widened by pseudo-relevance feedback: the search is done
// once, the best documents are read, and their most telling terms are added with little
// weight. Documents count by how near their score is to the best, so that a document
// that stands out is followed alone.
type Feedback struct {
	Documents int     `json:"documents"` // how many are read, 0..100; 0: no feedback
	Terms     int     `json:"terms"`     // how many terms are added, 0..1000
	Weight    float64 `json:"weight"`    // of all added terms together, relative to the query's own; 0..10
}

// DefaultSettings returns the settings of an operator who sets none.
func DefaultSettings() Settings {
	return Settings{
		Stemming: "english", K1: 1.2, B: 0.75, TitleBoost: 0.2,
		Feedback: Feedback{Documents: 5, Terms: 30, Weight: 0.5},
	}
}

// config returns the settings as a source block would have them.
func (s Settings) config() map[string]any {
	return map[string]any{
		"stemming": s.Stemming, "k1": s.K1, "b": s.B, "title_boost": s.TitleBoost, "query_repeats": s.QueryRepeats,
		"feedback_documents": float64(s.Feedback.Documents),
		"feedback_terms":     float64(s.Feedback.Terms),
		"feedback_weight":    s.Feedback.Weight,
	}
}

// setters returns the names that a policy's source block and --set may use.
func setters() map[string]func(*Settings, any) error {
	return map[string]func(*Settings, any) error{
		"stemming":           text(func(s *Settings) *string { return &s.Stemming }, "english", "light", "none"),
		"k1":                 number(func(s *Settings) *float64 { return &s.K1 }, 0, 100),
		"b":                  number(func(s *Settings) *float64 { return &s.B }, 0, 1),
		"title_boost":        number(func(s *Settings) *float64 { return &s.TitleBoost }, 0, 100),
		"query_repeats":      number(func(s *Settings) *float64 { return &s.QueryRepeats }, 0, 1),
		"feedback_documents": whole(func(s *Settings) *int { return &s.Feedback.Documents }, 0, 100),
		"feedback_terms":     whole(func(s *Settings) *int { return &s.Feedback.Terms }, 0, 1000),
		"feedback_weight":    number(func(s *Settings) *float64 { return &s.Feedback.Weight }, 0, 10),
	}
}

// SettingNames lists the names that [ParseSettings] knows, sorted.
func SettingNames() []string { return slices.Sorted(maps.Keys(setters())) }

// ParseSettings reads the settings of a policy's source "local" block; what it does
// not name has its default. Values are float64, string or bool. All mistakes are
// reported at once, in the order of their names: unknown names, wrong types, values out of range.
func ParseSettings(config map[string]any) (Settings, error) {
	s, known := DefaultSettings(), setters()
	var wrong []string
	for _, name := range slices.Sorted(maps.Keys(config)) {
		set, ok := known[name]
		if !ok {
			wrong = append(wrong, fmt.Sprintf("%s: no such setting; there are %s", name, strings.Join(SettingNames(), ", ")))
		} else if err := set(&s, config[name]); err != nil {
			wrong = append(wrong, fmt.Sprintf("%s: %v", name, err))
		}
	}
	if wrong != nil {
		return s, fmt.Errorf("source local: %s", strings.Join(wrong, "; "))
	}
	return s, nil
}

// canonical returns one spelling per meaning, for digests.
func (s Settings) canonical() []byte {
	b, err := json.Marshal(s.config()) // numbers and strings only: cannot fail once checked
	if err != nil {
		return []byte(err.Error())
	}
	return b
}

// check holds settings made in Go to the rules of ParseSettings.
func (s Settings) check() error {
	_, err := ParseSettings(s.config())
	return err
}

func number(field func(*Settings) *float64, least, most float64) func(*Settings, any) error {
	return func(s *Settings, v any) error {
		f, ok := v.(float64)
		if !ok {
			return fmt.Errorf("a number is wanted, not %T", v)
		}
		if math.IsNaN(f) || f < least || f > most {
			return fmt.Errorf("%v is not within %v..%v", f, least, most)
		}
		*field(s) = f
		return nil
	}
}

func whole(field func(*Settings) *int, least, most float64) func(*Settings, any) error {
	return func(s *Settings, v any) error {
		f, ok := v.(float64)
		if !ok || f != math.Trunc(f) {
			return fmt.Errorf("a whole number is wanted, not %v", v)
		}
		if f < least || f > most {
			return fmt.Errorf("%v is not within %v..%v", f, least, most)
		}
		*field(s) = int(f)
		return nil
	}
}

func text(field func(*Settings) *string, oneOf ...string) func(*Settings, any) error {
	return func(s *Settings, v any) error {
		t, ok := v.(string)
		if !ok {
			return fmt.Errorf("a string is wanted, not %T", v)
		}
		if !slices.Contains(oneOf, t) {
			return fmt.Errorf("%q is none of %s", t, strings.Join(oneOf, ", "))
		}
		*field(s) = t
		return nil
	}
}
