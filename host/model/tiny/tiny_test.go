package tiny_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/model/tiny"
)

const corpus = "../../../examples/quickstart/corpus.jsonl"

// shelf is the sample corpus.
func shelf(t *testing.T) []byte {
	t.Helper()
	raw, err := os.ReadFile(corpus)
	require.NoError(t, err)
	return raw
}

func trained(t *testing.T) *tiny.Model {
	t.Helper()
	m, err := tiny.Read(strings.NewReader(string(shelf(t))))
	require.NoError(t, err)
	return m
}

// Questions of the sample world were written for it and are in no corpus: of their gold documents and twenty others, which is first?
func TestAModelThatLearnedFromTitlesKnowsDocumentsThatAnswerQuestions(t *testing.T) {
	m := trained(t)
	texts, ids := map[string]string{}, []string{}
	for d := range each[evidence.Document](t, corpus) {
		texts[d.ID], ids = d.Title+". "+d.Abstract, append(ids, d.ID)
	}
	random := rand.New(rand.NewPCG(1, 1))
	first, asked := 0, 0
	for q := range each[evidence.Question](t, "../../../examples/quickstart/questions.jsonl") {
		if len(q.GoldDocs) == 0 || texts[q.GoldDocs[0]] == "" {
			continue
		}
		asked++
		best := m.Relevance(q.Question, texts[q.GoldDocs[0]])
		wins := true
		for range 20 {
			other := ids[random.IntN(len(ids))]
			wins = wins && (other == q.GoldDocs[0] || m.Relevance(q.Question, texts[other]) < best)
		}
		if wins {
			first++
		}
	}
	t.Logf("gold first of 21: %d of %d", first, asked)
	require.Greater(t, asked, 50)
	assert.Greater(t, float64(first)/float64(asked), 0.5, "by chance it is one in 21")
}

func TestEqualCorporaMakeEqualModels(t *testing.T) {
	a, b := trained(t), trained(t)
	assert.Equal(t, a.Embed("rapamycin"), b.Embed("rapamycin"))
	assert.Equal(t, a.Relevance("what does rapamycin bind", "Rapamycin binds FKBP12."), b.Relevance("what does rapamycin bind", "Rapamycin binds FKBP12."))
	assert.Len(t, a.Embed("a word that nobody wrote"), tiny.Dimensions)
}

func TestACorpusThatTeachesNothingIsRefusedWithItsLine(t *testing.T) {
	for text, want := range map[string]string{
		"": "0 documents", `{"id":"a","title":"x"}`: "1 documents", "{\"id\":\"a\"}\nnonsense": "line 2 is not a document",
	} {
		_, err := tiny.Read(strings.NewReader(text))
		assert.ErrorContains(t, err, want)
	}
}
