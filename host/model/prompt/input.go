package prompt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/model"
)

// A Document is a work, or a passage of one, as a model sees it.
type Document struct {
	ID      string // the host's; answers name it by number, and parsers give this back
	Title   string
	Text    string // abstract, passage or section
	Year    int    // 0: not known
	Source  string // where it was found; empty: not shown
	Section string // of the work that Text is from; empty: not shown
	Stance  string // what the program's own reading makes of it; empty: not shown
}

// A Dossier holds the evidence that the program found for an option.
type Dossier struct {
	Label  string
	Quotes []Quote // best first
}

// A Quote is a sentence of a document.
type Quote struct {
	DocumentID string
	Text       string
	Stance     string // such as "supports"; empty: not judged
}

// An Option is a choice of a question.
type Option struct{ Label, Text string }

// A ChainLink is a claim that the bridge round linked to one of the first round (S4-14).
type ChainLink struct {
	Claim      string
	Antecedent string // the entity of the first round
	DocumentID string
}

// A Contrast holds what the documents say of two options together (S3-16).
type Contrast struct {
	Options     [2]string // labels
	DocumentIDs []string  // best first
}

// Evidence holds the input for answers to questions; a builder uses what its task needs.
type Evidence struct {
	Question  string
	Options   []Option
	Documents []Document
	// Falsifying documents speak against a draft. They come first (S0-20), and are numbered with the others.
	Falsifying []Document
	// Chain makes the section "Chain-linked evidence" (S4-15) and adds the instruction of S4-16.
	Chain []ChainLink
	// Contrasts names the documents that speak of two options together, pair by pair (S3-16).
	Contrasts []Contrast
	// Dossiers has what the program found for each option.
	Dossiers []Dossier
	// Claims were read out of the documents.
	Claims []Quote
	// Convergence has one line for each cluster of numbers: value, unit, sources, flag (S0-16, U25).
	Convergence []string
}

// ChainInstruction is added to the system prompt when there is chain-linked evidence: S4-16, word for word.
const ChainInstruction = "When chain-linked evidence is present, prioritize constructing an explicit multi-step reasoning chain that cites both the base evidence and the bridge evidence."

// shown is an Evidence as templates see it.
type shown struct {
	Question    string
	Options     []string
	Falsifying  []numbered
	Documents   []numbered
	Chain       []string
	Contrasts   []string
	Dossiers    []string
	Claims      string
	Convergence string
}

// numbered is a document with its name in the prompt.
type numbered struct{ Name, Text string }

// All returns the documents in the order in which they are numbered from D1 on: the falsifying ones first.
func (e Evidence) All() []Document {
	return append(e.Falsifying[:len(e.Falsifying):len(e.Falsifying)], e.Documents...)
}

// show adds all texts to b.
func (e Evidence) show(b *blocks) shown {
	s := shown{Question: e.Question, Convergence: strings.Join(e.Convergence, "\n")}
	b.add(s.Question, s.Convergence)
	for _, o := range e.Options {
		text := fmt.Sprintf("label: %s\n%s", o.Label, o.Text)
		s.Options = append(s.Options, text)
		b.add(text)
	}
	for i := range e.All() {
		n := numbered{fmt.Sprintf("D%d", i+1), e.text(i)}
		b.share(n.Text)
		if i < len(e.Falsifying) {
			s.Falsifying = append(s.Falsifying, n)
		} else {
			s.Documents = append(s.Documents, n)
		}
	}
	for _, c := range e.Chain {
		text := fmt.Sprintf("%s [%s] (links to: %s)", c.Claim, e.number(c.DocumentID), c.Antecedent)
		s.Chain = append(s.Chain, text)
		b.add(text)
	}
	for _, d := range e.Dossiers {
		if text := e.dossier(d); text != "" {
			s.Dossiers = append(s.Dossiers, text)
			b.add(text)
		}
	}
	s.Claims = strings.Join(e.quotesOf(e.Claims), "\n")
	b.add(s.Claims)
	for _, c := range e.Contrasts {
		if line := e.contrast(c); line != "" {
			s.Contrasts = append(s.Contrasts, line)
			b.add(line)
		}
	}
	return s
}

// contrast returns a contrast as it is shown; empty: none of its documents is.
func (e Evidence) contrast(c Contrast) string {
	var names []string
	for _, id := range c.DocumentIDs {
		if n := e.number(id); n != "?" {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("%s and %s: %s", c.Options[0], c.Options[1], strings.Join(names, ", "))
}

// maxQuote caps a quote of a dossier, in bytes.
const maxQuote = 240

// dossier returns a dossier as it is shown; empty: nothing of it is in a document that is shown.
func (e Evidence) dossier(d Dossier) string {
	lines := e.quotesOf(d.Quotes)
	if len(lines) == 0 {
		return ""
	}
	return "option " + d.Label + "\n" + strings.Join(lines, "\n")
}

// quotesOf returns the quotes of documents that are shown, one a line.
func (e Evidence) quotesOf(quotes []Quote) []string {
	var out []string
	for _, q := range quotes {
		name := e.number(q.DocumentID)
		if name == "?" {
			continue
		}
		line := name
		if q.Stance != "" {
			line += " " + q.Stance
		}
		out = append(out, line+": "+oneLine(q.Text, maxQuote))
	}
	return out
}

// text returns the i-th document as it is shown. A further passage of a work that is shown names that instead of its title, and of a passage that is the
// title there is nothing more to show.
func (e Evidence) text(i int) string {
	all := e.All()
	d := all[i]
	title, about := spaced(d.Title), []string{d.Source, d.Section, d.Stance}
	if d.Year != 0 {
		about = append([]string{strconv.Itoa(d.Year)}, about...)
	}
	if first := slices.IndexFunc(all[:i], d.ofSameWork); first >= 0 {
		title, about = fmt.Sprintf("that of D%d", first+1), []string{d.Section, d.Stance}
	}
	about = slices.DeleteFunc(about, func(s string) bool { return spaced(s) == "" })
	if len(about) > 0 {
		title += " (" + spaced(strings.Join(about, "; ")) + ")"
	}
	if spaced(d.Text) == spaced(d.Title) {
		return "title: " + title
	}
	return "title: " + title + "\n" + d.Text
}

// ofSameWork tells whether two passages are of one work.
func (d Document) ofSameWork(other Document) bool {
	return spaced(d.Title) != "" && d.Title == other.Title && d.Year == other.Year && d.Source == other.Source
}

// spaced returns a text on one line, its words a blank apart.
func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }

// Name returns a document's number in the prompt; "?": it is not shown.
func (e Evidence) Name(id string) string { return e.number(id) }

func (e Evidence) number(id string) string {
	for i, d := range e.All() {
		if d.ID == id {
			return fmt.Sprintf("D%d", i+1)
		}
	}
	return "?"
}

// ids returns the documents' ids behind the numbers of an answer. Other numbers are left out; unknown counts
// those.
func (e Evidence) ids(names []string) (ids []string, unknown int) {
	seen := map[string]bool{}
	for _, name := range names {
		var n int
		name = strings.ToUpper(strings.Trim(name, "[]() \t"))
		if _, err := fmt.Sscanf(name, "D%d", &n); err != nil || fmt.Sprintf("D%d", n) != name || n < 1 || n > len(e.All()) {
			unknown++
			continue
		}
		if id := e.All()[n-1].ID; !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids, unknown
}

// smaller returns the evidence without its last document, which is the least relevant; false: there is one document left, or none.
func (e Evidence) smaller() (Evidence, bool) {
	if len(e.Documents) < 2 {
		return e, false
	}
	e.Documents = e.Documents[:len(e.Documents)-1]
	return e, true
}

// chained adds the instruction of S4-16 to the system prompt where chain-linked evidence is shown.
func chained(r model.Request, e Evidence) model.Request {
	if len(e.Chain) > 0 {
		r.System += "\n" + ChainInstruction
	}
	return r
}

// shrinking gives a request the way to a smaller one: the same, made of evidence with fewer documents.
func shrinking(r model.Request, err error, e Evidence, build func(Evidence) (model.Request, error)) (model.Request, error) {
	r.Smaller = func() (model.Request, bool) {
		less, ok := e.smaller()
		if !ok {
			return model.Request{}, false
		}
		smaller, err := build(less)
		return smaller, err == nil
	}
	return r, err
}
