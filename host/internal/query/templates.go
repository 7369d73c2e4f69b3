package query

import (
	"cmp"
	"strings"
)

// Slots are the values of the placeholders of query templates.
type Slots map[string]string

// Expand fills a template once for each value of the placeholder it repeats over
// ({option}, {sub_claim} or {planned}), or once. Without planned queries a template with {planned} gives none.
func (p Plan) Expand(template string, extra Slots) []string {
	return p.expandOver(template, extra, p.ContentOptions())
}

// expandOver is expand with the options that {option} stands for.
func (p Plan) expandOver(template string, extra Slots, options []string) []string {
	base := p.Slots()
	for k, v := range extra {
		base[k] = v
	}
	name, values := "", []string{""}
	switch {
	case strings.Contains(template, "{option}"):
		name, values = "option", options
	case strings.Contains(template, "{sub_claim}"):
		name, values = "sub_claim", p.SubClaims
	case strings.Contains(template, "{planned}"):
		name, values = "planned", p.Planned
	}
	out := make([]string, len(values))
	for i, v := range values {
		base[name] = v
		out[i] = Fill(template, base)
	}
	return out
}

// Fill replaces {slot}s; an unfilled slot is dropped with its word (U29).
func Fill(template string, values Slots) string {
	var out []string
	for _, word := range strings.Fields(template) {
		open, end := strings.IndexByte(word, '{'), strings.IndexByte(word, '}')
		if open < 0 || end < open {
			out = append(out, word)
			continue
		}
		if v := strings.TrimSpace(values[word[open+1:end]]); v != "" {
			out = append(out, word[:open]+v+word[end+1:])
		}
	}
	return strings.Join(out, " ")
}

// fillSlots adds the slots of the wording.
func (p Plan) fillSlots(s Slots) {
	s["anchors"] = strings.Join(p.anchors, " ")
	s["subject"] = cmp.Or(p.Wording.subject, p.entity())
	s["effect"] = p.Wording.effect
	s["first"], s["second"] = p.Wording.first, p.Wording.second
	s["domain"] = p.Wording.Domain
	s["vocabulary"] = strings.Join(p.Wording.Vocabulary, " ")
}

// entity is the question's most specific name: its first anchor, else its first core term.
func (p Plan) entity() string {
	if len(p.anchors) > 0 {
		return p.anchors[0]
	}
	if len(p.Core) > 0 {
		return p.Core[0]
	}
	return ""
}

// Slots are what every query of the question can be filled with: its own words and what rounds found to say of it. Each call makes
// a new map, to which a round may add its own.
func (p Plan) Slots() Slots {
	s := Slots{
		"question":   p.Question.Question,
		"core_terms": strings.Join(p.Core, " "),
		"focus":      strings.Join(p.Core, " "),
		"entity":     p.entity(),
	}
	p.fillSlots(s)
	return s
}
