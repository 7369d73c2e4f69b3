package policies_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/testwasm"
)

// The floors of the probes: questions written for this test over invented abstracts of many fields. A probe without an answer is one that
// the literature does not decide, and right if no verdict is given. What "standard" reaches stands in docs/benchmarks.md.
var floors = map[string]struct{ right, wrong int }{ // at least so many right, at most so many verdicts wrong
	"true":        {12, 0},
	"false":       {8, 0},
	"reversed":    {7, 1},
	"near_miss":   {8, 2},
	"reported":    {5, 1},
	"unaddressed": {8, 4},
	"qualified":   {6, 0},
	"value":       {5, 0},
}

func TestTheProbesKeepTheirFloors(t *testing.T) {
	home := t.TempDir()
	testwasm.Link(t, home)
	h, err := host.Open(context.Background(), host.Config{Policy: "standard", Corpus: []string{"testdata/probes/corpus.jsonl"}, Home: home})
	require.NoError(t, err)
	defer func() { assert.NoError(t, h.Close()) }()
	right, wrong, all := map[string]int{}, map[string]int{}, map[string]int{}
	for _, q := range probes(t) {
		kind := q.Meta["kind"].(string)
		r, err := h.Ask(context.Background(), q)
		require.NoError(t, err)
		got := verdict(r)
		all[kind]++
		switch {
		case got == q.Answer:
			right[kind]++
		case got != "":
			wrong[kind]++
			t.Logf("%s %s: %s, confidence %.2f", kind, q.Question, got, r.Confidence)
		}
		assertLabels(t, r)
	}
	require.Len(t, all, len(floors))
	for kind, floor := range floors {
		assert.GreaterOrEqual(t, right[kind], floor.right, "right of %d: %s", all[kind], kind)
		assert.LessOrEqual(t, wrong[kind], floor.wrong, "wrong of %d: %s", all[kind], kind)
	}
}

// verdict is the side that a result takes; "" if it takes none.
func verdict(r *record.Result) string {
	switch {
	case r.Verdict != "answered" || r.Answer == nil || r.Answer.Text == "undecided" || r.Answer.Text == "maybe":
		return ""
	case r.Answer.Label != "":
		return r.Answer.Label
	}
	return r.Answer.Text
}

// assertLabels sees to it that what tells a belief bears no label.
func assertLabels(t *testing.T, r *record.Result) {
	for _, c := range r.Citations {
		for _, belief := range beliefs {
			if c.Quote == belief {
				assert.Empty(t, c.Stance, c.Quote)
			}
		}
	}
}

// beliefs are the sentences of the corpus that only tell what others hold.
var beliefs = []string{
	"It is widely believed that antibiotics cure the common cold.", "Popular accounts claim that Napoleon was unusually short.",
	"Folklore says that goldfish forget within three seconds.", "An old saying holds that lightning never strikes the same place twice.",
	"For most of the last century physicians held that stress alone causes peptic ulcer.",
	"It is often said that stars are visible by day from the bottom of a deep well.",
}

func probes(t *testing.T) (all []evidence.Question) {
	f, err := os.Open("testdata/probes/questions.jsonl")
	require.NoError(t, err)
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var q evidence.Question
		require.NoError(t, json.Unmarshal(lines.Bytes(), &q))
		all = append(all, q)
	}
	require.Len(t, all, 72)
	return all
}
