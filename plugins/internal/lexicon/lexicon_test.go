package lexicon_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/plugins/internal/lexicon"
	"github.com/sparkhost/sparkhost/plugins/internal/spelling"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

func key(word string) uint64 { return text.Stem(spelling.Fold(nil, word)) }

func TestWordsOfOneFamilyHaveItsNumber(t *testing.T) {
	families := lexicon.Families()
	assert.NotZero(t, families.Of(key("kill")))
	assert.Equal(t, families.Of(key("kill")), families.Of(key("mortality")))
	assert.Equal(t, families.Of(key("suppress")), families.Of(key("decrease")), "a word of several families belongs to the first")
	assert.NotEqual(t, families.Of(key("kill")), families.Of(key("survive")))
	assert.Zero(t, families.Of(key("quartz")))
}

func TestVerbsAreKnownByTheirStemsAndIrregularForms(t *testing.T) {
	verbs := lexicon.Verbs()
	assert.True(t, verbs.Of(key("inhibits")))
	assert.True(t, verbs.Of(text.Hash([]byte("underwent"))))
	assert.False(t, verbs.Of(key("quartz")))
}
