package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
)

const numbersAgree = `
	order = [one]
	intent "one" { queries = ["rapamycin human cells"] }
	round "one" { intents = [one] }
	triangulate {
		stage "numbers" {
			plugin = plugin.triangulation
			config = { min_cluster = 3, guard_confidence = 2 }
		}
	}`

// dosed reports a dose.
func dosed(id, dose string) *shelf {
	return shelfOf(paper(id, "Rapamycin and human cells: "+id, "Rapamycin significantly inhibits mTORC1 in human cells at "+dose+" nM."))
}

func TestTheConvergenceBlockHasALineForEachClusterOfNumbers(t *testing.T) {
	library := dosed("a", "10.0")
	library.documents = append(library.documents, dosed("b", "10.2").documents[0], dosed("c", "10.4").documents[0])
	r := answered(t, partsOf(t, numbersAgree, library), inhibits)
	s := stepNamed(t, r, "convergence_evidence")
	require.Len(t, s.Texts["lines"], 1)
	assert.Contains(t, s.Texts["lines"][0], "triangulated: 10.0, 10.2, 10.4 nM in 3 documents", "U25")
	for _, id := range []string{"a", "b", "c"} {
		assert.Contains(t, s.Texts["lines"][0], id)
	}
	assert.Equal(t, s.Texts["lines"], r.assess.Convergence(), "prompts are given the same")
}

func TestWithoutComparableNumbersThereIsNoConvergenceBlock(t *testing.T) {
	r := answered(t, partsOf(t, numbersAgree, dosed("a", "10.0")), inhibits)
	for _, s := range recorded[record.Step](t, r, record.KindStep) {
		assert.NotEqual(t, "convergence_evidence", s.Name)
	}
}

func TestClaimsAreRecordedWithWhatTheirWordsTell(t *testing.T) {
	r := answered(t, partsOf(t, numbersAgree, dosed("a", "10.0")), inhibits)
	claims := recorded[record.Claim](t, r, record.KindClaim)
	require.NotEmpty(t, claims)
	assert.Equal(t, "numerical", claims[0].Type)
	assert.Equal(t, "significantly", claims[0].Qualifier)
	require.NotNil(t, claims[0].Value)
	assert.Equal(t, 10.0, *claims[0].Value)
	assert.Equal(t, "nM", claims[0].Unit)
}
