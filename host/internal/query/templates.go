package query

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
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
	var out []string
	for _, v := range values {
		base[name] = v
		if text := Fill(template, base); text != "" {
			out = append(out, text)
		}
	}
	return out
}

// subjects lists the slots that say what a query is about. A template without a value for one would find anything.
var subjects = []string{
	"entity", "subject", "effect", "first", "second", "draft", "alternative", "gap", "missing", "property", "metric", "process", "phenomenon", "option",
}

// asks tells whether a template has a value for each of its subjects. An option of a pair may have no word of its own beside the shared ones.
func asks(template string, values Slots) bool {
	return !slices.ContainsFunc(subjects, func(slot string) bool {
		pair := strings.Contains(template, "{shared}") && (slot == "first" || slot == "second")
		return !pair && strings.Contains(template, "{"+slot+"}") && strings.TrimSpace(values[slot]) == ""
	})
}

// Fill replaces {slot}s; an unfilled slot is dropped with its word, and a template without a value for a slot that says what it is about gives
// no query (U29).
func Fill(template string, values Slots) string {
	if !asks(template, values) {
		return ""
	}
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

// entity returns the question's most telling name: the rarest of its anchors and core terms that the literature holds, the first of equals, and
// none that all sciences use. Where nobody counted words, it is the first one.
func (p Plan) entity() string {
	best, most := "", 0.0
	for _, name := range append(slices.Clip(p.anchors), p.Core...) {
		if rarity := p.rarity(name); rarity > most && !evidence.Untelling(name) {
			best, most = name, rarity
		}
	}
	return best
}

// rarity returns that of the rarest word of a name; 0 if the literature holds none of its words, 1 if nobody counted.
func (p Plan) rarity(name string) float64 {
	if p.Rarity == nil {
		return 1
	}
	most := 0.0
	for _, word := range Words(name) {
		most = max(most, p.Rarity[word])
	}
	return most
}

// Slots returns what every query of the question can be filled with: its own words and what rounds found to say of it. Each call makes
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
