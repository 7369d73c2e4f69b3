package gap

import (
	"context"
	"fmt"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// measured returns what each of some gaps of one block measures by what is looked at, from 0 to 1: by the block's stage of that
// name, else by the host's own measure. Nil: the stage gave nothing, and the policy says that the run goes on.
func (r *Run) measured(ctx context.Context, name string, gaps []*state.Gap, l Look) ([]float64, error) {
	if len(gaps) == 0 {
		return nil, nil
	}
	g := &r.Policy.Gaps[gaps[0].Block]
	if s := g.Stage(name); s != nil {
		resp, err := r.Call(ctx, "gap."+g.Kind, s, r.GapFrame(gaps, l))
		if err != nil || resp == nil {
			return nil, err
		}
		return resp.Score.Scores, nil
	}
	if name == policy.GapStageSaturation {
		return saturations(gaps, l), nil
	}
	return frame.Collect(len(gaps), func(i int) float64 { return r.carried(gaps[i], l) }), nil
}

// saturations is S1-09: the share of each gap's terms that anything looked at holds, its own work apart.
func saturations(gaps []*state.Gap, l Look) []float64 {
	held := l.tokens()
	return frame.Collect(len(gaps), func(i int) float64 {
		if gaps[i].Own != nil {
			return evidence.Containment(gaps[i].Terms, l.without(gaps[i].Own).tokens())
		}
		return evidence.Containment(gaps[i].Terms, held)
	})
}

// GapFrame returns the tables that a gap block's stages may see: the gaps, and the pieces of evidence that they are held against.
func (r *Run) GapFrame(gaps []*state.Gap, l Look) frame.Frame {
	n := len(gaps)
	items := frame.Table{Name: "items", Rows: n, Columns: []frame.Column{
		frame.Texts("text", n, func(i int) string { return gaps[i].About }),
		frame.Tokens("token_set", n, func(i int) []uint32 { return gaps[i].All }),
		frame.Tokens("term_set", n, func(i int) []uint32 { return gaps[i].Terms }),
		frame.Texts("type", n, func(i int) string { return gaps[i].Typ }),
		frame.Nullable("document", n, func(i int) (float64, bool) {
			if gaps[i].Own == nil {
				return 0, false
			}
			return float64(gaps[i].Own.Index), true
		}),
		frame.Texts("round", n, func(i int) string { return gaps[i].AskedIn }),
	}}
	return append(frame.Frame{items, r.pieces(l)}, r.QuestionTables()...)
}

// A piece is a passage, or a document where no passages are looked at.
type piece struct {
	doc                        *state.Document
	text, section              string
	set                        []uint32
	relevance, overlap, inPool float64
	against                    bool
}

// pieces returns the table of what gaps are held against.
func (r *Run) pieces(l Look) frame.Table {
	ps := r.piecesOf(l)
	n := len(ps)
	return frame.Table{Name: "pieces", Rows: n, Columns: []frame.Column{
		frame.Tokens("token_set", n, func(i int) []uint32 { return ps[i].set }),
		frame.Texts("text", n, func(i int) string { return ps[i].text }),
		frame.Texts("section", n, func(i int) string { return ps[i].section }),
		frame.Texts("source", n, func(i int) string { return ps[i].doc.Source }),
		frame.Numbers("relevance", n, func(i int) float64 { return ps[i].relevance }),
		frame.Numbers("question_overlap", n, func(i int) float64 { return ps[i].overlap }),
		frame.Numbers("document", n, func(i int) float64 { return float64(ps[i].doc.Index) }),
		frame.Numbers("document_score", n, func(i int) float64 { return ps[i].inPool }),
		frame.Numbers("against", n, func(i int) float64 { return score.Flag(ps[i].against) }),
		frame.Nullable("year", n, func(i int) (float64, bool) {
			y := ps[i].doc.Document.Year
			return float64(y), y > 0
		}),
		frame.Numbers("quantities", n, func(i int) float64 { return float64(len(evidence.Quantities(ps[i].text))) }),
		frame.Texts("round", n, func(i int) string { return ps[i].doc.Round }),
	}}
}

func (r *Run) piecesOf(l Look) []piece {
	var out []piece
	for _, p := range l.Passages {
		out = append(out, piece{
			doc: p.Doc, text: p.Text, section: p.Section, set: p.Set, relevance: p.Relative,
			overlap: p.Features["passage.question_overlap"], inPool: p.Features["passage.document"], against: p.Against,
		})
	}
	if len(out) > 0 {
		return out
	}
	for _, d := range l.Documents {
		relevance := score.Share(d.Score, r.Documents[0].Score)
		out = append(out, piece{
			doc: d, text: state.Joined([]string{d.Document.Title, state.Abstract(&d.Document)}), set: d.All, relevance: relevance,
			overlap: evidence.Containment(r.Question, d.All), inPool: relevance, against: r.read.FoundAgainst(d),
		})
	}
	return out
}

// tellCoverage adds to a step which plugins measure a block's gaps, and how far the evidence carries each. Of the host's
// own measure the threshold tells enough.
func (r *Run) tellCoverage(g *policy.Gap, gaps []*state.Gap, step *record.Step) {
	for i := range g.Stages {
		s := &g.Stages[i]
		step.Texts["measured"] = append(step.Texts["measured"], fmt.Sprintf("%s by plugin %s", s.Name, s.Plugin))
	}
	for _, c := range gaps {
		if g.Stage(policy.GapStageCoverage) != nil && c.Measured {
			step.Numbers[c.Id+".coverage"] = c.Now
		}
	}
}
