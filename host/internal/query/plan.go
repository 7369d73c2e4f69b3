package query

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
)

// A Stance is the attitude of a polar question's option to the question's claim.
type Stance string

const (
	NoStance    Stance = ""
	Supports    Stance = "supports"
	Contradicts Stance = "contradicts"
	Undecided   Stance = "undecided"
)

// CoreTerms is U22: the top six focus terms.
const CoreTerms = 6

// A Plan holds what a run knows before it searches.
type Plan struct {
	Question   evidence.Question
	Options    []evidence.Option // given, or implied by a claim
	Stances    []Stance          // per option; NoStance throughout unless polar
	Polar      bool              // the options are verdicts on the question's claim
	AnswerType string            // S0-01
	Core       []string          // U22, surface forms
	anchors    []string          // lexical anchors, verbatim
	SubClaims  []string          // U33
	Planned    []string          // searches that a model wrote; none without one
	Wording    Wording
	Rarity     map[string]float64 // of the question's words in lower case that the literature holds, 0 to 1; nil: nobody counted
}

// claimOptions are the options that a question of type claim implies.
var claimOptions = []evidence.Option{
	{Label: "supported", Text: "supported"},
	{Label: "contradicted", Text: "contradicted"},
	{Label: "undecided", Text: "undecided"},
}

// polarWords maps the texts of polar options to what they say.
var polarWords = map[string]Stance{
	"yes": Supports, "true": Supports, "supported": Supports, "support": Supports,
	"no": Contradicts, "false": Contradicts, "contradicted": Contradicts, "refuted": Contradicts, "contradict": Contradicts,
	"maybe": Undecided, "undecided": Undecided, "unclear": Undecided, "unknown": Undecided,
	"uncertain": Undecided, "not enough info": Undecided, "not enough information": Undecided,
}

// Make decomposes a question without any model (B-01, B-02). Of words content keeps those that mean something; plain
// takes options as they are written, see [PlainWords].
func Make(q evidence.Question, intents []policy.Intent, content, plain *evidence.Analyzer) Plan {
	p := Outline(q)
	p.AnswerType = evidence.AnswerType(q.Question)
	p.Core = evidence.CoreTerms(q.Question, CoreTerms)
	p.anchors = content.Anchors(q.Question)
	p.SubClaims = evidence.SubClaims(q.Question, p.ContentOptions())
	p.Wording = wordingOf(q.Question)
	p.findPairs(intents, plain, content)
	return p
}

// Outline returns the part of a plan that steps after the checkpoint ask for.
func Outline(q evidence.Question) Plan {
	p := Plan{Question: q, Options: q.Options}
	if q.Type == evidence.TypeClaim && len(p.Options) == 0 {
		p.Options = claimOptions
	}
	p.Stances, p.Polar = polarStances(p.Options)
	return p
}

// StanceOf reads a text as the verdict on a claim; [NoStance] if it is not a verdict.
func StanceOf(text string) Stance { return polarWords[strings.ToLower(strings.Trim(text, " .!"))] }

// polarStances reads options as verdicts. The question is polar only if every
// option is one, and at least one each way is there.
func polarStances(options []evidence.Option) ([]Stance, bool) {
	out := make([]Stance, len(options))
	for i, o := range options {
		s := StanceOf(o.Text)
		if s == NoStance {
			return make([]Stance, len(options)), false
		}
		out[i] = s
	}
	return out, slices.Contains(out, Supports) && slices.Contains(out, Contradicts)
}

// Kinds returns the names under which a term's types may speak of the question. A
// question that is answered yes or no is polar, whatever its type says.
func (p Plan) Kinds() []string {
	switch {
	case p.Question.Type == evidence.TypeClaim:
		return []string{evidence.TypeClaim, "polar"}
	case p.Polar:
		return []string{"polar"}
	}
	return []string{p.Question.Type}
}

// ContentOptions returns the texts of options that can be searched for: none for a polar question.
func (p Plan) ContentOptions() []string {
	if p.Polar {
		return nil
	}
	texts := make([]string, len(p.Options))
	for i, o := range p.Options {
		texts[i] = o.Text
	}
	return texts
}
