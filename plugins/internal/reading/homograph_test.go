package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAVerbOfTheSameLettersIsNotTheSubject(t *testing.T) {
	q := "Is lead toxic to children?"
	_, noun := judged(q, of("Lead was toxic to the children of the town."))
	assert.Greater(t, noun.Addressed, 0.5)
	for _, verb := range []string{"Noise leads to habits toxic to children.", "Some plants lead to children falling ill and are toxic."} {
		_, j := judged(q, of(verb))
		assert.Less(t, j.Addressed, noun.Addressed/2, verb)
	}
	_, j := judged("Is exposure harmful to children?", of("Exposure to noise is harmful to children."))
	assert.Greater(t, j.Addressed, 0.5, "a noun that ends as nouns do may have a to behind it")
}
