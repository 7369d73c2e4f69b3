package run

import (
	"context"
	"fmt"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// measured is what each of some gaps of one block measures by what is looked at, from 0 to 1: by the block's stage of that
// name, else by the host's own measure. Nil: the stage gave nothing, and the policy says that the run goes on.
func (r *run) measured(ctx context.Context, name string, gaps []*gap, l look) ([]float64, error) {
	if len(gaps) == 0 {
		return nil, nil
	}
	g := &r.Policy.Gaps[gaps[0].block]
	if s := g.Stage(name); s != nil {
		resp, err := r.call(ctx, "gap."+g.Kind, s, r.gapFrame(gaps, l))
		if err != nil || resp == nil {
			return nil, err
		}
		return resp.Score.Scores, nil
	}
	if name == policy.GapStageSaturation {
		return saturations(gaps, l), nil
	}
	return collect(len(gaps), func(i int) float64 { return r.carried(gaps[i], l) }), nil
}

// saturations is S1-09: the share of each gap's terms that anything looked at holds, its own work apart.
func saturations(gaps []*gap, l look) []float64 {
	held := l.tokens()
	return collect(len(gaps), func(i int) float64 {
		if gaps[i].own != nil {
			return evidence.Containment(gaps[i].terms, l.without(gaps[i].own).tokens())
		}
		return evidence.Containment(gaps[i].terms, held)
	})
}

// gapFrame is what a gap block's stages may see: the gaps, and the pieces of evidence that they are held against.
func (r *run) gapFrame(gaps []*gap, l look) frame {
	n := len(gaps)
	items := table{"items", n, []column{
		texts("text", n, func(i int) string { return gaps[i].about }),
		tokens("token_set", n, func(i int) []uint32 { return gaps[i].all }),
		tokens("term_set", n, func(i int) []uint32 { return gaps[i].terms }),
		texts("type", n, func(i int) string { return gaps[i].typ }),
		nullable("document", n, func(i int) (float64, bool) {
			if gaps[i].own == nil {
				return 0, false
			}
			return float64(gaps[i].own.Index), true
		}),
		texts("round", n, func(i int) string { return gaps[i].askedIn }),
	}}
	return append(frame{items, r.pieces(l)}, r.questionTables()...)
}

// A piece is a passage, or a document where no passages are looked at.
type piece struct {
	doc                        *document
	text, section              string
	set                        []uint32
	relevance, overlap, inPool float64
	against                    bool
}

// pieces is the table of what gaps are held against.
func (r *run) pieces(l look) table {
	ps := r.piecesOf(l)
	n := len(ps)
	return table{"pieces", n, []column{
		tokens("token_set", n, func(i int) []uint32 { return ps[i].set }),
		texts("text", n, func(i int) string { return ps[i].text }),
		texts("section", n, func(i int) string { return ps[i].section }),
		texts("source", n, func(i int) string { return ps[i].doc.source }),
		numbers("relevance", n, func(i int) float64 { return ps[i].relevance }),
		numbers("question_overlap", n, func(i int) float64 { return ps[i].overlap }),
		numbers("document", n, func(i int) float64 { return float64(ps[i].doc.Index) }),
		numbers("document_score", n, func(i int) float64 { return ps[i].inPool }),
		numbers("against", n, func(i int) float64 { return flag(ps[i].against) }),
		nullable("year", n, func(i int) (float64, bool) {
			y := ps[i].doc.Document.Year
			return float64(y), y > 0
		}),
		numbers("quantities", n, func(i int) float64 { return float64(len(evidence.Quantities(ps[i].text))) }),
		texts("round", n, func(i int) string { return ps[i].doc.Round }),
	}}
}

func (r *run) piecesOf(l look) []piece {
	var out []piece
	for _, p := range l.passages {
		out = append(out, piece{
			doc: p.doc, text: p.Text, section: p.Section, set: p.set, relevance: p.relative,
			overlap: p.features["passage.question_overlap"], inPool: p.features["passage.document"], against: p.against,
		})
	}
	if len(out) > 0 {
		return out
	}
	for _, d := range l.documents {
		score := share(d.score, r.documents[0].score)
		out = append(out, piece{
			doc: d, text: joined([]string{d.Document.Title, abstract(&d.Document)}), set: d.all, relevance: score,
			overlap: evidence.Containment(r.question, d.all), inPool: score, against: r.foundAgainst(d),
		})
	}
	return out
}

// tellCoverage adds to a step which plugins measure a block's gaps, and how far the evidence carries each. Of the host's
// own measure the threshold tells enough.
func (r *run) tellCoverage(g *policy.Gap, gaps []*gap, step *record.Step) {
	for i := range g.Stages {
		s := &g.Stages[i]
		step.Texts["measured"] = append(step.Texts["measured"], fmt.Sprintf("%s by plugin %s", s.Name, s.Plugin))
	}
	for _, c := range gaps {
		if g.Stage(policy.GapStageCoverage) != nil && c.measured {
			step.Numbers[c.id+".coverage"] = c.now
		}
	}
}
