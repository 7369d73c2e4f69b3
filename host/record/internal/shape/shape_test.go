package shape_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/record/internal/shape"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

type inner struct {
	Name string `json:"name"`
	Year int    `json:"year,omitempty"`
}

type sample struct {
	Inner []inner `json:"inner"`
	inner
	Terms map[string]float64 `json:"terms"`
	Value any                `json:"value"`
	Seed  uint64             `json:"seed"`
	Known *bool              `json:"known,omitempty"`
	Raw   json.RawMessage    `json:"raw"`
}

var sampled = shape.Of(sample{})

const whole = `{"inner":[{"name":"a","year":-3},{"name":"\"\\"}],"name":"b","terms":{"x":1.5e-07},"value":[{"a":null},true],"seed":7,"known":false,"raw":{}}`

func TestWhatAnEncoderWritesFits(t *testing.T) {
	values, ok := sampled.Fits([]byte(whole))
	assert.True(t, ok)
	assert.Equal(t, 16, values)
}

func TestWhatIsOfAnotherShapeDoesNotFit(t *testing.T) {
	for _, change := range [][2]string{
		{`"seed":7,`, ``},         // missing
		{`"seed":7`, `"seed":-7`}, // not of its type
		{`"seed":7`, `"seed":07`}, // no number
		{`1.5e-07`, `1e999`},      // beyond a float64
		{`1.5e-07`, `1` + strings.Repeat("0", 400)},
		{`1.5e-07`, `"1"`},
		{`-3`, `-3.5`},
		{`"b"`, "\"\n\""},
		{`"b"`, `"\x"`},
		{`[{"a":null},true]`, strings.Repeat("[", 200) + strings.Repeat("]", 200)},
		{`"raw":{}}`, `"raw":{}}}`},
		{`"raw":{}}`, `"raw":{},"other":1}`},
		{`"raw":{}}`, `"raw":{,}}`},
		{`"raw":{}}`, `"raw":{}`},
	} {
		_, ok := sampled.Fits([]byte(strings.Replace(whole, change[0], change[1], 1)))
		assert.False(t, ok, change[1])
	}
}

func TestAFieldThatIsNotThereIsNamed(t *testing.T) {
	has := func(names ...string) func(string) bool {
		return func(name string) bool { return strings.Contains(strings.Join(names, " "), name) }
	}
	assert.Equal(t, "seed", shape.Missing(sample{}, has("inner", "name", "terms", "value", "raw")))
	assert.Empty(t, shape.Missing(sample{}, has("inner", "name", "terms", "value", "raw", "seed")))
}

// FuzzFits: what fits can be decoded, and twice as much takes no more than 2.5 times the work.
func FuzzFits(f *testing.F) {
	doubling.Fuzz(f, func(t testing.TB, text string) {
		if _, ok := sampled.Fits([]byte(text)); ok {
			var v sample
			assert.NoError(t, json.Unmarshal([]byte(text), &v), text)
		}
	}, whole, `{"inner":null}`, `[[[[1,2],3.5],"x"]]`)
}
