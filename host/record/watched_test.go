package record

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// heard keeps what it is told.
type heard struct {
	events []Event
	values []any
	ends   []bool
}

func (h *heard) Watch(string) Watch { return h }

func (h *heard) Event(e Event, value any) {
	e.Data = slices.Clone(e.Data)
	h.events, h.values = append(h.events, e), append(h.values, value)
}

func (h *heard) Done(whole bool) { h.ends = append(h.ends, whole) }

func TestAWatchSeesTheWholeRecordAndItsEndOnce(t *testing.T) {
	s, err := OpenMemory()
	require.NoError(t, err)
	defer s.Close()
	h := &heard{}
	writeSample(t, Watched(s, h), "r1", 12)
	kept, err := s.Read("r1")
	require.NoError(t, err)
	assert.Equal(t, slices.Collect(kept.Events()), h.events)
	assert.Equal(t, []bool{true}, h.ends, "finished once, although the writer is closed after")
}

func TestAWatchIsToldThatARecordWasCutOff(t *testing.T) {
	s, err := OpenMemory()
	require.NoError(t, err)
	defer s.Close()
	h := &heard{}
	w, err := Watched(s, h).Begin("r2")
	require.NoError(t, err)
	require.NoError(t, w.Append(KindRun, sampleRun("r2")))
	require.NoError(t, w.Close())
	require.NoError(t, w.Close())
	assert.Equal(t, []bool{false}, h.ends)
}

func TestAWatchIsGivenWhatWasAppended(t *testing.T) {
	s, err := OpenMemory()
	require.NoError(t, err)
	defer s.Close()
	h := &heard{}
	writeSample(t, Watched(s, h), "r1", 12)
	assert.IsType(t, Run{}, h.values[0])
	for n, e := range h.events {
		value, err := Canonical(h.values[n])
		require.NoError(t, err)
		assert.Equal(t, string(e.Data), string(value), "%s", e.Kind)
	}
}
