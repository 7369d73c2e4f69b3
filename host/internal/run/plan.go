package run

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// A stance is what an option of a polar question says of the question's claim.
type stance string

const (
	stanceNone      stance = ""
	stanceSupports  stance = "supports"
	stanceContra    stance = "contradicts"
	stanceUndecided stance = "undecided"
)

// coreTermCount is U22: the top six focus terms.
const coreTermCount = 6

// A plan is what a run knows before it searches.
type plan struct {
	question   evidence.Question
	options    []evidence.Option // given, or implied by a claim
	stances    []stance          // per option; stanceNone throughout unless polar
	polar      bool              // the options are verdicts on the question's claim
	answerType string            // S0-01
	core       []string          // U22, surface forms
	anchors    []string          // lexical anchors, verbatim
	subClaims  []string          // U33
	wording    wording
}

// claimOptions are the options that a question of type claim implies.
var claimOptions = []evidence.Option{
	{Label: "supported", Text: "supported"},
	{Label: "contradicted", Text: "contradicted"},
	{Label: "undecided", Text: "undecided"},
}

// polarWords maps the texts of polar options to what they say.
var polarWords = map[string]stance{
	"yes": stanceSupports, "true": stanceSupports, "supported": stanceSupports, "support": stanceSupports,
	"no": stanceContra, "false": stanceContra, "contradicted": stanceContra, "refuted": stanceContra, "contradict": stanceContra,
	"maybe": stanceUndecided, "undecided": stanceUndecided, "unclear": stanceUndecided, "unknown": stanceUndecided,
	"uncertain": stanceUndecided, "not enough info": stanceUndecided, "not enough information": stanceUndecided,
}

// makePlan decomposes a question without any model (B-01, B-02).
func makePlan(q evidence.Question, a *evidence.Analyzer) plan {
	p := outline(q)
	p.answerType = evidence.AnswerType(q.Question)
	p.core = evidence.CoreTerms(q.Question, coreTermCount)
	p.anchors = a.Anchors(q.Question)
	p.subClaims = evidence.SubClaims(q.Question, p.contentOptions())
	p.wording = wordingOf(q.Question)
	return p
}

// outline is the part of a plan that steps after the checkpoint ask for.
func outline(q evidence.Question) plan {
	p := plan{question: q, options: q.Options}
	if q.Type == evidence.TypeClaim && len(p.options) == 0 {
		p.options = claimOptions
	}
	p.stances, p.polar = polarStances(p.options)
	return p
}

// polarStances reads options as verdicts. The question is polar only if every
// option is one, and at least one each way is there.
func polarStances(options []evidence.Option) ([]stance, bool) {
	out := make([]stance, len(options))
	for i, o := range options {
		s, ok := polarWords[strings.ToLower(strings.Trim(o.Text, " .!"))]
		if !ok {
			return make([]stance, len(options)), false
		}
		out[i] = s
	}
	return out, slices.Contains(out, stanceSupports) && slices.Contains(out, stanceContra)
}

// kinds are the names under which a term's types may speak of the question. A
// question that is answered yes or no is polar, whatever its type says.
func (p plan) kinds() []string {
	switch {
	case p.question.Type == evidence.TypeClaim:
		return []string{evidence.TypeClaim, "polar"}
	case p.polar:
		return []string{"polar"}
	}
	return []string{p.question.Type}
}

// contentOptions are the texts of options that can be searched for: none for a polar question.
func (p plan) contentOptions() []string {
	if p.polar {
		return nil
	}
	texts := make([]string, len(p.options))
	for i, o := range p.options {
		texts[i] = o.Text
	}
	return texts
}

// entity is the question's most specific name: its first anchor, else its first core term.
func (p plan) entity() string {
	if len(p.anchors) > 0 {
		return p.anchors[0]
	}
	if len(p.core) > 0 {
		return p.core[0]
	}
	return ""
}

// slots are the values of the placeholders of query templates.
type slots map[string]string

func (p plan) slots() slots {
	s := slots{
		"question":   p.question.Question,
		"core_terms": strings.Join(p.core, " "),
		"focus":      strings.Join(p.core, " "),
		"entity":     p.entity(),
	}
	p.fillSlots(s)
	return s
}

// expand fills a template once for each value of the placeholder it repeats over
// ({option} or {sub_claim}), or once.
func (p plan) expand(template string, extra slots) []string {
	return p.expandOver(template, extra, p.contentOptions())
}

// expandOver is expand with the options that {option} stands for.
func (p plan) expandOver(template string, extra slots, options []string) []string {
	base := p.slots()
	for k, v := range extra {
		base[k] = v
	}
	name, values := "", []string{""}
	switch {
	case strings.Contains(template, "{option}"):
		name, values = "option", options
	case strings.Contains(template, "{sub_claim}"):
		name, values = "sub_claim", p.subClaims
	}
	out := make([]string, len(values))
	for i, v := range values {
		base[name] = v
		out[i] = fill(template, base)
	}
	return out
}

// fill replaces {slot}s; an unfilled slot is dropped with its word (U29).
func fill(template string, values slots) string {
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

// queries lists what a round asks for its intents, in the policy's order, without repetition.
func (p plan) queries(pol *policy.Policy, round policy.Round) []plannedQuery {
	var out []plannedQuery
	for _, name := range round.Intents {
		i := slices.IndexFunc(pol.Intents, func(in policy.Intent) bool { return in.Name == name })
		if i < 0 {
			continue
		}
		out = append(out, p.intentQueries(&pol.Intents[i])...)
	}
	return out
}

// event is the plan as the record tells it.
func (p plan) event(pol *policy.Policy) record.Plan {
	out := record.Plan{AnswerType: p.answerType, FocusTerms: p.core, Anchors: p.anchors, SubClaims: p.subClaims, Queries: []record.PlannedQuery{}}
	for _, r := range pol.Rounds {
		for _, q := range p.queries(pol, r) {
			out.Queries = append(out.Queries, record.PlannedQuery{Round: r.Name, Intent: q.intent, Text: q.text})
		}
	}
	return out
}
