package prompt

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/host/model"
)

// silent is the score of an option on which the documents say nothing.
const silent = 0.2

// Options asks for a score of each option. Answer cap: 200 tokens and 250 for each option.
func Options(e Evidence) (model.Request, error) {
	var b blocks
	in := struct {
		shown
		Silent float64
	}{e.show(&b), silent}
	r, err := request(TaskOptions, model.Synthesis, 200+250*len(e.Options), in, &b)
	return shrinking(chained(r, e), err, e, Options)
}

// An OptionScore is a model's judgement of an option.
type OptionScore struct {
	Label     string
	Score     float64  // from 0 to 1
	Citations []string // ids of documents
	Reason    string
	Quote     string // word for word from a cited document; empty: none, or what the answer quoted is in none
}

// ParseOptions returns the scores in the order of the options. An option that the answer leaves out, repeats with
// another score, or scores beyond the range is left out: it has no score, which is not 0.
func ParseOptions(raw json.RawMessage, e Evidence) ([]OptionScore, []string) {
	n := &notes{task: TaskOptions}
	var answer struct {
		Options []struct {
			Label     string   `json:"label"`
			Score     *float64 `json:"score"`
			Citations []string `json:"citations"`
			Reason    string   `json:"reasoning"`
			Quote     string   `json:"quote"`
		} `json:"options"`
	}
	if !n.decode(raw, &answer) {
		return nil, n.list()
	}
	found := map[string]*OptionScore{}
	for _, o := range answer.Options {
		label, ok := e.label(o.Label)
		before, again := found[label]
		switch {
		case !ok:
			n.drop("options that do not exist")
		case o.Score == nil || !inUnit(*o.Score):
			n.drop("scores out of range")
			found[label] = nil
		case again && (before == nil || before.Score != *o.Score):
			n.drop("options with two scores")
			found[label] = nil
		case !again:
			ids, unknown := e.ids(o.Citations)
			n.dropN("documents that do not exist", unknown)
			found[label] = &OptionScore{label, *o.Score, ids, oneLine(o.Reason, maxSentence), e.verbatim(n, ids, o.Quote)}
		}
	}
	var scores []OptionScore
	for _, o := range e.Options {
		if s := found[o.Label]; s != nil {
			scores = append(scores, *s)
		}
	}
	n.dropN("options without a score", len(e.Options)-len(scores))
	return scores, n.list()
}

// verbatim returns a quote if one of the documents has it. A quote that none has is dropped.
func (e Evidence) verbatim(n *notes, ids []string, quote string) string {
	quote = oneLine(quote, 2*maxSentence)
	if quote == "" {
		return ""
	}
	for _, id := range ids {
		if e.quotes(id, quote) {
			return quote
		}
	}
	n.drop("quotes that are in no document cited")
	return ""
}

// label finds the option that an answer means: its label, whatever the case if that is clear, with or without marks
// around it.
func (e Evidence) label(said string) (string, bool) {
	said = strings.TrimSpace(strings.TrimPrefix(strings.Trim(said, "()[].: \t\n"), "label: "))
	match, count := "", 0
	for _, o := range e.Options {
		if o.Label == said {
			return o.Label, true
		}
		if strings.EqualFold(o.Label, said) {
			match = o.Label
			count++
		}
	}
	return match, count == 1
}

func inUnit(f float64) bool { return f >= 0 && f <= 1 && !math.IsNaN(f) }

// Synthesis asks for a free answer. Answer cap: 1200 tokens.
func Synthesis(e Evidence) (model.Request, error) {
	var b blocks
	r, err := request(TaskSynthesis, model.Synthesis, 1200, struct{ shown }{e.show(&b)}, &b)
	return shrinking(chained(r, e), err, e, Synthesis)
}

// An Answer is a free answer.
type Answer struct {
	Text       string
	Confidence float64  // from 0 to 1
	Citations  []string // ids of documents: those listed, then those in the text
	Answerable bool     // false: the documents do not settle the question, and Text says why
	Quote      string   // as that of an [OptionScore]
}

// ParseSynthesis returns nil with a note without text or confidence. Numbers in the text that are no
// document's stay in it, and a note counts them.
func ParseSynthesis(raw json.RawMessage, e Evidence) (*Answer, []string) {
	n := &notes{task: TaskSynthesis}
	var answer struct {
		Answer     string   `json:"answer"`
		Confidence *float64 `json:"confidence"`
		Citations  []string `json:"citations"`
		Answerable *bool    `json:"answerable"`
		Quote      string   `json:"quote"`
	}
	if !n.decode(raw, &answer) {
		return nil, n.list()
	}
	text := Clean(answer.Answer)
	if text == "" || answer.Confidence == nil || !inUnit(*answer.Confidence) {
		n.drop("an answer without text or with a confidence out of range")
		return nil, n.list()
	}
	ids, unknown := e.ids(append(answer.Citations, marks(text)...))
	n.dropN("documents that do not exist", unknown)
	return &Answer{text, *answer.Confidence, ids, answer.Answerable == nil || *answer.Answerable, e.verbatim(n, ids, answer.Quote)}, n.list()
}

// marks returns the document numbers in square brackets in a text.
func marks(text string) (names []string) {
	for _, m := range marked(text) {
		names = append(names, m.names...)
	}
	return names
}

// A mark is a pair of square brackets and the document numbers in it; start and end are bytes.
type mark struct {
	start, end int
	names      []string
}

// marked returns the pairs of square brackets in a text, those without numbers included.
func marked(text string) []mark {
	var out []mark
	for at := 0; ; {
		open := strings.IndexByte(text[at:], '[')
		if open < 0 {
			return out
		}
		length := strings.IndexByte(text[at+open:], ']')
		if length < 0 {
			return out
		}
		m := mark{start: at + open, end: at + open + length + 1}
		for _, name := range strings.FieldsFunc(text[m.start+1:m.end-1], func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
			if len(name) > 1 && name[0] == 'D' && strings.Trim(name[1:], "0123456789") == "" {
				m.names = append(m.names, name)
			}
		}
		out = append(out, m)
		at = m.end
	}
}

// Judge asks which of two answers is better (the debate of B-05). Answer cap: 400 tokens. To be fair, ask twice with the
// answers exchanged.
func Judge(e Evidence, first, second string) (model.Request, error) {
	var b blocks
	b.add(first, second)
	in := struct {
		shown
		First, Second string
	}{e.show(&b), first, second}
	r, err := request(TaskJudge, model.Judge, 400, in, &b)
	r.Again = true // with the answers exchanged
	return shrinking(r, err, e, func(less Evidence) (model.Request, error) { return Judge(less, first, second) })
}

// A Verdict is a judge's.
type Verdict struct {
	Choice     string // "first", "second" or "neither"
	Confidence float64
	Reason     string
}

// ParseJudge returns nil with a note without a choice.
func ParseJudge(raw json.RawMessage) (*Verdict, []string) {
	n := &notes{task: TaskJudge}
	var answer struct {
		Choice     string   `json:"choice"`
		Confidence *float64 `json:"confidence"`
		Reason     string   `json:"reasoning"`
	}
	if !n.decode(raw, &answer) {
		return nil, n.list()
	}
	if !known([]string{"first", "second", "neither"}, answer.Choice) || answer.Confidence == nil || !inUnit(*answer.Confidence) {
		n.drop("a verdict without choice or with a confidence out of range")
		return nil, n.list()
	}
	return &Verdict{answer.Choice, *answer.Confidence, oneLine(answer.Reason, maxSentence)}, n.list()
}

// Verify asks which documents speak against a draft (S0-17). Answer cap: 100 tokens and 120 for each document.
func Verify(e Evidence, draft string) (model.Request, error) {
	var b blocks
	b.add(draft)
	in := struct {
		shown
		Draft string
	}{e.show(&b), draft}
	r, err := request(TaskVerify, model.Verify, 100+120*len(e.All()), in, &b)
	return shrinking(r, err, e, func(less Evidence) (model.Request, error) { return Verify(less, draft) })
}

// A DraftFinding is a document that bears on a draft.
type DraftFinding struct {
	DocumentID string
	Refutes    bool
	Strength   float64 // from 0 to 1
	Quote      string  // word for word from the document; empty: what the answer quoted is not in it
}

// ParseVerify returns one finding for each document, the first. A quote that is not in its document is dropped, and the
// finding's strength halved: what a model cannot show counts less.
func ParseVerify(raw json.RawMessage, e Evidence) ([]DraftFinding, []string) {
	n := &notes{task: TaskVerify}
	var answer struct {
		Findings []struct {
			Document string   `json:"document"`
			Verdict  string   `json:"verdict"`
			Strength *float64 `json:"strength"`
			Quote    string   `json:"quote"`
		} `json:"findings"`
	}
	if !n.decode(raw, &answer) {
		return nil, n.list()
	}
	var list []DraftFinding
	seen := map[string]bool{}
	for _, f := range answer.Findings {
		ids, _ := e.ids([]string{f.Document})
		switch {
		case len(ids) == 0:
			n.drop("documents that do not exist")
			continue
		case !known([]string{"supports", "refutes"}, f.Verdict) || f.Strength == nil || !inUnit(*f.Strength):
			n.drop("findings without verdict or with a strength out of range")
			continue
		case seen[ids[0]]:
			n.drop("second findings of a document")
			continue
		}
		seen[ids[0]] = true
		found := DraftFinding{ids[0], f.Verdict == "refutes", *f.Strength, oneLine(f.Quote, 2*maxSentence)}
		if !e.quotes(ids[0], found.Quote) {
			n.drop("quotes that are not in the document")
			found.Quote, found.Strength = "", found.Strength/2
		}
		list = append(list, found)
	}
	return list, n.list()
}

// quotes tells whether a document has the quote, but for white space and case.
func (e Evidence) quotes(id, quote string) bool {
	if quote == "" {
		return false
	}
	flat := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(Clean(s)), " ")) }
	for _, d := range e.All() {
		if d.ID == id && strings.Contains(flat(d.Title+" "+d.Text), flat(strings.Trim(quote, "\"“”. "))) {
			return true
		}
	}
	return false
}
