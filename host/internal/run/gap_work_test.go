package run

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// The question was taken apart again for each gap: of 3,000 clauses in 64 KiB, 3 s.
func TestAQuestionOfManyClausesIsTakenApartOnce(t *testing.T) {
	question := func(n int) evidence.Question {
		var clauses []string
		for i := range n {
			clauses = append(clauses, fmt.Sprintf("iron%d and b%d", i, i))
		}
		return evidence.Question{ID: "q", Question: strings.Join(clauses, ", ") + "?", Type: evidence.TypeFreeForm}
	}
	doubling.Numbered(t, 300, func(n int) {
		r := begun(t, partsOf(t, bridged(""), shelfOf(kinase)), question(n))
		for i := range n {
			r.gap.NewGap(0, "g", fmt.Sprintf("iron%d", i))
		}
	})
	r := begun(t, partsOf(t, bridged(""), shelfOf(kinase)), question(3))
	before := r.gap.NewGap(0, "g", "iron1 and copper").Terms
	r.Plan.Question.Question = "Does copper help?"
	assert.NotEqual(t, before, r.gap.NewGap(0, "g", "iron1 and copper").Terms, "of another question the terms are other ones")
}
