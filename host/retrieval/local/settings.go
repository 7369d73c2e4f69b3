package local

import (
	"encoding/json"
	"fmt"
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
	// TitleBoost is what a match in the title adds, relative to one in the
	// whole (title, abstract and text together); at least 0.
	TitleBoost float64 `json:"title_boost"`
}

// DefaultSettings returns the settings of an operator who sets none.
func DefaultSettings() Settings {
	return Settings{Stemming: "english", K1: 1.2, B: 0.75, TitleBoost: 0.15}
}

// setters are the names that a policy's source block and --set may use.
var setters = map[string]func(*Settings, any) error{
	"stemming":    text(func(s *Settings) *string { return &s.Stemming }, "english", "light", "none"),
	"k1":          number(func(s *Settings) *float64 { return &s.K1 }, 0, 100),
	"b":           number(func(s *Settings) *float64 { return &s.B }, 0, 1),
	"title_boost": number(func(s *Settings) *float64 { return &s.TitleBoost }, 0, 100),
}

// SettingNames lists the names that [ParseSettings] knows, sorted.
func SettingNames() []string {
	names := make([]string, 0, len(setters))
	for name := range setters {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// ParseSettings reads the settings of a policy's source "local" block; what it does
// not name has its default. Values are float64, string or bool. All mistakes are
// reported at once, in the order of their names: unknown names, wrong types, values out of range.
func ParseSettings(config map[string]any) (Settings, error) {
	s := DefaultSettings()
	names := make([]string, 0, len(config))
	for name := range config {
		names = append(names, name)
	}
	slices.Sort(names)
	var wrong []string
	for _, name := range names {
		set, ok := setters[name]
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

// canonical is one spelling per meaning, for digests.
func (s Settings) canonical() []byte {
	b, err := json.Marshal(s) // numbers and strings only: cannot fail once checked
	if err != nil {
		return []byte(err.Error())
	}
	return b
}

// check holds settings made in Go to the rules of ParseSettings.
func (s Settings) check() error {
	var config map[string]any
	b, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("source local: %w", err)
	}
	if err := json.Unmarshal(b, &config); err != nil {
		return fmt.Errorf("source local: %w", err)
	}
	_, err = ParseSettings(config)
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
