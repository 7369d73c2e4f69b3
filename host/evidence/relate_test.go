package evidence

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRelationsAreAddedOnceEachAndTheGivenListStays(t *testing.T) {
	given := make([]Relation, 1, 4)
	given[0] = Relation{Kind: Retracts, ID: "pmid:1"}
	got := Relate(given, Relation{Kind: Retracts, ID: "pmid:1"}, Relation{Kind: Corrects, ID: "pmid:1"}, Relation{Kind: Retracts}, Relation{Kind: Corrects, ID: "pmid:1"})
	assert.Equal(t, []Relation{{Kind: Retracts, ID: "pmid:1"}, {Kind: Corrects, ID: "pmid:1"}}, got)
	assert.Empty(t, given[:2][1], "its memory is not written to")
}

// Each of a million relations was compared with all before it; this ends before the test's time is out.
func TestAMillionRelationsAreComparedOnce(t *testing.T) {
	all := make([]Relation, 1<<20)
	for i := range all {
		all[i] = Relation{Kind: Retracts, ID: "pmid:" + strconv.Itoa(i/2)}
	}
	assert.Len(t, Relate(nil, all...), 1<<19)
}
