package stance

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// How many of the strangers' pairs may be labelled wrongly, as a share, and how many of those that say something must be labelled rightly.
const pairsWrong, pairsRight = 0.06, 0.65

// Two strangers wrote questions and single sentences as abstracts have them, and what each sentence says of its question: 1, -1 or 0.
func TestLabelsOfStrangersPairs(t *testing.T) {
	for _, name := range []string{"pairs-1", "pairs-2"} {
		b, err := os.ReadFile("../fit/strangers/" + name + ".jsonl")
		require.NoError(t, err)
		j, wrong, right, all, telling := judged(t), 0, 0, 0, 0
		for d := json.NewDecoder(bytes.NewReader(b)); d.More(); all++ {
			var p struct {
				Question, Sentence string
				Says               float64
			}
			require.NoError(t, d.Decode(&p))
			says := labelOf(j, p.Question, p.Sentence)
			if p.Says != 0 {
				telling++
			}
			switch {
			case says == p.Says && says != 0:
				right++
			case says != p.Says && says != 0:
				wrong++
			}
		}
		t.Logf("%s: of %d pairs %d are labelled wrongly; of %d that say something %d rightly", name, all, wrong, telling, right)
		assert.Less(t, float64(wrong), pairsWrong*float64(all), name)
		assert.Greater(t, float64(right), pairsRight*float64(telling), name)
	}
}

// labelOf returns the side of the label that a sentence gets which was judged to address the question; 0: none.
func labelOf(j *Judge, question, sentence string) float64 {
	p := j.Look(Question{Text: question}, []Sentence{{Text: sentence, Addresses: 1}})
	switch value := p.stance(j.model, p.views[0]).Value; {
	case value >= Telling:
		return 1
	case value <= -Telling:
		return -1
	}
	return 0
}
