package analysis_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/policy"
)

func TestASentenceTellsItsStructureTheSameEachTimeItIsAsked(t *testing.T) {
	cache, err := new(analysis.Shared).For(policy.Read{MaxChars: 1000, PassageChars: 600})
	require.NoError(t, err)
	d := &evidence.Document{ID: "d", Abstract: "The dose was probably 42 mg because of weight. It was seen."}
	a := cache.Document("d", d)
	cache.Split(a, d)
	p := a.Passages[0]
	require.Len(t, p.Sentences, 2)
	for _, s := range p.Sentences {
		text := s.Of(p.Text)
		quantities := evidence.Quantities(text)
		want := analysis.Structure{Quantities: quantities, Type: evidence.ClaimType(text, quantities), Qualifier: evidence.ClaimQualifier(text)}
		assert.Equal(t, want, s.Structure(text))
		assert.Equal(t, want, s.Structure("another text"), "worked out once")
	}
	assert.NotEmpty(t, p.Sentences[0].Structure("").Type)
	assert.Equal(t, "", analysis.Sentence{}.Structure("nothing").Type, "of a sentence that was not cut here, too")
}

func TestDocumentsThatAreReadAlikeAreAnalysedOnceForAllPolicies(t *testing.T) {
	var shared analysis.Shared
	read := policy.Read{MaxChars: 1000, PassageChars: 600}
	first, err := shared.For(read)
	require.NoError(t, err)
	read.PassagesPerDocument = 3 // chosen after cutting
	same, err := shared.For(read)
	require.NoError(t, err)
	assert.Same(t, first, same)
	read.Summary.LeadSentences = 1
	other, err := shared.For(read)
	require.NoError(t, err)
	assert.NotSame(t, first, other)
}
