package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
)

// D11: whether sources ask for the subject of a query or for all of its words is the policy's, and the record's.
func TestSourcesAreAskedLiterallyWhereThePolicySaysSo(t *testing.T) {
	for more, want := range map[string]bool{"": false, "relax {\n max_terms = 18\n literal = true\n}": true} {
		s := shelfOf(kinase)
		r := answered(t, partsOf(t, oneRound("")+"\n"+more+"\n", s), inhibits)
		require.NotEmpty(t, s.asked)
		for _, q := range s.asked {
			assert.Equal(t, want, q.Literal)
		}
		for _, q := range recorded[record.Query](t, r, record.KindQuery) {
			assert.Equal(t, want, q.Literal)
		}
	}
}
