package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// viewed is a sentence that is measured and read against a claim.
func viewed(claim, sentence string) *Sight { return viewedIn("", claim, sentence) }

// viewedIn is one of a section.
func viewedIn(section, claim, sentence string) *Sight {
	h, r := New(claim, nil, NewVocabulary()), text.Read(sentence)
	h.Introduce(&r)
	s := h.See(&r, section)
	s.Measure()
	return s
}

func TestASentenceThatSaysTheWholeClaimAffirmsIt(t *testing.T) {
	claim := "Tobacco smoke shortens the half-life of caffeine."
	for sentence, affirms := range map[string]bool{
		"Tobacco smoke induces an enzyme and shortens the half-life of caffeine.":      true,
		"Tobacco smoke does not shorten the half-life of caffeine.":                    false,
		"Tobacco smoke lengthens the half-life of caffeine.":                           false,
		"We asked whether tobacco smoke shortens the half-life of caffeine.":           false,
		"Tobacco smoke activates a receptor.":                                          false,
		"Caffeine shortens the half-life of tobacco smoke.":                            false,
		"It is widely believed that tobacco smoke shortens the half-life of caffeine.": false,
	} {
		assert.Equal(t, affirms, viewed(claim, sentence).Affirms() > 0.5, sentence)
	}
}

func TestASentenceAffirmsAQuestionWhoseVerbIsUnknown(t *testing.T) {
	assert.Greater(t, viewed("Does marnicin bind MBP12?", "Marnicin bound the protein MBP12 with a dissociation constant of 0.2 nM.").Affirms(), 0.5)
	assert.Zero(t, viewed("Does marnicin bind MBP12?", "Marnicin did not bind MBP12.").Affirms())
	assert.Zero(t, viewed("Does marnicin bind MBP12?", "Marnicin kills cells that lack MBP12.").Affirms())
}

func TestADenialOfTheObjectIsOutright(t *testing.T) {
	assert.Greater(t, viewed("Venus has a moon.", "Venus has no large moon: none was found.").outright(), 0.5)
	assert.Zero(t, viewed("Venus has a moon.", "Mars has a moon, and Venus has no ring.").outright())
}

func TestTheContraryOfOneWordDeniesTheClaim(t *testing.T) {
	for sentence, denied := range map[string]bool{
		"The urea channel is closed at neutral pH.":                       true,
		"At neutral pH the urea channel is closed.":                       true,
		"The urea channel is open at neutral pH.":                         false,
		"The urea channel is not closed at neutral pH.":                   false,
		"The urea channel may be closed at neutral pH.":                   false,
		"The urea channel is closed at acidic pH.":                        false,
		"The gate of the cage was closed.":                                false,
		"The urea channel is open at neutral pH, and the gate is closed.": false,
	} {
		assert.Equal(t, denied, viewed("The urea channel is open at neutral pH.", sentence).saysContrary() > 0.5, sentence)
	}
	assert.Greater(t, viewed("The fusion protein is stable.", "The fusion protein is unstable.").saysContrary(), 0.5)
	assert.Zero(t, viewed("Acute pain is safe.", "Chronic pain is dangerous.").saysContrary(), "of two words")
}
