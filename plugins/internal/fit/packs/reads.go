package packs

import (
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// A Question is a yes/no question or claim with what the engine read for it.
type Question struct {
	Pack, ID, Text string
	Group          string
	Label          Label
	Gold           map[string]bool
	IDF            map[string]float64
	Documents      int
	Works          []Work
	Disputed       bool
}

// A Work is a document that was read.
type Work struct {
	ID        string
	Title     string
	Score     float64
	Sentences []Sentence
}

// Rarity returns how rare a word is, 0 to 1.
func (q *Question) Rarity(word string) float64 {
	n := float64(q.Documents)
	return q.IDF[word] / math.Log(1+(n+0.5)/0.5)
}

// least returns the first of names in order, or def of none.
func least(names []string, def string) string {
	if len(names) == 0 {
		return def
	}
	return slices.Min(names)
}

// Claims makes a question of all evidence of each claim of a pack of pairs; claims with evidence on both sides are disputed.
func Claims(examples []Example, pack string) []Question {
	at := map[string]int{}
	var questions []Question
	for _, e := range examples {
		if e.Pack != pack {
			continue
		}
		k, is := at[e.Claim]
		if !is {
			k = len(questions)
			at[e.Claim] = k
			questions = append(questions, Question{Pack: e.Pack, ID: e.Group, Group: e.Group, Text: e.Claim, Gold: map[string]bool{}})
		}
		q := &questions[k]
		q.Disputed = q.Disputed || q.Label != Neither && e.Label != Neither && e.Label != q.Label
		q.Label = max(q.Label, e.Label)
		q.Works = append(q.Works, Work{Sentences: e.Sentences, Score: 1})
	}
	return questions
}

// answers are the labels of what files call the right answer.
var answers = map[string]Label{
	"yes": Support, "SUPPORT": Support, "supported": Support,
	"no": Contradict, "CONTRADICT": Contradict, "contradicted": Contradict,
}

// questionOf makes a question of a line of a question file.
func questionOf(pack string, q *evidence.Question) Question {
	answer := q.Answer
	for _, o := range q.Options {
		if o.Label == q.Answer {
			answer = o.Text
		}
	}
	of := Question{Pack: pack, ID: q.ID, Text: q.Question, Label: answers[answer], Gold: map[string]bool{}, Group: least(q.GoldDocs, q.ID)}
	if topic, is := q.Meta["topic"].(string); is {
		of.Group = topic
	}
	of.Disputed, _ = q.Meta["disputed"].(bool)
	for _, d := range q.GoldDocs {
		of.Gold[d] = true
	}
	return of
}
