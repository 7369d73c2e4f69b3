package runscmd

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/record"
)

func TestASumSaysThatATermNeedNotBeWeightTimesValue(t *testing.T) {
	const note = "  Each line adds the number on its left: weight × value after the policy's link, floor and cap.\n"
	value := 1.0
	c := record.Calibration{Phase: record.PhaseFinal, Base: 0.5, Confidence: 0.3, Terms: []record.CalibrationTerm{{Name: "verdict", Feature: "answer.answered", Value: &value, Weight: -0.9, Delta: -0.2}}}
	var b strings.Builder
	(&explanation{Calibrations: []record.Calibration{c}}).writeSum(&b)
	assert.True(t, strings.HasPrefix(b.String(), "\nconfidence 0.3 (final)\n"+note+"  \t0.5\tbase\n"), b.String())
	assert.Equal(t, note, fitted(note), "it stays on its line")
	c.Terms = nil
	b.Reset()
	(&explanation{Calibrations: []record.Calibration{c}}).writeSum(&b)
	assert.NotContains(t, b.String(), note)
}

func TestAReadingSaysWhatItsSidesAreAbout(t *testing.T) {
	const note = "address the question\n  “supports” and “contradicts” are about what the question claims, not about the answer.\n  "
	stance, none := 0.4, 0.0
	read := func(stance *float64) string {
		var b strings.Builder
		(&explanation{Sentences: []record.Sentence{{Text: "Zinc helped.", Counts: true, Stance: stance}}}).writeReading(&b)
		return b.String()
	}
	assert.Contains(t, read(&stance), note)
	assert.Contains(t, read(&stance), "        supports +0.40")
	for _, without := range []*float64{nil, &none} {
		assert.NotContains(t, read(without), "supports")
	}
}
