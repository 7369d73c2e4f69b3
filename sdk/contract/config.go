package contract

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Settings checks a policy's config against the parameters of m and returns the complete
// list: every parameter once, with its default where config has none, sorted by name. Values are
// float64, int, string, bool, []float64, []string or []any of float64, int or string.
// The error joins one [*InvalidError] per fault, in order of names.
func (m *Manifest) Settings(config map[string]any) ([]Setting, error) {
	f := &faults{message: "config"}
	given := make(map[string]Value, len(config))
	for _, name := range slices.Sorted(maps.Keys(config)) {
		p := m.Param(name)
		if p == nil {
			f.add(name, m.unknown(name))
			continue
		}
		v, reason := p.convert(config[name])
		f.add(name, reason)
		given[name] = v
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	settings := make([]Setting, 0, len(m.Params))
	for i := range m.Params {
		p := &m.Params[i]
		v, ok := given[p.Name]
		if !ok {
			v = p.Default
		}
		settings = append(settings, Setting{Name: p.Name, Value: v})
	}
	slices.SortFunc(settings, func(a, b Setting) int { return strings.Compare(a.Name, b.Name) })
	return settings, nil
}

// convert turns a value of a config into the parameter's type and checks it.
func (p *Param) convert(raw any) (Value, string) {
	v, ok := valueOf(raw, p.Type)
	if !ok {
		return v, "must be of type " + p.Type.String()
	}
	reason := p.valueFault(&v)
	return v, reason
}

// valueOf converts raw to a value of type t; false if it has another type.
func valueOf(raw any, t ParamType) (Value, bool) {
	v := Value{Type: t}
	ok := false
	switch t {
	case TypeNumber:
		v.Number, ok = number(raw)
	case TypeText:
		v.Text, ok = raw.(string)
	case TypeFlag:
		v.Flag, ok = raw.(bool)
	case TypeNumbers:
		v.Numbers, ok = list(raw, number)
	case TypeTexts:
		v.Texts, ok = list(raw, func(e any) (string, bool) { s, ok := e.(string); return s, ok })
	}
	return v, ok
}

func number(raw any) (float64, bool) {
	switch n := raw.(type) {
	case float64:
		return n, true
	case int:
		return float64(n), true
	}
	return 0, false
}

// list converts raw, a []T or a []any, to a copy of its own.
func list[T any](raw any, one func(any) (T, bool)) ([]T, bool) {
	if same, ok := raw.([]T); ok {
		return slices.Clone(same), true
	}
	mixed, ok := raw.([]any)
	if !ok {
		return nil, false
	}
	out := make([]T, 0, len(mixed))
	for _, e := range mixed {
		v, ok := one(e)
		if !ok {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

// valueFault says how v breaks the bounds of p, or "".
func (p *Param) valueFault(v *Value) string {
	if reason := v.fault(); reason != "" {
		return "is " + reason
	}
	if v.Type == TypeNumber {
		return p.numberFault(v.Number)
	}
	for _, n := range v.Numbers {
		if reason := p.numberFault(n); reason != "" {
			return reason
		}
	}
	if v.Type == TypeText {
		return p.textFault(v.Text)
	}
	for _, s := range v.Texts {
		if reason := p.textFault(s); reason != "" {
			return reason
		}
	}
	return ""
}

func (p *Param) numberFault(n float64) string {
	if p.Min != nil && n < *p.Min {
		return "is " + short(n) + ", the least is " + short(*p.Min)
	}
	if p.Max != nil && n > *p.Max {
		return "is " + short(n) + ", the most is " + short(*p.Max)
	}
	return ""
}

func (p *Param) textFault(s string) string {
	if len(p.OneOf) == 0 || slices.Contains(p.OneOf, s) {
		return ""
	}
	return "is " + strconv.Quote(s) + ", not one of " + strings.Join(p.OneOf, ", ") + meant(s, p.OneOf)
}

func short(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }

// unknown explains that m has no parameter of that name.
func (m *Manifest) unknown(name string) string {
	var names []string
	for i := range m.Params {
		names = append(names, m.Params[i].Name)
	}
	if len(names) == 0 {
		return "unknown, the plugin takes no config"
	}
	slices.Sort(names)
	return "unknown, the plugin takes " + strings.Join(names, ", ") + meant(name, names)
}

// meant suggests the candidate nearest to s, if one is near.
func meant(s string, candidates []string) string {
	best, nearest := len(s)/3+2, ""
	for _, c := range candidates {
		if d := distance(s, c); d < best {
			best, nearest = d, c
		}
	}
	if nearest == "" {
		return ""
	}
	return "; did you mean " + nearest + "?"
}

// distance returns the Levenshtein distance of two strings, in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(row[j+1]+1, row[j]+1, cost)
		}
	}
	return row[len(b)]
}
