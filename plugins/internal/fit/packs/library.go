package packs

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/local"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// works is how many documents are read for a question.
const works = 12

// files are the question files of the packs that have a corpus.
var files = map[string]string{
	"pubmedqa": "questions-dev.jsonl", "bioasq": "questions-dev.jsonl", "healthver": "questions-dev.jsonl", "scifact": "claims-train.jsonl",
}

// Questions reads the questions of a pack and, for each, the best documents of the pack's corpus, found as the host finds them.
// Index files go to folder cache.
func Questions(ctx context.Context, data, cache, pack string) ([]Question, error) {
	corpus, err := local.Open(ctx, local.Options{Files: []string{filepath.Join(data, pack, "corpus.jsonl")}, Dir: cache, Settings: local.DefaultSettings()})
	if err != nil {
		return nil, fmt.Errorf("pack %s: %w: give the folder of the data with -data", pack, err)
	}
	defer corpus.Close()
	counts, err := countsOf(corpus)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(filepath.Join(data, pack, files[pack]))
	if err != nil {
		return nil, fmt.Errorf("pack %s: %w", pack, err)
	}
	defer f.Close()
	var questions []Question
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		parsed, err := evidence.ParseQuestion(lines.Bytes())
		if err != nil {
			return nil, fmt.Errorf("pack %s: %w", pack, err)
		}
		q := questionOf(pack, &parsed)
		q.IDF, q.Documents = counts.of(q.Text), counts.documents
		hits, err := corpus.Search(ctx, retrieval.Query{Text: q.Text, Intent: "primary", Limit: works})
		if err != nil {
			return nil, fmt.Errorf("pack %s: question %s: %w", pack, q.ID, err)
		}
		for _, h := range hits {
			q.Works = append(q.Works, workOf(&h.Document))
		}
		questions = append(questions, q)
	}
	return questions, lines.Err()
}

// workOf cuts a document into sentences, section by section where it has them.
func workOf(d *evidence.Document) Work {
	w := Work{ID: d.ID, Title: d.Title}
	if len(d.Sections) == 0 {
		w.Sentences = cut(d.Abstract, "abstract")
	}
	for _, s := range d.Sections {
		w.Sentences = append(w.Sentences, cut(s.Text, evidence.SectionClass(s.Label))...)
	}
	return w
}

// cut parts a text into sentences.
func cut(s, section string) []Sentence {
	spans := evidence.Sentences(s)
	sentences := make([]Sentence, len(spans))
	for i, span := range spans {
		sentences[i] = Sentence{Text: span.Of(s), Section: section}
	}
	return sentences
}

// counts are in how many documents words stand.
type counts struct {
	documents int
	with      map[string]int
}

func countsOf(corpus *local.Corpus) (*counts, error) {
	c := &counts{documents: corpus.Stats().Documents, with: map[string]int{}}
	for i := range c.documents {
		d, err := corpus.Document(i)
		if err != nil {
			return nil, err
		}
		for w := range wordsOf(d.Title + ". " + d.Abstract) {
			c.with[w]++
		}
	}
	return c, nil
}

// of returns the inverse document frequency of the words of a text.
func (c *counts) of(s string) map[string]float64 {
	n, idf := float64(c.documents), map[string]float64{}
	for w := range wordsOf(s) {
		with := float64(c.with[w])
		idf[w] = math.Log(1 + (n-with+0.5)/(with+0.5))
	}
	return idf
}

// wordsOf returns the distinct words of a text, lower case.
func wordsOf(s string) map[string]bool {
	r, words := text.Read(s), map[string]bool{}
	for _, t := range r.Tokens {
		words[strings.ToLower(s[t.From:t.To])] = true
	}
	return words
}
