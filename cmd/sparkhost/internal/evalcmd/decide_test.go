package evalcmd

import (
	"bytes"
	"github.com/sparkhost/sparkhost/internal/thorough"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/runcmd"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/testwasm"
)

// recordedQuickstart is the records of 24 questions of the quick start under policy standard, which count how often they are read.
func recordedQuickstart(t *testing.T) (*flags.RecordSet, *atomic.Int64) {
	t.Helper()
	dir := t.TempDir()
	quick := filepath.Join("..", "..", "..", "..", "examples", "quickstart")
	all, err := os.ReadFile(filepath.Join(quick, "questions.jsonl"))
	require.NoError(t, err)
	some, home := filepath.Join(t.TempDir(), "some.jsonl"), t.TempDir()
	lines := bytes.SplitAfterN(all, []byte("\n"), 25)
	require.NoError(t, os.WriteFile(some, bytes.Join(lines[:24], nil), 0o600))
	testwasm.Link(t, home)
	c := runcmd.New()
	c.SetArgs([]string{"--cache", home, "--corpus", filepath.Join(quick, "corpus.jsonl"), "--questions", some, "--record", dir, "--out", filepath.Join(dir, "out")})
	require.NoError(t, c.Execute())
	files, err := flags.RecordFiles(dir)
	require.NoError(t, err)
	set, reads := &flags.RecordSet{}, &atomic.Int64{}
	for _, path := range files {
		set.Refs = append(set.Refs, flags.RecordRef{Name: path, Read: func() (*record.Reader, error) {
			reads.Add(1)
			return record.Skim(path)
		}})
	}
	return set, reads
}

func TestARecordIsReadOnceForEightPolicies(t *testing.T) {
	thorough.Only(t, "every sample question under nine policies")
	set, reads := recordedQuickstart(t)
	c := &cobra.Command{}
	c.SetContext(t.Context())
	c.SetErr(io.Discard)
	home := t.TempDir()
	testwasm.Link(t, home)
	d := newDecider(&flags.ReplayFlags{Home: home, Concurrency: 2}, c, set)
	defer func() { require.NoError(t, d.close()) }()
	first, err := d.decide("standard")
	require.NoError(t, err)
	assert.Len(t, first.sample.Results, len(set.Refs))
	reads.Store(0)
	policies := []string{"standard", "nosuch", "baseline", "baseline", "baseline", "baseline", "baseline", "baseline", "baseline", "baseline"}
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
		assert.Equal(t, len(set.Refs), n)
	}
	assert.EqualValues(t, 2*len(set.Refs), reads.Load(), "ten policies are two batches")
}

func TestRecordsOfAnotherVersionAreTold(t *testing.T) {
	s := &replayedSide{decided: []decidedRun{{version: "0.0.8"}, {version: host.Version}, {version: "0.0.9"}, {why: "cut off"}}}
	assert.Equal(t, []string{"2 of 4 records are of version 0.0.8, 0.0.9, this is " + host.Version + ": both sides are decided by the rules of this one"}, s.olderRecords())
	s.decided = s.decided[1:2]
	assert.Empty(t, s.olderRecords())
}
