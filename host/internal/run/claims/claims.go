package claims

import (
	"context"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// ReadClaims takes one sentence from each passage, the lead or the one nearest the
// question (B-14), at most PerDocument of a document, and clusters them.
// Of the best documents a model may read them instead.
func (r *Run) ReadClaims(ctx context.Context) error {
	c := r.Policy.Claims
	taken := map[*state.Document]int{}
	r.Claims = nil
	for i, p := range r.Passages {
		if c.PerDocument > 0 && taken[p.Doc] >= c.PerDocument {
			continue
		}
		if cl := r.read.PickSentence(i, p, c.Pick); cl != nil {
			taken[p.Doc]++
			r.Claims = append(r.Claims, cl)
		}
	}
	r.extractClaims(ctx)
	r.cluster()
	r.readValues()
	return nil
}

// cluster groups claims about the same thing by single linkage.
func (r *Run) cluster() {
	sets := make([][]uint32, len(r.Claims))
	for i, c := range r.Claims {
		sets[i] = c.Set
	}
	r.Clusters = evidence.ClusterClaims(sets, r.Measures.Clusters, r.Policy.Claims.ClusterThreshold)
	for number, members := range r.Clusters {
		for _, i := range members {
			r.Claims[i].Cluster = number
		}
	}
}

// clusterUnits is, per cluster, the unit that most of its documents report; ties go
// to the unit that is read first. A cluster without units has "".
func (rd *Run) clusterUnits() []string {
	out := make([]string, len(rd.Clusters))
	for n, members := range rd.Clusters {
		docs := map[string]map[int]bool{}
		var order []string
		for _, i := range members {
			for _, q := range rd.Claims[i].Quantities {
				if docs[q.Unit] == nil {
					docs[q.Unit] = map[int]bool{}
					order = append(order, q.Unit)
				}
				docs[q.Unit][rd.Claims[i].Document] = true
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

// ClaimFrame returns the tables that stages may see of claims.
func (r *Run) ClaimFrame() frame.Frame {
	n := len(r.Claims)
	units := r.clusterUnits()
	unit := func(i int) string {
		if c := r.Claims[i]; r.Policy.Claims.AskedValues {
			return c.MeasuredUnit()
		}
		if k := r.Claims[i].Cluster; k >= 0 {
			return units[k]
		}
		return ""
	}
	claims := frame.Table{Name: "claims", Rows: n, Columns: []frame.Column{
		frame.Numbers("cluster", n, func(i int) float64 { return float64(r.Claims[i].Cluster) }),
		frame.Numbers("document", n, func(i int) float64 { return float64(r.Claims[i].Document) }),
		frame.Texts("source", n, func(i int) string { return r.Claims[i].In.Doc.Source }),
		frame.Nullable("value", n, func(i int) (float64, bool) { return r.valueOf(r.Claims[i], unit(i)) }),
		frame.Texts("unit", n, unit),
		frame.Numbers("base_confidence", n, func(i int) float64 { return r.Claims[i].Confidence }),
		frame.Nullable("option", n, func(i int) (float64, bool) { return float64(r.Claims[i].Option), r.Claims[i].Option >= 0 }),
		frame.Tokens("token_set", n, func(i int) []uint32 { return r.Claims[i].Set }),
		frame.Texts("text", n, func(i int) string { return r.Claims[i].Text }),
		frame.Texts("type", n, func(i int) string { return r.Claims[i].Kind }),
		frame.Texts("qualifier", n, func(i int) string { return r.Claims[i].Qualifier }),
	}}
	pool := frame.Table{Name: "pool", Rows: 1, Columns: []frame.Column{
		frame.Numbers("source_types", 1, func(int) float64 { return float64(len(state.SourceShares(r.Documents))) }),
		frame.Numbers("documents", 1, func(int) float64 { return float64(len(r.Documents)) }),
	}}
	return append(frame.Frame{claims, pool}, r.QuestionTables()...)
}
