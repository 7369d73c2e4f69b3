package results_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval/results"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

const good = `{"format_version":1,"id":"q1","confidence":0.5,"budget":{"cost_usd":0.01,"searches":3,"elapsed_ms":12}}`

func TestResultsKeepTheOrderOfTheirLines(t *testing.T) {
	f, err := results.Read("r.jsonl", []byte(strings.Replace(good, "q1", "q2", 1)+"\r\n\r\n  \n"+good))
	require.NoError(t, err)
	assert.Equal(t, []string{"q2", "q1"}, f.Order)
	assert.Equal(t, int64(3), f.ByID["q1"].Budget.Searches)
	f, err = results.Read("r.jsonl", nil)
	require.NoError(t, err)
	assert.Empty(t, f.Order)
}

func TestAConfidenceThatIsMissingIsNotZero(t *testing.T) {
	for line, sure := range map[string]bool{
		good: true, strings.Replace(good, "0.5", "0", 1): true,
		strings.Replace(good, "0.5", "null", 1): false, strings.Replace(good, `"confidence":0.5,`, "", 1): false,
	} {
		r, err := results.Parse([]byte(line))
		require.NoError(t, err)
		assert.Equal(t, sure, results.Sure(r), line)
	}
}

func TestAByteOrderMarkBeforeTheFirstLineIsSkipped(t *testing.T) {
	f, err := results.Read("r.jsonl", []byte("\ufeff"+good+"\n"))
	require.NoError(t, err)
	assert.Equal(t, []string{"q1"}, f.Order)
	_, err = results.Read("r.jsonl", []byte("\ufeff\ufeff"+good))
	assert.ErrorContains(t, err, "r.jsonl:1: not a result", "only one is skipped")
}

func TestALineThatNoRunWritesIsRefusedByItsNumber(t *testing.T) {
	change := func(old, now string) string { return strings.Replace(good, old, now, 1) }
	for name, tt := range map[string]struct{ line, want string }{
		"cut off":              {good[:40], "r.jsonl:2: not a result of `run --format jsonl`, or truncated; `run --resume` completes"},
		"another thing":        {`[1]`, "r.jsonl:2: not a result"},
		"NaN":                  {change("0.5", "NaN"), "r.jsonl:2: not a result"},
		"a number over floats": {change("0.5", "1e999"), "r.jsonl:2: not a result"},
		"a byte order mark":    {"\ufeff" + good, "r.jsonl:2: not a result"},
		"another version":      {change(`_version":1`, `_version":9`), "format_version 9, but this program reads 1"},
		"twice":                {change("q1", "q0"), `r.jsonl:2: question "q0" already has a result`},
		"a confidence over 1":  {change("0.5", "1e300"), `question "q1" has confidence 1e+300, which is not between 0 and 1`},
		"a confidence below 0": {change("0.5", "-0.1"), "-0.1, which is not between 0 and 1"},
		"a huge cost":          {change("0.01", "1e308"), `question "q1": budget: cost_usd is 1e+308, which is not between 0 and 1e+09`},
		"a negative count":     {change(`:3,`, `:-3,`), "searches is -3"},
		"a first pass":         {change(`"cost_usd"`, `"first_pass":{"elapsed_ms":-1},"cost_usd"`), "elapsed_ms is -1"},
	} {
		_, err := results.Read("r.jsonl", []byte(change("q1", "q0")+"\n"+tt.line))
		assert.ErrorContains(t, err, tt.want, name)
	}
}

func FuzzWhatIsReadHasFiniteNumbers(f *testing.F) {
	f.Add([]byte(good))
	f.Fuzz(func(t *testing.T, line []byte) {
		r, err := results.Parse(line)
		if err != nil {
			return
		}
		assert.True(t, !results.Sure(r) || r.Confidence >= 0 && r.Confidence <= 1)
		assert.False(t, math.IsInf(r.Budget.CostUSD*1e9, 0) || r.Budget.CostUSD < 0)
		_, err = json.Marshal(record.Result{Budget: r.Budget})
		assert.NoError(t, err)
	})
}

func FuzzRead(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) { _, _ = results.Read("r.jsonl", []byte(text)) },
		good+"\n", strings.Replace(good, `"confidence"`, `"warnings":["w"],"options":[{"label":"A","score":0.5}],"quotes":[{"text":"x"}],"confidence"`, 1)+"\r\n{}\n")
}
