package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// byOne asks one query a pass, of four.
func byOne(repeat string) string {
	return `
	order = [one]
	intent "all" { queries = ["{question}", "growth", "binding", "human cells"] }
	round "one" {
		intents     = [all]
		max_queries = 1
		` + repeat + `
	}
	adaptive { enabled = false }
	`
}

func TestARepeatedRoundAsksWhatItsPassBeforeCouldNot(t *testing.T) {
	for _, tt := range []struct {
		name, repeat string
		passes       int
		end          string
	}{
		{"once without repeat", "", 1, ""},
		{"as often as allowed", "repeat { max = 3 }", 3, ""},
		{"until its condition holds", "repeat {\n max = 3\n until = round.passes == 2\n}", 2, ""},
		{"until no query is new", "repeat { max = 9 }", 4, "no new queries"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := answered(t, partsOf(t, byOne(tt.repeat), shelfOf(kinase, growth)), inhibits)
			asked := map[string]bool{}
			ran := 0
			for i, rd := range r.Result.Rounds {
				if !rd.Ran {
					assert.Equal(t, tt.end, rd.SkippedReason)
					continue
				}
				ran++
				assert.Len(t, rd.Queries, 1)
				assert.False(t, asked[rd.Queries[0]])
				asked[rd.Queries[0]] = true
				if tt.repeat != "" {
					assert.Equal(t, i+1, rd.Pass)
				}
			}
			assert.Equal(t, tt.passes, ran)
			assert.EqualValues(t, tt.passes, r.State["rounds.one.passes"])
			assert.EqualValues(t, tt.passes, r.State["run.rounds"])
		})
	}
}
