package synthetic

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDocumentsAreTheSameEveryTimeAndDiffer(t *testing.T) {
	d, again := New(1), New(1)
	seen := map[string]bool{}
	for i := range 300 {
		doc := d.Document(i)
		assert.Equal(t, doc, again.Document(i))
		assert.False(t, seen[doc.Abstract])
		seen[doc.Abstract] = true
		assert.NotEmpty(t, doc.Title)
	}
	assert.NotEqual(t, d.Document(0), New(2).Document(0))
}

func TestNoTwoNumbersShareAWord(t *testing.T) {
	seen := map[string]int{}
	for n := range vocabulary {
		w := spell(n)
		if before, taken := seen[w]; taken {
			t.Fatalf("%d and %d are both %q", before, n, w)
		}
		seen[w] = n
	}
}

func TestAQueryIsMadeOfItsDocument(t *testing.T) {
	d := New(3)
	for i := range 50 {
		q, doc := d.Query(i), d.Document(i)
		assert.Equal(t, doc.ID, q.Found)
		for _, w := range strings.Fields(q.Text) {
			assert.Contains(t, doc.Title+" "+doc.Abstract, w)
		}
	}
}

func TestRareWordsAreRareAndCommonOnesCommon(t *testing.T) {
	d, df := New(1), map[string]int{}
	const n = 2000
	for i := range n {
		doc, seen := d.Document(i), map[string]bool{}
		for _, w := range strings.FieldsFunc(strings.ToLower(doc.Title+" "+doc.Abstract), func(r rune) bool { return r == ' ' || r == ',' || r == '.' }) {
			if !seen[w] {
				seen[w] = true
				df[w]++
			}
		}
	}
	once, often := 0, 0
	for _, k := range df {
		if k == 1 {
			once++
		}
		if k > n/50 {
			often++
		}
	}
	assert.Greater(t, once, len(df)/4, "of %d words", len(df))
	assert.Greater(t, often, 60)
}
