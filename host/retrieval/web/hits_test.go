package web_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

func TestHitsHoldEachWorkOnceUpToTheLimit(t *testing.T) {
	h := web.NewHits(3)
	assert.True(t, h.Add([]evidence.Document{{ID: "a"}, {ID: "b"}, {ID: "a"}}))
	assert.False(t, h.Add([]evidence.Document{{ID: "b"}}), "it repeats itself")
	assert.False(t, h.Add(nil))
	assert.False(t, h.Full())
	h.Add([]evidence.Document{{ID: "b"}, {ID: "c"}, {ID: "d"}})
	assert.True(t, h.Full())
	assert.Equal(t, []retrieval.Hit{
		{Document: evidence.Document{ID: "a"}, Rank: 1, Score: 1}, {Document: evidence.Document{ID: "b"}, Rank: 2, Score: 0.5},
		{Document: evidence.Document{ID: "c"}, Rank: 3, Score: 1.0 / 3},
	}, h.List())
	assert.Nil(t, web.NewHits(1).List())
}

func TestDocumentsLeaveOutWhatHasNoIdUnlessNothingHas(t *testing.T) {
	named := func(id *string) evidence.Document { return evidence.Document{ID: *id} }
	got, err := web.Documents([]string{"b", "", "a"}, named, "none has an id")
	require.NoError(t, err)
	assert.Equal(t, []evidence.Document{{ID: "b"}, {ID: "a"}}, got)
	_, err = web.Documents([]string{"", ""}, named, "none has an id")
	require.EqualError(t, err, "none has an id")
	got, err = web.Documents(nil, named, "none has an id")
	require.NoError(t, err, "nothing was found")
	assert.Empty(t, got)
}

func TestAWorkWhoseTitleIsAFloodIsLeftOut(t *testing.T) {
	document := func(n *int) evidence.Document {
		return evidence.Document{ID: "x:1", Title: strings.Repeat("(", *n)}
	}
	found, err := web.Documents([]int{64 << 10, 64<<10 + 1}, document, "none")
	require.NoError(t, err)
	assert.Len(t, found, 1)
	_, err = web.Documents([]int{7 << 20}, document, "none of its works has a title")
	assert.EqualError(t, err, "none of its works has a title")
}
