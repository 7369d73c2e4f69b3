package run

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// crowded is a literature in which ten works repeat the question's words, and one that tells the contrary has few of them.
func crowded() *shelf {
	out := []evidence.Document{paper("contrary", "Kelp refutation", "Refutation of kelp: torvin was washed out.")}
	for i := range 10 {
		id := fmt.Sprintf("p%d", i)
		out = append(out, paper(id, "Torvin raises growth of kelp forests "+id, "Torvin raises growth of kelp forests, series "+id+"."))
	}
	return shelfOf(out...)
}

// contrary asks for the contrary after the question, and reads four works.
func contrary(reserved int) string {
	return fmt.Sprintf(`
	order = [one, contrary]
	intent "one" { queries = ["torvin raises growth of forests"] }
	intent "contrary" {
		against = true
		queries = ["refutation washed"]
	}
	round "one" {
		intents = [one]
		results = 10
	}
	round "contrary" {
		intents = [contrary]
		results = 1
	}
	select {
		documents = [4, 4]
		reserved  = %d
	}
	`+noAdaptive, reserved)
}

func TestWhatAQueryForTheContraryFoundIsReadInAReservedPlace(t *testing.T) {
	q := evidence.Question{ID: "k", Question: "Does torvin raise the growth of kelp forests?"}
	assert.Zero(t, passagesOf(answered(t, partsOf(t, contrary(0), crowded()), q), "contrary"), "by score alone it is not read")
	r := answered(t, partsOf(t, contrary(1), crowded()), q)
	assert.Positive(t, passagesOf(r, "contrary"))
	assert.Len(t, r.Selected, 4)
}

func TestWhatOnlyAReservedIntentFoundIsReadInAReservedPlace(t *testing.T) {
	body := func(reserved bool) string {
		return fmt.Sprintf(`
		order = [one]
		intent "one" { queries = ["torvin raises growth of forests"] }
		intent "telling" {
			queries  = ["{entity}"]
			reserved = %t
		}
		round "one" {
			intents = [one, telling]
			results = 10
		}
		select {
			documents = [4, 4]
			reserved  = 1
		}
		`+noAdaptive, reserved)
	}
	literature := crowded()
	literature.documents = append(literature.documents, paper("named", "Washing", "Zirconavir was washed out."))
	q := evidence.Question{ID: "k", Question: "Does zirconavir or torvin raise the growth of kelp forests?"}
	assert.Zero(t, passagesOf(answered(t, partsOf(t, body(false), literature), q), "named"), "by score alone it is not read")
	assert.Positive(t, passagesOf(answered(t, partsOf(t, body(true), literature), q), "named"))
}

func TestGapQueriesAreAskedBeforeRetrievalEnds(t *testing.T) {
	body := func(ask string) string {
		return `
		order = [one, two, three]
		intent "one" { queries = ["{question}"] }
		intent "two" { queries = ["kelp torvin"] }
		intent "three" { queries = ["never planned otherwise"] }
		round "one" { intents = [one] }
		round "two" { intents = [two] }
		round "three" { intents = [three] }
		adaptive {
			min_rounds   = 2
			min_new_docs = 2
			ask_gaps     = ` + ask + `
		}
		gap "coverage" {
			after     = every_round
			measure   = "containment"
			threshold = 0.9
			inject    = next_round
			templates = ["{gap} evidence"]
		}`
	}
	q := evidence.Question{ID: "k", Question: "Does torvin raise the growth of kelp forests, and do urchins graze on wrecks?"}
	r := answered(t, partsOf(t, body("false"), crowded()), q)
	assert.Empty(t, r.roundNamed(t, "three").Queries, "the gate ends retrieval, and what was found missing is never asked")
	r = answered(t, partsOf(t, body("true"), crowded()), q)
	asked := r.roundNamed(t, "three")
	assert.True(t, asked.Ran)
	assert.NotEmpty(t, asked.Queries)
	assert.NotContains(t, asked.Queries, "never planned otherwise", "of the round that the gate ended, only the gaps' queries are asked")
}
