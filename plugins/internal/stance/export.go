package stance

import "github.com/sparkhost/sparkhost/plugins/internal/text"

// A Piece is a sentence to measure.
type Piece struct {
	Text     string
	Section  string
	Position float64
}

// Measure is the vector of one work: what its sentences say of a claim or question. It is what the weights are fitted to.
func (j *Judge) Measure(claim string, rarity map[uint64]float64, pieces []Piece) []float32 {
	h := newHypothesis(claim, rarity, j.vocabulary)
	views := make([]*view, 0, len(pieces))
	for _, p := range pieces {
		r := text.Read(p.Text, j.vocabulary.Lexicon)
		if len(r.Tokens) == 0 {
			continue
		}
		v := h.view(&r, p.Section, p.Position)
		views = append(views, &v)
	}
	return h.workVector(views)
}

// A Judge reads sentences.
type Judge struct{ vocabulary *vocabulary }

func NewJudge() *Judge { return &Judge{newVocabulary()} }
