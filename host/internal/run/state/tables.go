package state

import (
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/frame"
)

// QuestionTables are offered to every block: the question, the options that say
// something of their own (none of a polar question), and what was read already.
func (r *Run) QuestionTables() frame.Frame {
	options, texted := r.Options, r.Plan.Options
	if r.Plan.Polar {
		options, texted = nil, nil
	}
	return frame.Frame{
		{Name: "query", Rows: 1, Columns: []frame.Column{
			frame.Tokens("token_set", 1, func(int) []uint32 { return r.Question }),
			frame.Texts("text", 1, func(int) string { return r.Plan.Question.Question }),
			frame.Texts("core_terms", 1, func(int) string { return r.Plan.Slots()["core_terms"] }),
			frame.Texts("answer_type", 1, func(int) string { return r.Plan.AnswerType }),
			frame.Numbers("year", 1, func(int) float64 { return float64(r.PoolYear) }),
		}},
		{Name: "options", Rows: len(options), Columns: []frame.Column{
			frame.Tokens("token_set", len(options), func(i int) []uint32 { return options[i] }),
			frame.Texts("text", len(options), func(i int) string { return texted[i].Text }),
			frame.Texts("label", len(options), func(i int) string { return texted[i].Label }),
			frame.Texts("phrase", len(options), func(i int) string { return evidence.KeyNounPhrase(texted[i].Text) }),
		}},
		{Name: "known", Rows: 1, Columns: []frame.Column{frame.Tokens("token_set", 1, func(int) []uint32 { return r.known() })}},
	}
}

// known returns the union of the tokens of the documents chosen so far.
func (r *Run) known() []uint32 {
	out := r.ReadBefore // while rounds go on, what would have been read before this one
	for _, d := range r.Selected {
		out = evidence.Union(out, d.All)
	}
	return out
}
