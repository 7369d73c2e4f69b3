package evalcmd

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/suite"
	"github.com/sparkhost/sparkhost/host/record"
)

// folderSide is a side of a folder over the packs a and b, twice, which finished some runs: "a1" is pack a, first repeat.
func folderSide(policy string, finished ...string) *evalSide {
	m := &suite.Manifest{Repeats: 2, Packs: []suite.PackFile{{Name: "a"}, {Name: "b"}}}
	s := &evalSide{policy: policy, suite: &evalFolder{dir: "out", manifest: m}, sample: compare.Sample{Name: policy, Results: map[compare.Key]*record.Result{}}}
	for _, run := range finished {
		r := suite.Run{Policy: policy, Pack: run[:1], Repeat: int(run[1] - '1')}
		m.Runs = append(m.Runs, r)
		for k := range askedOfPacks().questions {
			if k.Pack == r.Pack {
				s.sample.Results[compare.Key{Pack: r.Pack, ID: k.ID, Repeat: r.Repeat}] = &record.Result{ID: k.ID, Answer: &record.AnswerText{Label: "A"}}
			}
		}
	}
	return s
}

func askedOfPacks() *askedSet {
	out := &askedSet{questions: map[compare.Key]*compare.Question{}, notes: []string{"a note"}}
	for k, q := range asks(6) {
		out.questions[compare.Key{Pack: "a", ID: k.ID}], out.questions[compare.Key{Pack: "b", ID: k.ID}] = q, q
	}
	return out
}

func TestRunsThatASideHasNotFinishedAreInNoFigure(t *testing.T) {
	whole, part := folderSide("old", "a1", "a2", "b1", "b2"), folderSide("new", "a1")
	r, err := (&compareFlags{}).compareFinished(askedOfPacks(), whole, part)
	require.NoError(t, err)
	assert.Equal(t, 1.0, r.Metric(compare.Accuracy).Second)
	assert.Equal(t, []int{6, 6, 0, 0}, []int{r.Questions, r.Answers, r.Second.Missing, r.First.Other})
	assert.Contains(t, r.Notes, "new has not finished 3 of 4 runs (a repeat 2, b repeat 1, b repeat 2), which are left out of every side; continue with `eval run --out out`")
	assert.Contains(t, r.Notes, "a note")
}

func TestSidesThatFinishedAllRunsKeepEverything(t *testing.T) {
	asked, sides := askedOfPacks(), []*evalSide{folderSide("old", "a1", "a2", "b1", "b2"), folderSide("new", "a1", "a2", "b1", "b2")}
	same, all, err := finishedByAll(asked, sides...)
	require.NoError(t, err)
	assert.Same(t, asked, same)
	assert.Equal(t, sides, all)
	files := []*evalSide{{sample: *lettered("x", "A")}, sides[0]}
	same, _, err = finishedByAll(asked, files...)
	require.NoError(t, err)
	assert.Same(t, asked, same, "files know of no runs")
}

func TestOfOneSideItsFinishedRunsCount(t *testing.T) {
	asked, sides, err := finishedByAll(askedOfPacks(), folderSide("new", "b1", "b2"))
	require.NoError(t, err)
	assert.Len(t, asked.questions, 6)
	assert.Len(t, sides[0].sample.Results, 12)
	assert.Contains(t, asked.notes[1], "new has not finished 2 of 4 runs (a repeat 1, a repeat 2)")
}

func TestSidesWithoutACommonRunAreRefused(t *testing.T) {
	_, _, err := finishedByAll(askedOfPacks(), folderSide("old", "a1"), folderSide("new", "b1", "b2"))
	assert.ErrorContains(t, err, "no run is finished on every side: old has not finished 3 of 4 runs")
	assert.ErrorContains(t, err, "continue with `eval run --out out`")
}
