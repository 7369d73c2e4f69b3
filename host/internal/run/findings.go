package run

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// The kinds of findings that handlers react to, by which plugins name them.
var (
	contradicting = []string{"contradicts", "refutes", "contradiction"} // over passages
	supporting    = []string{"supports"}                                // over passages
)

const (
	disagreeing  = "conflict"      // over documents
	disputing    = "disputed"      // over claims
	singleSource = "single_source" // over claims
)

// A noted finding is one of a triangulate or verify stage, for handlers.
type noted struct {
	contract.Finding
	stage string
	pairs bool // the stage tells supporting passages from contradicting ones
}

// note keeps the findings of one stage's response.
func (r *run) note(s *policy.Stage, resp *contract.Response) {
	if resp == nil || resp.Assess == nil {
		return
	}
	pairs := slices.ContainsFunc(r.Plugins[s.Plugin].Manifest().Outputs, func(o contract.Output) bool {
		return o.Kind == contract.OutputFinding && slices.Contains(supporting, o.Name)
	})
	for _, f := range resp.Assess.Findings {
		if len(f.Rows) > 0 {
			r.noted = append(r.noted, noted{r.ofPassages(f), s.Name, pairs})
		}
	}
}

// ofPassages turns a finding over sentences into one over their passages.
func (rd *reading) ofPassages(f contract.Finding) contract.Finding {
	if f.Table != sentencesTable {
		return f
	}
	rows := make([]uint32, len(f.Rows))
	for i, row := range f.Rows {
		rows[i] = uint32(rd.passageOf(rd.sentences[row]))
	}
	f.Table, f.Rows = "passages", rows
	return f
}

// An event is one thing that a handler may ask about.
type event struct {
	first, second *document // the works concerned; nil: unknown
	phrase        string    // what signals it
	claim         string    // what was said
}

// slots are the placeholders of an event in query templates.
func (e event) slots() query.Slots {
	s := query.Slots{"phrase": e.phrase, "claim": coreText(e.claim)}
	for name, d := range map[string]*document{"a": e.first, "b": e.second} {
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
func (e event) String() string {
	out := e.phrase
	for _, d := range []*document{e.first, e.second} {
		if d != nil {
			out += " | " + d.Document.Title
		}
	}
	return out
}

// events lists what the assessment found that a handler reacts to, in the order of stages and findings.
func (r *run) events(h *policy.Handler) []event {
	var out []event
	for _, n := range r.noted {
		var e event
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

// contradiction is the pair of S2-16: the work of a passage that contradicts, and one that says otherwise.
// Where the stage tells supporting passages, that is the work of the first of them; else that of the
// passage, found to contradict nothing, that shares most of the first one's words. A supporting finding that
// weighs less than least is none.
func (r *run) contradiction(n noted, least float64) (event, bool) {
	if n.Table != "passages" || !slices.Contains(contradicting, n.Kind) {
		return event{}, false
	}
	p := r.passages[n.Rows[0]]
	other := r.supporter(n.stage, p, least)
	if !n.pairs {
		other = r.counterpart(p)
	}
	if other == nil {
		return event{}, false
	}
	return event{first: p.doc, second: other.doc, phrase: n.Text, claim: r.nearestOf(p)}, true
}

// supporter is the passage of the first supporting finding of a stage that is of another work and weighs enough.
func (rd *reading) supporter(stage string, p *passage, least float64) *passage {
	for _, n := range rd.noted {
		if n.stage == stage && n.Weight >= least && n.Table == "passages" && slices.Contains(supporting, n.Kind) && rd.passages[n.Rows[0]].doc != p.doc {
			return rd.passages[n.Rows[0]]
		}
	}
	return nil
}

// counterpart is the passage of another work that shares most words with p and contradicts nothing; of
// equals the better one.
func (rd *reading) counterpart(p *passage) *passage {
	suspect := map[*document]bool{p.doc: true}
	for _, n := range rd.noted {
		if n.Table == "passages" && slices.Contains(contradicting, n.Kind) {
			suspect[rd.passages[n.Rows[0]].doc] = true
		}
	}
	var best *passage
	most := 0.0
	for _, q := range rd.passages {
		if v := evidence.Jaccard(p.set, q.set); !suspect[q.doc] && v > most {
			best, most = q, v
		}
	}
	return best
}

// nearestOf is the sentence of a passage that is nearest the question.
func (r *run) nearestOf(p *passage) string {
	text, best := p.Text, -1.0
	for _, s := range p.chunk.Sentences {
		if v := evidence.Containment(r.focus, analysis.SetOf(p.doc.ids, s.Words)); v > best {
			text, best = s.Of(p.Text), v
		}
	}
	return text
}

// disagreement is a pair of works that say opposite things (S3-08).
func (rd *reading) disagreement(n noted) (event, bool) {
	if n.Table != "documents" || n.Kind != disagreeing || len(n.Rows) < 2 {
		return event{}, false
	}
	a, b := rd.shown[n.Rows[0]], rd.shown[n.Rows[1]]
	return event{first: a, second: b, phrase: n.Text, claim: firstSentence(&a.Document)}, true
}

// aboutClaims is a finding over claims, and the first two works that make them.
func (rd *reading) aboutClaims(n noted, kind string) (event, bool) {
	if n.Table != "claims" || n.Kind != kind {
		return event{}, false
	}
	first := rd.claims[n.Rows[0]]
	e := event{first: first.passage.doc, phrase: n.Text, claim: first.Text}
	for _, row := range n.Rows[1:] {
		if d := rd.claims[row].passage.doc; d != e.first {
			e.second = d
			break
		}
	}
	return e, true
}

// everything is the pool as scored last, best first, and after it what was found since, in the order of
// the pool; without works that may support nothing.
func (r *run) everything() []*document {
	out, have := slices.Clone(r.documents), map[*document]bool{}
	for _, d := range r.documents {
		have[d] = true
	}
	var late []*document
	for _, d := range r.byIndex {
		if !have[d] {
			late = append(late, d)
		}
	}
	slices.SortFunc(late, func(a, b *document) int { return cmp.Compare(a.Index, b.Index) })
	return slices.DeleteFunc(append(out, late...), func(d *document) bool { return r.excludes(&d.Document) })
}

// documentTable returns the columns that verify stages may see of the pool. The first sentence is that of the abstract,
// whatever is read as a claim (C25).
func (rd *reading) documentTable() frame.Table {
	ds := rd.shown
	n := len(ds)
	best := 0.0
	for _, d := range ds {
		best = max(best, d.Score)
	}
	return frame.Table{Name: "documents", Rows: n, Columns: []frame.Column{
		frame.Texts("title", n, func(i int) string { return ds[i].Document.Title }),
		frame.Texts("text", n, func(i int) string { return abstract(&ds[i].Document) }),
		frame.Texts("first_sentence", n, func(i int) string { return firstSentence(&ds[i].Document) }),
		frame.Texts("source", n, func(i int) string { return ds[i].source }),
		frame.Numbers("document", n, func(i int) float64 { return float64(ds[i].Index) }),
		frame.Numbers("relevance", n, func(i int) float64 { return score.Share(ds[i].Score, best) }),
		frame.Nullable("year", n, func(i int) (float64, bool) { return float64(ds[i].Document.Year), ds[i].Document.Year > 0 }),
	}}
}

// abstract is a document's abstract, or else its first section.
func abstract(d *evidence.Document) string {
	switch {
	case d.Abstract != "":
		return d.Abstract
	case len(d.Sections) > 0:
		return d.Sections[0].Text
	}
	return d.Text
}

// firstSentence is the first sentence of a document's abstract; "": it has no text.
func firstSentence(d *evidence.Document) string {
	text := abstract(d)
	if s := evidence.Sentences(text); len(s) > 0 {
		return s[0].Of(text)
	}
	return ""
}

// verifyFrame returns the tables that verify stages may see.
func (r *run) verifyFrame() frame.Frame {
	f := append(append(r.passageFrame("passages", r.passages), r.claimFrame()...), r.documentTable())
	return append(f, r.sentenceTable(), r.wordTable())
}
