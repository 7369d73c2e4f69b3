package chart

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestAnAxisKeepsEveryValueInsideThePlot(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		low := rapid.Float64Range(1e-9, 1e6).Draw(r, "low")
		high := low * rapid.Float64Range(1, 1e6).Draw(r, "times")
		a := Up(low, high)
		a.Log = rapid.Bool().Draw(r, "log")
		at := a.At(rapid.Float64().Draw(r, "value"))
		assert.GreaterOrEqual(r, at, Top-1e-9)
		assert.LessOrEqual(r, at, Height-Bottom+1e-9)
	})
}

func TestALogarithmicAxisGivesEqualRoomToEqualRatios(t *testing.T) {
	a := Across(1, 10000)
	a.Log = true
	assert.InDelta(t, a.At(100)-a.At(1), a.At(10000)-a.At(100), 1e-9)
	assert.InDelta(t, Left, a.At(1), 1e-9)
}

func TestDecadesLabelPowersOfTenOnly(t *testing.T) {
	var labels, fine int
	for _, tick := range Across(0.5, 200).Decades(func(float64) string { return "label" }) {
		if tick.Label == "" {
			fine++
			continue
		}
		labels++
	}
	assert.Equal(t, 3, labels, "1, 10, 100")
	assert.Equal(t, 20, fine, "0.6 to 0.9, 2 to 9, 20 to 90, and 200 is an end")
}

func TestADrawingIsXMLWhateverItsTextsSay(t *testing.T) {
	d := &Drawing{}
	d.Frame(Across(0, 1), Up(0, 1), "<script>", `"beside" & 'below'`)
	d.Legend(9, "]]><b>")
	d.Dot(1, 2, 3, 0, "<title>")
	d.Curve([]Point{{1, 2}, {3, 4}}, 0, "curve")
	for _, text := range []string{d.File("a<b"), d.Inline("a<b")} {
		decoder := xml.NewDecoder(strings.NewReader(text))
		for {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
			if start, ok := token.(xml.StartElement); ok {
				assert.NotContains(t, []string{"script", "b"}, start.Name.Local)
			}
		}
	}
	assert.Contains(t, d.Inline(""), "dot s1", "the tenth series takes the second colour")
}
