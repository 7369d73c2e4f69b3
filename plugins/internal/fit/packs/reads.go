package packs

import "math"

// A Question is a yes/no question or claim with what the engine read for it.
type Question struct {
	Pack, ID, Text string
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
	Score     float64
	Sentences []Sentence
}

// Rarity is how rare a word is, 0 to 1.
func (q *Question) Rarity(word string) float64 {
	n := float64(q.Documents)
	return q.IDF[word] / math.Log(1+(n+0.5)/0.5)
}

// Reads reads what the engine read for the questions of a pack.
func Reads(path, pack string) ([]Question, error) {
	type row struct {
		ID, Question, Answer string
		GoldDocs             []string `json:"gold_docs"`
		Options              []struct{ Label, Text string }
		CorpusDocuments      int `json:"corpus_documents"`
		IDF                  map[string]float64
		Meta                 struct{ Disputed bool }
		Docs                 []struct {
			ID, Title string
			Score     float64
			Sentences []Sentence
		}
	}
	var questions []Question
	err := lines(path, func(r row) {
		q := Question{Pack: pack, ID: r.ID, Text: r.Question, Gold: map[string]bool{}, IDF: r.IDF, Documents: r.CorpusDocuments, Disputed: r.Meta.Disputed}
		answer := r.Answer
		for _, o := range r.Options {
			if o.Label == r.Answer {
				answer = o.Text
			}
		}
		switch answer {
		case "yes", "SUPPORT", "supported":
			q.Label = Support
		case "no", "CONTRADICT", "contradicted":
			q.Label = Contradict
		}
		for _, d := range r.GoldDocs {
			q.Gold[d] = true
		}
		for _, d := range r.Docs {
			q.Works = append(q.Works, Work{d.ID, d.Score, d.Sentences})
		}
		questions = append(questions, q)
	})
	return questions, err
}
