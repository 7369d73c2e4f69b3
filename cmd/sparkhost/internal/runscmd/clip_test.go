package runscmd

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// flooded is an explanation of lists and texts that no run writes.
func flooded(n int) *explanation {
	e := &explanation{}
	for i := range n {
		name := fmt.Sprint("r", i)
		e.Rounds = append(e.Rounds, record.Round{Name: name, Ran: true, SelectedQuality: 1e308})
		e.Queries = append(e.Queries, record.Query{Round: name, Source: "s"})
		e.Options = append(e.Options, record.Option{Label: "A", Score: 1e308, Terms: map[string]float64{"t": 1}})
		e.Conditions = append(e.Conditions, record.Condition{Where: "w", Values: []record.ConditionValue{{Path: "p", Value: strings.Repeat("v", 10*n)}}})
	}
	e.Options[0].Label, e.Rounds[0].Name, e.Conditions[0].Where = strings.Repeat("é", 10*n), strings.Repeat("r", 10*n), strings.Repeat("w", 10*n)
	return e
}

// Names that others are lined up with made each line as long as the longest: 40,000 lines of a megabyte.
func TestAnExplanationOfAFloodIsShortAndSaysSo(t *testing.T) {
	var b strings.Builder
	require.NoError(t, flooded(5_000).write(&b))
	assert.Less(t, b.Len(), mostShown+100<<10)
	assert.Contains(t, b.String(), "--format json shows all of it")
	assert.NotRegexp(t, `[0-9]{30}`, b.String(), "a number of 300 digits is rounded")

	b.Reset()
	require.NoError(t, (&explanation{Rounds: []record.Round{{Name: "primary", Ran: true}}}).write(&b))
	assert.NotContains(t, b.String(), "--format json")
}

func TestTextsAreClippedWhereverTheyStand(t *testing.T) {
	long := strings.Repeat("é", mostText)
	e := &explanation{
		Conditions: []record.Condition{{Values: []record.ConditionValue{{Path: "p", Value: long}, {Path: "q", Value: 1.5}}}},
		Options:    []record.Option{{Terms: map[string]float64{long: 1}}},
		Result:     &record.Result{Question: long},
	}
	require.True(t, clip(reflect.ValueOf(e).Elem()))
	short := long[:mostText] + "…"
	assert.Equal(t, short, e.Conditions[0].Values[0].Value)
	assert.Equal(t, 1.5, e.Conditions[0].Values[1].Value)
	assert.Equal(t, map[string]float64{short: 1}, e.Options[0].Terms)
	assert.Equal(t, short, e.Result.Question)
	assert.False(t, clip(reflect.ValueOf(e.Conditions[0].Values[1:])))
}

func TestTwiceTheLineIsTwiceTheWorkToBreak(t *testing.T) {
	doubling.Text(t, "word ", func(text string) { fitted(text) })
}
