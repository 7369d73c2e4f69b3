package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/plugins/internal/reading"
)

// A document of a corpus, cut into sentences.
type document struct {
	id        string
	sentences []reading.Sentence
}

// An asked question of a pack, with what its labels tell.
type asked struct {
	text    string
	options []string
	gold    map[string]bool         // documents that address it; empty: nothing in the pack's corpus does
	beside  map[string]bool         // documents on its subject that do not settle it
	exact   map[string]map[int]bool // of documents, the sentences that address it
	open    bool                    // of other documents of its corpus nothing is known
}

// A pack is a corpus with its questions.
type pack struct {
	name      string
	documents []document
	index     *index
	questions []asked
}

// A loader reads packs and notes the digests of the files that it read.
type loader struct {
	data    string
	digests map[string]string
}

// lines calls use for each object of a JSON-lines file.
func lines[T any](l *loader, name string, use func(T)) error {
	b, err := os.ReadFile(filepath.Join(l.data, name))
	if err != nil {
		return fmt.Errorf("a pack is missing: %w: give the folder of the data with -data", err)
	}
	sum := sha256.Sum256(b)
	l.digests[name] = hex.EncodeToString(sum[:])
	scanner := bufio.NewScanner(bytes.NewReader(b))
	scanner.Buffer(nil, 1<<26)
	for n := 1; scanner.Scan(); n++ {
		var v T
		if err := json.Unmarshal(scanner.Bytes(), &v); err != nil {
			return fmt.Errorf("%s: line %d: %w", name, n, err)
		}
		use(v)
	}
	return scanner.Err()
}

// source is a document as corpora have it.
type source struct {
	ID, Title, Abstract string
	Spans               [][2]int `json:"sentence_spans"`
	Sections            []struct{ Label, Text string }
}

// corpus reads the documents of a pack.
func (l *loader) corpus(p *pack) error {
	return lines(l, p.name+"/corpus.jsonl", func(s source) {
		d := document{id: s.ID}
		switch {
		case len(s.Spans) > 0:
			for _, span := range s.Spans {
				d.add(s.Title, s.Abstract[span[0]:span[1]], "")
			}
		case len(s.Sections) > 0:
			for _, section := range s.Sections {
				d.cut(s.Title, section.Text, evidence.SectionClass(section.Label))
			}
		default:
			d.cut(s.Title, s.Abstract, "")
		}
		p.documents = append(p.documents, d)
	})
}

func (d *document) cut(title, text, section string) {
	for _, span := range evidence.Sentences(text) {
		d.add(title, span.Of(text), section)
	}
}

func (d *document) add(title, text, section string) {
	d.sentences = append(d.sentences, reading.Sentence{Title: title, Text: text, Section: section, Place: len(d.sentences)})
}

// question is a question as packs have it.
type question struct {
	Question, Type string
	Options        []struct{ Text string }
	Gold           []string `json:"gold_docs"`
	Meta           struct{ Kind, Evidence string }
}

// questions reads the questions of a file. Those that the pack calls unanswerable have no gold.
func (l *loader) questions(p *pack, file string) error {
	places := map[string]int{}
	for i, d := range p.documents {
		places[d.id] = i
	}
	return lines(l, file, func(q question) {
		a := asked{text: q.Question, gold: setOf(q.Gold), exact: map[string]map[int]bool{}}
		for _, o := range q.Options {
			a.options = append(a.options, o.Text)
		}
		for id := range a.gold {
			if at, there := places[id]; there && q.Meta.Evidence != "" {
				a.exact[id] = quoted(p.documents[at].sentences, q.Meta.Evidence)
			}
		}
		p.questions = append(p.questions, a)
	})
}

// quoted returns the sentences that a piece of evidence is part of or that it holds; pieces are parted by " || ".
func quoted(sentences []reading.Sentence, evidence string) map[int]bool {
	out := map[int]bool{}
	for piece := range strings.SplitSeq(evidence, " || ") {
		for i, s := range sentences {
			if strings.Contains(s.Text, piece) || len(s.Text) > 20 && strings.Contains(piece, s.Text) {
				out[i] = true
			}
		}
	}
	return out
}

func setOf(list []string) map[string]bool {
	out := map[string]bool{}
	for _, s := range list {
		out[s] = true
	}
	return out
}

// claim is a claim of SciFact or HealthVer.
type claim struct {
	Claim    string
	Evidence []struct {
		Doc, Label string
		Rationales [][]int
	}
	Cited []string `json:"cited_docs"`
}

// claims reads claims with their evidence.
func (l *loader) claims(p *pack, file string) error {
	return lines(l, file, func(c claim) {
		a := asked{text: c.Claim, gold: map[string]bool{}, beside: map[string]bool{}, exact: map[string]map[int]bool{}}
		for _, e := range c.Evidence {
			if e.Label == "NOT_ENOUGH_INFO" {
				a.beside[e.Doc] = true
				continue
			}
			a.gold[e.Doc] = true
			for _, set := range e.Rationales {
				for _, i := range set {
					if a.exact[e.Doc] == nil {
						a.exact[e.Doc] = map[int]bool{}
					}
					a.exact[e.Doc][i] = true
				}
			}
		}
		a.open = len(c.Cited) == 0
		for _, id := range c.Cited {
			if !a.gold[id] {
				a.beside[id] = true
			}
		}
		p.questions = append(p.questions, a)
	})
}

// pair is a claim with one sentence of evidence.
type pair struct{ Group, Claim, Evidence, Title, Label string }

// pairs reads claims with labelled sentences; each title with its sentences is a document.
func (l *loader) pairs(p *pack, file string) error {
	byClaim, known := map[string]int{}, map[string]bool{}
	return lines(l, file, func(r pair) {
		id := r.Title + "\n" + r.Evidence
		if !known[id] {
			known[id] = true
			d := document{id: id}
			d.add(r.Title, r.Evidence, "")
			p.documents = append(p.documents, d)
		}
		at, seen := byClaim[r.Claim]
		if !seen {
			at = len(p.questions)
			byClaim[r.Claim] = at
			p.questions = append(p.questions, asked{text: r.Claim, gold: map[string]bool{}, beside: map[string]bool{}, exact: map[string]map[int]bool{}, open: true})
		}
		q := &p.questions[at]
		if r.Label == "SUPPORT" || r.Label == "CONTRADICT" {
			q.gold[id], q.exact[id] = true, map[int]bool{0: true}
		} else {
			q.beside[id] = true
		}
	})
}

// load reads all packs: those with questions, and Cranfield, which answers none of them.
func load(data string) ([]*pack, map[string]string, error) {
	l := &loader{data: data, digests: map[string]string{}}
	pubmedqa, bioasq, scifact := &pack{name: "pubmedqa"}, &pack{name: "bioasq"}, &pack{name: "scifact"}
	healthver, cranfield, climate := &pack{name: "healthver"}, &pack{name: "cranfield"}, &pack{name: "climate"}
	exam1, exam2 := &pack{name: "exam"}, &pack{name: "exam"}
	for _, p := range []*pack{pubmedqa, bioasq, scifact, healthver, cranfield} {
		if err := l.corpus(p); err != nil {
			return nil, nil, err
		}
	}
	exam1.documents, exam2.documents = scifact.documents, bioasq.documents
	for _, read := range []func() error{
		func() error { return l.questions(pubmedqa, "pubmedqa/questions-dev.jsonl") },
		func() error { return l.questions(bioasq, "bioasq/questions-dev.jsonl") },
		func() error { return l.claims(scifact, "scifact/claims-train.jsonl") },
		func() error { return l.claims(healthver, "healthver/claims-dev.jsonl") },
		func() error { return l.questions(exam1, "exam/questions-scifact-dev.jsonl") },
		func() error { return l.questions(exam2, "exam/questions-bioasq-dev.jsonl") },
		func() error { return l.pairs(climate, "pairs/climate.jsonl") },
	} {
		if err := read(); err != nil {
			return nil, nil, err
		}
	}
	packs := []*pack{pubmedqa, bioasq, scifact, healthver, exam1, exam2, climate, cranfield}
	for _, p := range packs {
		p.index = newIndex(p.documents)
	}
	return packs, l.digests, nil
}
