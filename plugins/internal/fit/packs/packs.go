// Package packs reads the labelled data that shipped weights are fitted to.
package packs

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// A Label is what evidence says of a claim.
type Label int

// The labels.
const (
	Neither Label = iota
	Support
	Contradict
)

// A Sentence is one of a piece of evidence.
type Sentence struct {
	Text    string
	Section string
}

// An Example is a claim with evidence and its label. Examples of one group belong in one fold.
type Example struct {
	Pack, Group, Claim string
	Sentences          []Sentence
	Label              Label
	Weight             float64 // within its pack
	Judged             bool    // counts in figures
}

// lines calls use for each line of a JSON-lines file.
func lines[T any](path string, use func(T)) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("a pack is missing: %w: give the folder of the data with -data", err)
	}
	defer f.Close()
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, 1<<26)
	for n := 1; scanner.Scan(); n++ {
		var v T
		if err := json.Unmarshal(scanner.Bytes(), &v); err != nil {
			return fmt.Errorf("%s: line %d: %w", path, n, err)
		}
		use(v)
	}
	return scanner.Err()
}

// Pairs reads a pack of claims with one piece of evidence each: climate, fever or evidence-inference.
func Pairs(data, name string) ([]Example, error) {
	type row struct{ Group, Claim, Evidence, Title, Label string }
	var examples []Example
	err := lines(filepath.Join(data, "pairs", name+".jsonl"), func(r row) {
		examples = append(examples, Example{Pack: name, Group: r.Group, Claim: r.Claim, Sentences: cut(r.Evidence, ""), Label: labelOf(r.Label), Weight: 1, Judged: true})
	})
	return examples, err
}

func labelOf(s string) Label {
	switch s {
	case "SUPPORT":
		return Support
	case "CONTRADICT":
		return Contradict
	}
	return Neither
}

// HealthVer reads claims with the pieces of evidence that are labelled for them.
func HealthVer(data string) ([]Example, error) {
	type piece struct{ ID, Abstract string }
	type row struct {
		Claim, Topic string
		Evidence     []struct{ Doc, Label string }
	}
	corpus, examples := map[string]string{}, []Example(nil)
	if err := lines(filepath.Join(data, "healthver", "corpus.jsonl"), func(p piece) { corpus[p.ID] = p.Abstract }); err != nil {
		return nil, err
	}
	err := lines(filepath.Join(data, "healthver", "claims-dev.jsonl"), func(r row) {
		for _, e := range r.Evidence {
			examples = append(examples, Example{Pack: "healthver", Group: r.Topic, Claim: r.Claim, Sentences: cut(corpus[e.Doc], ""), Label: labelOf(e.Label), Weight: 1, Judged: true})
		}
	})
	return examples, err
}

// SciFact reads claims with abstracts: those that hold a rationale, whole and the rationale alone, and cited ones without.
func SciFact(data string) ([]Example, error) {
	type document struct {
		ID, Abstract  string
		SentenceSpans [][2]int `json:"sentence_spans"`
	}
	type row struct {
		ID, Claim, Label string
		Evidence         []struct {
			Doc, Label string
			Rationales [][]int
		}
		CitedDocs []string `json:"cited_docs"`
	}
	corpus, examples := map[string][]Sentence{}, []Example(nil)
	err := lines(filepath.Join(data, "scifact", "corpus.jsonl"), func(d document) {
		var all []Sentence
		for _, s := range d.SentenceSpans {
			all = append(all, Sentence{Text: d.Abstract[s[0]:s[1]]})
		}
		corpus[d.ID] = all
	})
	if err != nil {
		return nil, err
	}
	err = lines(filepath.Join(data, "scifact", "claims-train.jsonl"), func(r row) {
		for _, e := range r.Evidence {
			x := Example{Pack: "scifact", Group: least(r.CitedDocs, r.ID), Claim: r.Claim, Sentences: corpus[e.Doc], Label: labelOf(e.Label), Weight: 1, Judged: true}
			examples = append(examples, x)
			x.Sentences, x.Judged = nil, false
			for _, set := range e.Rationales {
				for _, i := range set {
					x.Sentences = append(x.Sentences, corpus[e.Doc][i])
				}
			}
			examples = append(examples, x)
		}
		if r.Label == "NOT_ENOUGH_INFO" {
			for _, d := range r.CitedDocs {
				examples = append(examples, Example{Pack: "scifact", Group: least(r.CitedDocs, r.ID), Claim: r.Claim, Sentences: corpus[d], Weight: 1, Judged: true})
			}
		}
	})
	return examples, err
}
