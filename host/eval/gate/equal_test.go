package gate

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// surely is a side whose answers are all right, with one confidence.
func surely(confidence float64) (map[compare.Key]*compare.Question, *compare.Sample) {
	questions, s := map[compare.Key]*compare.Question{}, &compare.Sample{Results: map[compare.Key]*record.Result{}}
	for i := range 20 {
		k := compare.Key{ID: fmt.Sprint(i)}
		questions[k] = &compare.Question{Question: &evidence.Question{ID: k.ID, Type: evidence.TypeClaim, Answer: evidence.AnswerSupported}}
		s.Results[k] = &record.Result{ID: k.ID, Verdict: record.VerdictAnswered, Answer: &record.AnswerText{Label: evidence.AnswerSupported}, Confidence: confidence}
	}
	return questions, s
}

func TestADifferenceThatNoResampleChangesBoundsNoLoss(t *testing.T) {
	for name, tt := range map[string]struct {
		before, after float64
		demand        string
		want          bool
		says          string
	}{
		"the same is not worse":         {0.9, 0.9, `baseline = "not_worse"`, true, "inconclusive against the baseline, +0.0000 in every resample"},
		"the same is not better":        {0.9, 0.9, `baseline = "better"`, false, "better is asked for"},
		"the same shows no equivalence": {0.9, 0.9, "baseline = \"equivalent_or_better\"\n margin = 0.02", false, "tells nothing about the error"},
		"worse everywhere is worse":     {0.9, 0.5, `baseline = "not_worse"`, false, "worse against the baseline, +0.4000"},
		"better everywhere is better":   {0.5, 0.9, `baseline = "better"`, true, "better against the baseline, -0.4000"},
	} {
		t.Run(name, func(t *testing.T) {
			gates, err := read(t, "gate \"g\" {\n measure = \"calibration_error\"\n "+tt.demand+"\n}\n")
			require.NoError(t, err)
			questions, a := surely(tt.before)
			_, b := surely(tt.after)
			c, err := compare.Compare(questions, a, b, compare.Options{Draws: 100})
			require.NoError(t, err)
			r := Judge(gates, side, c)[0]
			assert.Equal(t, tt.want, r.Passed, r.Says)
			assert.Contains(t, r.Says, tt.says)
		})
	}
}
