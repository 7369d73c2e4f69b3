package text

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIrregularFormsShareTheStemOfTheirBase(t *testing.T) {
	for form, base := range map[string]string{"bound": "bind", "mice": "mouse", "froze": "freeze", "women": "woman", "wrote": "writes", "died": "dies", "mitochondria": "mitochondrion", "nuclei": "nucleus"} {
		assert.Equal(t, Stem([]byte(base)), Stem([]byte(form)), form)
	}
	assert.Equal(t, "bond", string(Base([]byte("bond"))))
}

func TestEachIrregularFormHasItsBase(t *testing.T) {
	for _, i := range irregulars {
		assert.Equal(t, i.base, string(Base([]byte(i.form))))
	}
}
