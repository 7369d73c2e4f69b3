package run

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// melting is a literature of four works that report when thermozyme Q melts, beside other temperatures.
func melting() *shelf {
	return shelfOf(
		paper("m1", "Thermozyme Q", "The room was kept at 20 K below the oven. The melting temperature of thermozyme Q is 71.0 K."),
		paper("m2", "Melting of thermozyme Q", "Thermozyme Q has a melting temperature of 70.5 K. It was stored at 4 K for toads of the pond."),
		paper("m3", "Unfolding", "A melting temperature of 71.4 K was found for thermozyme Q in heavy water, where toads live."),
		paper("m4", "Thermozyme Q again", "We measured a melting temperature of 55 K for thermozyme Q."),
	)
}

// compared reads values as a setting of claims says.
func compared(values string) string {
	return oneRound("") + `
	claims { values = "` + values + `" }
	triangulate {
		stage "numbers" {
			plugin = plugin.triangulation
			config = { on_both = "both" }
		}
	}`
}

// measuring is an engine over that literature.
func measuring(t *testing.T, values string) Parts {
	t.Helper()
	p := policyText(t, "plugin \"triangulation\" { source = \"builtin\" }\npolicy \"test\" {\n  extends = [as_written]\n"+compared(values)+"\n}\n")
	return partsUnder(t, p, nil, melting())
}

func TestOnlyTheValuesThatAreAskedForAgreeOrDispute(t *testing.T) {
	melts := evidence.Question{ID: "m", Question: "What is the melting temperature of thermozyme Q?"}
	r := answered(t, measuring(t, "asked"), melts)
	assert.EqualValues(t, 1, r.State["triangulate.numbers.triangulated"], "71.0, 70.5 and 71.4 agree")
	assert.EqualValues(t, 1, r.State["triangulate.numbers.disputed"], "and 55 does not")
	toads := evidence.Question{ID: "t", Question: "Where do toads live at the melting pond?"}
	r = answered(t, measuring(t, "asked"), toads)
	assert.EqualValues(t, 0, r.State["triangulate.numbers.disputed"], "it asks for no temperature")
}
