package retrieval_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// pooled are the works that n copies are.
func pooled(n int, copy func(i int) evidence.Document) []retrieval.Entry {
	pool := retrieval.NewPool()
	for i := range n {
		d := copy(i)
		d.ID = strconv.Itoa(i)
		pool.Add(retrieval.Query{Text: "zinc"}, "local", []retrieval.Hit{{Document: d, Rank: i + 1}})
	}
	return pool.Documents()
}

// 20,000 works of one title took minutes: each was compared with each.
func TestATitleOfOverAThousandCopiesUnitesNone(t *testing.T) {
	titled := func(int) evidence.Document {
		return evidence.Document{Title: "Zinc shortens colds in adults", Year: 2001, Authors: []string{"A. Smith"}}
	}
	assert.Len(t, pooled(1_000, titled), 1)
	assert.Len(t, pooled(1_001, titled), 1_001)
}

func TestAWorkOfVeryManyCopiesHasEachOnce(t *testing.T) {
	works := pooled(2_000, func(i int) evidence.Document {
		return evidence.Document{Title: "Zinc and colds " + strconv.Itoa(i), DOI: "10.1/zinc"}
	})
	require.Len(t, works, 1)
	require.Len(t, works[0].Versions, 1)
	assert.Len(t, works[0].Versions[0].Copies, 2_000)
}
