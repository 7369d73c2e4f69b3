package prompt

import (
	"fmt"
	"strings"
)

// A Document is a work, or a passage of one, as a model sees it.
type Document struct {
	ID    string // the host's; answers name it by number, and parsers give this back
	Title string
	Text  string // abstract, passage or section
	Year  int    // 0: not known
}

// An Option is a choice of a question.
type Option struct{ Label, Text string }

// A ChainLink is a claim that the bridge round linked to one of the first round (S4-14).
type ChainLink struct {
	Claim      string
	Antecedent string // the entity of the first round
	DocumentID string
}

// A Contrast is what the documents say of two options together (S3-16).
type Contrast struct {
	Options     [2]string // labels
	DocumentIDs []string  // best first
}

// Evidence is what questions are answered from; a builder uses what its task needs.
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
	Convergence string
	Instruction string
}

// numbered is a document with its name in the prompt.
type numbered struct{ Name, Text string }

// All are the documents in the order in which they are numbered from D1 on: the falsifying ones first.
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
	for i, d := range e.All() {
		n := numbered{fmt.Sprintf("D%d", i+1), d.shown()}
		b.add(n.Text)
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
	for _, c := range e.Contrasts {
		if line := e.contrast(c); line != "" {
			s.Contrasts = append(s.Contrasts, line)
			b.add(line)
		}
	}
	if len(e.Chain) > 0 {
		s.Instruction = ChainInstruction
	}
	return s
}

// contrast is a contrast as it is shown; empty: none of its documents is.
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

func (d Document) shown() string {
	title := d.Title
	if d.Year != 0 {
		title = fmt.Sprintf("%s (%d)", title, d.Year)
	}
	return "title: " + strings.Join(strings.Fields(title), " ") + "\n" + d.Text
}

func (e Evidence) number(id string) string {
	for i, d := range e.All() {
		if d.ID == id {
			return fmt.Sprintf("D%d", i+1)
		}
	}
	return "?"
}

// ids are the documents' ids behind the numbers of an answer. What is no number of one is left out; unknown counts
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
