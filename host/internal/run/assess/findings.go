package assess

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// The kinds of findings that handlers react to, by which plugins name them.
var (
	Contradicting = []string{"contradicts", "refutes", "contradiction"} // over passages
	supporting    = []string{"supports"}                                // over passages
)

const (
	Disagreeing  = "conflict"      // over documents
	disputing    = "disputed"      // over claims
	singleSource = "single_source" // over claims
)

// note keeps the findings of one stage's response.
func (r *Run) note(s *policy.Stage, resp *contract.Response) {
	if resp == nil || resp.Assess == nil {
		return
	}
	pairs := slices.ContainsFunc(r.Plugins[s.Plugin].Manifest().Outputs, func(o contract.Output) bool {
		return o.Kind == contract.OutputFinding && slices.Contains(supporting, o.Name)
	})
	for _, f := range resp.Assess.Findings {
		if len(f.Rows) > 0 {
			r.Noted = append(r.Noted, state.Noted{Finding: r.ofPassages(f), Stage: s.Name, Pairs: pairs})
		}
	}
}

// ofPassages turns a finding over sentences into one over their passages.
func (rd *Run) ofPassages(f contract.Finding) contract.Finding {
	if f.Table != state.SentencesTable {
		return f
	}
	rows := make([]uint32, len(f.Rows))
	for i, row := range f.Rows {
		rows[i] = uint32(rd.read.PassageOf(rd.Sentences[row]))
	}
	f.Table, f.Rows = "passages", rows
	return f
}

// An Event is one thing that a handler may ask about.
type Event struct {
	First, Second *state.Document // the works concerned; nil: unknown
	Phrase        string          // what signals it
	claim         string          // what was said
}

// Slots returns the placeholders of an event in query templates.
func (e Event) Slots() query.Slots {
	s := query.Slots{"phrase": e.Phrase, "claim": coreText(e.claim)}
	for name, d := range map[string]*state.Document{"a": e.First, "b": e.Second} {
		if d != nil {
			s["doc_"+name], s["hypothesis_"+name] = d.Document.Title, coreText(d.Document.Title)
		}
	}
	return s
}

func coreText(text string) string {
	return strings.Join(evidence.CoreTerms(text, query.CoreTerms), " ")
}

// String describes the event as records do.
func (e Event) String() string {
	out := e.Phrase
	for _, d := range []*state.Document{e.First, e.Second} {
		if d != nil {
			out += " | " + d.Document.Title
		}
	}
	return out
}

// Events lists what the assessment found that a handler reacts to, in the order of stages and findings.
func (r *Run) Events(h *policy.Handler) []Event {
	var out []Event
	for _, n := range r.Noted {
		var e Event
		ok := false
		if n.Weight < h.MinWeight {
			continue
		}
		switch h.Kind {
		case policy.OnContradiction:
			e, ok = r.contradiction(n, h.MinWeight)
		case policy.OnDisagreement:
			e, ok = r.disagreement(n)
		case policy.OnDispute:
			e, ok = r.aboutClaims(n, disputing)
		case policy.OnSingleSource:
			e, ok = r.aboutClaims(n, singleSource)
		}
		if ok && !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

// contradiction returns the pair of S2-16: the work of a passage that contradicts, and one that says otherwise.
// Where the stage tells supporting passages, that is the work of the first of them; else that of the
// passage, found to contradict nothing, that shares most of the first one's words. A supporting finding that
// weighs less than least is none.
func (r *Run) contradiction(n state.Noted, least float64) (Event, bool) {
	if n.Table != "passages" || !slices.Contains(Contradicting, n.Kind) {
		return Event{}, false
	}
	p := r.Passages[n.Rows[0]]
	other := r.supporter(n.Stage, p, least)
	if !n.Pairs {
		other = r.counterpart(p)
	}
	if other == nil {
		return Event{}, false
	}
	return Event{First: p.Doc, Second: other.Doc, Phrase: n.Text, claim: r.nearestOf(p)}, true
}

// supporter returns the passage of the first supporting finding of a stage that is of another work and weighs enough.
func (rd *Run) supporter(stage string, p *state.Passage, least float64) *state.Passage {
	for _, n := range rd.Noted {
		if n.Stage == stage && n.Weight >= least && n.Table == "passages" && slices.Contains(supporting, n.Kind) && rd.Passages[n.Rows[0]].Doc != p.Doc {
			return rd.Passages[n.Rows[0]]
		}
	}
	return nil
}

// counterpart returns the passage of another work that shares most words with p and contradicts nothing; of
// equals the better one.
func (rd *Run) counterpart(p *state.Passage) *state.Passage {
	suspect := map[*state.Document]bool{p.Doc: true}
	for _, n := range rd.Noted {
		if n.Table == "passages" && slices.Contains(Contradicting, n.Kind) {
			suspect[rd.Passages[n.Rows[0]].Doc] = true
		}
	}
	var best *state.Passage
	most := 0.0
	for _, q := range rd.Passages {
		if v := evidence.Jaccard(p.Set, q.Set); !suspect[q.Doc] && v > most {
			best, most = q, v
		}
	}
	return best
}

// nearestOf returns the sentence of a passage that is nearest the question.
func (r *Run) nearestOf(p *state.Passage) string {
	text, best := p.Text, -1.0
	for _, s := range p.Chunk.Sentences {
		if v := evidence.Containment(r.Focus, analysis.SetOf(p.Doc.Ids, s.Words)); v > best {
			text, best = s.Of(p.Text), v
		}
	}
	return text
}

// disagreement returns a pair of works that say opposite things (S3-08).
func (rd *Run) disagreement(n state.Noted) (Event, bool) {
	if n.Table != "documents" || n.Kind != Disagreeing || len(n.Rows) < 2 {
		return Event{}, false
	}
	a, b := rd.Shown[n.Rows[0]], rd.Shown[n.Rows[1]]
	return Event{First: a, Second: b, Phrase: n.Text, claim: state.FirstSentence(&a.Document)}, true
}

// aboutClaims returns a finding over claims, and the first two works that make them.
func (rd *Run) aboutClaims(n state.Noted, kind string) (Event, bool) {
	if n.Table != "claims" || n.Kind != kind {
		return Event{}, false
	}
	first := rd.Claims[n.Rows[0]]
	e := Event{First: first.In.Doc, Phrase: n.Text, claim: first.Text}
	for _, row := range n.Rows[1:] {
		if d := rd.Claims[row].In.Doc; d != e.First {
			e.Second = d
			break
		}
	}
	return e, true
}

// everything returns the pool as scored last, best first, and after it what was found since, in the order of
// the pool; without works that may support nothing.
func (r *Run) everything() []*state.Document {
	out, have := slices.Clone(r.Documents), map[*state.Document]bool{}
	for _, d := range r.Documents {
		have[d] = true
	}
	var late []*state.Document
	for _, d := range r.ByIndex {
		if !have[d] {
			late = append(late, d)
		}
	}
	slices.SortFunc(late, func(a, b *state.Document) int { return cmp.Compare(a.Index, b.Index) })
	return slices.DeleteFunc(append(out, late...), func(d *state.Document) bool { return r.Excludes(&d.Document) })
}

// documentTable returns the columns that verify stages may see of the pool. The first sentence is that of the abstract,
// whatever is read as a claim (C25).
func (rd *Run) documentTable() frame.Table {
	ds := rd.Shown
	n := len(ds)
	best := 0.0
	for _, d := range ds {
		best = max(best, d.Score)
	}
	return frame.Table{Name: "documents", Rows: n, Columns: []frame.Column{
		frame.Texts("title", n, func(i int) string { return ds[i].Document.Title }),
		frame.Texts("text", n, func(i int) string { return state.Abstract(&ds[i].Document) }),
		frame.Texts("first_sentence", n, func(i int) string { return state.FirstSentence(&ds[i].Document) }),
		frame.Texts("source", n, func(i int) string { return ds[i].Source }),
		frame.Numbers("document", n, func(i int) float64 { return float64(ds[i].Index) }),
		frame.Numbers("relevance", n, func(i int) float64 { return score.Share(ds[i].Score, best) }),
		frame.Nullable("year", n, func(i int) (float64, bool) { return float64(ds[i].Document.Year), ds[i].Document.Year > 0 }),
	}}
}

// VerifyFrame returns the tables that verify stages may see.
func (r *Run) VerifyFrame() frame.Frame {
	f := append(append(r.read.PassageFrame("passages", r.Passages), r.claims.ClaimFrame()...), r.documentTable())
	return append(f, r.read.SentenceTable(), r.plan.WordTable())
}
