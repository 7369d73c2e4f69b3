package run

import (
	"context"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// A claim is a sentence that says something about the question.
type claim struct {
	evidence.Claim
	passage *passage
	set     []uint32
	overlap float64 // containment of the question in the sentence
	cluster int
	option  int // the single option it supports, -1 if none or several

	kind      string  // claim_type of S0-12; empty: unknown
	qualifier string  // how sure it says that it is; empty: it does not
	extracted bool    // a model worded it; the passage has the sentence from Start to End
	lost      float64 // of its own confidence, as it rests on too few types of sources (S1-20)
	measured  bool    // it reports a value of what the question asks for, its one quantity
}

// readClaims takes one sentence from each passage, the lead or the one nearest the
// question (B-14), at most PerDocument of a document, and clusters them.
// Of the best documents a model may read them instead.
func (r *run) readClaims(ctx context.Context) error {
	c := r.Policy.Claims
	taken := map[*document]int{}
	r.claims = nil
	for i, p := range r.passages {
		if c.PerDocument > 0 && taken[p.doc] >= c.PerDocument {
			continue
		}
		if cl := r.pickSentence(i, p, c.Pick); cl != nil {
			taken[p.doc]++
			r.claims = append(r.claims, cl)
		}
	}
	r.extractClaims(ctx)
	r.cluster()
	r.readValues()
	return nil
}

// pickSentence makes the claim of one passage; nil if the passage has no sentence.
func (r *run) pickSentence(index int, p *passage, pick string) *claim {
	var best *claim
	var from analysis.Sentence
	for _, s := range p.chunk.Sentences {
		text := s.Of(p.Text)
		set := analysis.SetOf(p.doc.ids, s.Words)
		overlap := evidence.Containment(r.focus, set)
		if best != nil && overlap <= best.overlap {
			continue
		}
		from = s
		best = &claim{passage: p, set: set, overlap: overlap, cluster: -1, option: r.singleOption(set)}
		best.Claim = evidence.Claim{
			Passage: index, Document: p.Document, Start: p.Start + s.Start, End: p.Start + s.End, Text: text,
			Confidence: r.ownConfidence(best), // U14
		}
		if pick == "lead" {
			break
		}
	}
	if best != nil {
		best.structure(from)
	}
	return best
}

// ownConfidence is U14: the share that a claim holds of the question's words and those of the options, or of the
// one that it supports, times its passage's score over the best one.
func (r *run) ownConfidence(c *claim) float64 {
	overlap := c.overlap
	if c.option >= 0 && r.Policy.Claims.ConfidenceOver == policy.ConfidenceOverOwn {
		overlap = evidence.Containment(evidence.Union(r.question, r.options[c.option]), c.set)
	}
	return overlap * c.passage.relative
}

// structure reads out of the words of the claim's sentence what a model would be asked for (S0-12, S0-13).
func (c *claim) structure(from analysis.Sentence) {
	s := from.Structure(c.Text)
	c.Quantities, c.kind, c.qualifier = s.Quantities, s.Type, s.Qualifier
}

// event is the claim as the record tells it.
func (c *claim) event() record.Claim {
	out := record.Claim{
		Passage: c.passage.ID, Text: c.Text, Start: c.Start, End: c.End, Cluster: c.cluster, Confidence: c.Confidence,
		Type: c.kind, Qualifier: c.qualifier, Extracted: c.extracted, Chain: c.passage.chain(),
	}
	if q, ok := evidence.MainQuantity(c.Quantities); ok {
		out.Value, out.Unit = &q.Value, q.Unit
	}
	return out
}

// cluster groups claims about the same thing by single linkage.
func (r *run) cluster() {
	sets := make([][]uint32, len(r.claims))
	for i, c := range r.claims {
		sets[i] = c.set
	}
	r.clusters = evidence.ClusterClaims(sets, r.measures.clusters, r.Policy.Claims.ClusterThreshold)
	for number, members := range r.clusters {
		for _, i := range members {
			r.claims[i].cluster = number
		}
	}
}

// clusterUnits is, per cluster, the unit that most of its documents report; ties go
// to the unit that is read first. A cluster without units has "".
func (rd *reading) clusterUnits() []string {
	out := make([]string, len(rd.clusters))
	for n, members := range rd.clusters {
		docs := map[string]map[int]bool{}
		var order []string
		for _, i := range members {
			for _, q := range rd.claims[i].Quantities {
				if docs[q.Unit] == nil {
					docs[q.Unit] = map[int]bool{}
					order = append(order, q.Unit)
				}
				docs[q.Unit][rd.claims[i].Document] = true
			}
		}
		best := 0
		for _, u := range order {
			if u != "" && len(docs[u]) > best {
				best, out[n] = len(docs[u]), u
			}
		}
	}
	return out
}

// quantity is the claim's first number in that unit.
func (c *claim) quantity(unit string) (float64, bool) {
	i := slices.IndexFunc(c.Quantities, func(q evidence.Quantity) bool { return q.Unit == unit })
	if i < 0 || unit == "" {
		return 0, false
	}
	return c.Quantities[i].Value, true
}

// claimFrame returns the tables that stages may see of claims.
func (r *run) claimFrame() frame.Frame {
	n := len(r.claims)
	units := r.clusterUnits()
	unit := func(i int) string {
		if c := r.claims[i]; r.Policy.Claims.AskedValues {
			return c.measuredUnit()
		}
		if k := r.claims[i].cluster; k >= 0 {
			return units[k]
		}
		return ""
	}
	claims := frame.Table{Name: "claims", Rows: n, Columns: []frame.Column{
		frame.Numbers("cluster", n, func(i int) float64 { return float64(r.claims[i].cluster) }),
		frame.Numbers("document", n, func(i int) float64 { return float64(r.claims[i].Document) }),
		frame.Texts("source", n, func(i int) string { return r.claims[i].passage.doc.source }),
		frame.Nullable("value", n, func(i int) (float64, bool) { return r.valueOf(r.claims[i], unit(i)) }),
		frame.Texts("unit", n, unit),
		frame.Numbers("base_confidence", n, func(i int) float64 { return r.claims[i].Confidence }),
		frame.Nullable("option", n, func(i int) (float64, bool) { return float64(r.claims[i].option), r.claims[i].option >= 0 }),
		frame.Tokens("token_set", n, func(i int) []uint32 { return r.claims[i].set }),
		frame.Texts("text", n, func(i int) string { return r.claims[i].Text }),
		frame.Texts("type", n, func(i int) string { return r.claims[i].kind }),
		frame.Texts("qualifier", n, func(i int) string { return r.claims[i].qualifier }),
	}}
	pool := frame.Table{Name: "pool", Rows: 1, Columns: []frame.Column{
		frame.Numbers("source_types", 1, func(int) float64 { return float64(len(sourceShares(r.documents))) }),
		frame.Numbers("documents", 1, func(int) float64 { return float64(len(r.documents)) }),
	}}
	return append(frame.Frame{claims, pool}, r.questionTables()...)
}
