package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/sparkhost/sparkhost/plugins/internal/fit/packs"
	"github.com/sparkhost/sparkhost/plugins/internal/stance"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// The packs of evidence, in which the label is of claim and evidence, and those of questions, in which it is of what was read.
var (
	evidencePacks = []string{"scifact", "healthver", "climate", "fever", "evidence-inference"}
	questionPacks = []string{"pubmedqa", "bioasq", "scifact", "healthver"}
)

// A row is a claim with one piece of evidence, measured.
type row struct {
	*packs.Example
	x     []float32
	words []stance.Word
	pool  *stance.Pool // of claims with given evidence
}

// A question is one with all that was read for it, measured.
type question struct {
	*packs.Question
	pool  *stance.Pool
	asked bool
}

// A set is all that weights are fitted to.
type set struct {
	rows      []row
	questions []question
}

// load reads and measures the packs. What was read for questions comes from folder engine where one is given.
func load(ctx context.Context, data, engine string) (*set, error) {
	examples, err := examplesOf(data)
	if err != nil {
		return nil, err
	}
	questions, err := questionsOf(ctx, data, engine)
	if err != nil {
		return nil, err
	}
	s := &set{rows: make([]row, len(examples))}
	rarities := map[string]map[uint64]float64{}
	for _, p := range evidencePacks {
		rarities[p] = packs.Rarity(examples, p)
	}
	judge := stance.NewJudge(nil)
	parallel(len(examples), func(i int) {
		e := &examples[i]
		q := stance.Question{Text: e.Claim, Rarity: rarities[e.Pack]}
		pool := judge.Look(q, sentencesOf(nil, e.Sentences, 0))
		s.rows[i] = row{Example: e, x: pool.All(), words: pool.Words(), pool: pool}
	})
	climate := packs.Claims(examples, "climate")
	questions = append(questions, climate...)
	s.questions = make([]question, len(questions))
	parallel(len(questions), func(i int) {
		q := &questions[i]
		rarity := rarities[q.Pack]
		if q.IDF != nil {
			rarity = rarityOf(q)
		}
		pool := judge.Look(stance.Question{Text: q.Text, Rarity: rarity}, readOf(q))
		s.questions[i] = question{q, pool, pool.Asked()}
	})
	for i := range s.questions {
		s.rows = append(s.rows, s.questions[i].rows()...)
	}
	return s, nil
}

func examplesOf(data string) ([]packs.Example, error) {
	all, err := packs.SciFact(data)
	for _, read := range []func() ([]packs.Example, error){
		func() ([]packs.Example, error) { return packs.HealthVer(data) },
		func() ([]packs.Example, error) { return packs.Pairs(data, "climate") },
		func() ([]packs.Example, error) { return packs.Pairs(data, "fever") },
		func() ([]packs.Example, error) { return packs.Pairs(data, "evidence-inference") },
	} {
		if err != nil {
			return nil, err
		}
		var more []packs.Example
		more, err = read()
		all = append(all, more...)
	}
	return all, err
}

func questionsOf(ctx context.Context, data, engine string) (all []packs.Question, err error) {
	cache, err := os.MkdirTemp("", "fit-stance-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(cache)
	for _, pack := range questionPacks {
		var q []packs.Question
		if engine == "" {
			q, err = packs.Questions(ctx, data, cache, pack)
		} else {
			q, err = packs.Reads(filepath.Join(engine, pack+".jsonl"), pack)
		}
		if err != nil {
			return nil, fmt.Errorf("questions of %s: %w", pack, err)
		}
		all = append(all, q...)
	}
	return all, nil
}

// rows returns the works of a question as evidence: right ones with its label, some of the others as saying nothing.
func (q *question) rows() (rows []row) {
	if q.Pack != "pubmedqa" && q.Pack != "bioasq" && q.Pack != "scifact" {
		return nil
	}
	gold, others := 0.0, 0
	q.pool.Works(func(d int, _ []float32, _ []stance.Word) {
		if q.Gold[q.Works[d].ID] {
			gold++
		}
	})
	q.pool.Works(func(d int, x []float32, words []stance.Word) {
		e := &packs.Example{Pack: q.Pack, Group: q.Group, Claim: q.Text, Label: q.Label}
		switch right := q.Gold[q.Works[d].ID]; {
		case right && q.Pack != "scifact" && q.Label != packs.Neither:
			e.Weight = 1 / gold
		case !right && others < unrelated:
			others++
			e.Label, e.Weight = packs.Neither, 1.0/unrelated
		default:
			return
		}
		rows = append(rows, row{Example: e, x: x, words: words})
	})
	return rows
}

// unrelated is how many works that are not the right ones a question gives.
const unrelated = 3

func rarityOf(q *packs.Question) map[uint64]float64 {
	rarity := make(map[uint64]float64, len(q.IDF))
	for w := range q.IDF {
		rarity[text.Hash([]byte(w))] = q.Rarity(w)
	}
	return rarity
}

func readOf(q *packs.Question) (all []stance.Sentence) {
	for d, w := range q.Works {
		all = sentencesOf(all, w.Sentences, d)
	}
	return all
}

func sentencesOf(to []stance.Sentence, from []packs.Sentence, document int) []stance.Sentence {
	for i, s := range from {
		to = append(to, stance.Sentence{Text: s.Text, Section: s.Section, Document: document, Place: i, Addresses: math.NaN()})
	}
	return to
}
