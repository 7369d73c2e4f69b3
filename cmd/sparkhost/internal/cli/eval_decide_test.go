package cli

import (
	"io"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
)

// recordedQuickstart is the records of the quick start under policy standard, which count how often they are read.
func recordedQuickstart(t *testing.T) (*recordSet, *atomic.Int64) {
	t.Helper()
	dir := t.TempDir()
	quick := filepath.Join("..", "..", "..", "..", "examples", "quickstart")
	code := Main([]string{"run", "--no-cache", "--corpus", filepath.Join(quick, "corpus.jsonl"), "--questions", filepath.Join(quick, "questions.jsonl"), "--record", dir, "--out", filepath.Join(dir, "out")},
		nil, io.Discard, io.Discard)
	require.Zero(t, code)
	files, err := recordFiles(dir)
	require.NoError(t, err)
	set, reads := &recordSet{}, &atomic.Int64{}
	for _, path := range files {
		set.refs = append(set.refs, recordRef{path, func() (*record.Reader, error) {
			reads.Add(1)
			return record.Skim(path)
		}})
	}
	return set, reads
}

func TestARecordIsReadOnceForEightPolicies(t *testing.T) {
	set, reads := recordedQuickstart(t)
	c := &cobra.Command{}
	c.SetContext(t.Context())
	c.SetErr(io.Discard)
	d := (&replayFlags{home: t.TempDir(), concurrency: 2}).decider(c, set)
	defer func() { require.NoError(t, d.close()) }()
	first, err := d.decide("standard")
	require.NoError(t, err)
	assert.Len(t, first.sample.Results, len(set.refs))
	reads.Store(0)
	policies := []string{"standard", "nosuch", "baseline", "standard", "standard", "standard", "standard", "standard", "standard", "baseline"}
	var order, decided []int
	require.NoError(t, d.each(policies, func(i int, s *replayedSide, err error) error {
		order = append(order, i)
		if policies[i] == "nosuch" {
			assert.Error(t, err)
			return nil
		}
		require.NoError(t, err)
		decided = append(decided, len(s.sample.Results)+len(s.needs))
		return nil
	}))
	assert.Equal(t, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, order)
	for _, n := range decided {
		assert.Equal(t, len(set.refs), n)
	}
	assert.EqualValues(t, 2*len(set.refs), reads.Load(), "ten policies are two batches")
}
