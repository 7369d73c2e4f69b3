package queue

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/bounded"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// FuzzWorkOfMessages reads each kind of message that workers and submitters send each other.
func FuzzWorkOfMessages(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		for _, into := range []any{&batch.Job{}, &batch.Manifest{}, &Event{}, &Presence{}, &Poison{}, &Fault{}, &record.Result{}} {
			_ = json.Unmarshal([]byte(text), into)
		}
		_, _ = readJobs(strings.NewReader(text), bounded.Questions)
		_, _, _ = batch.ParseName(JobName(text))
	}, `{"number":1,"question":{"id":"q#","question":"Is it?","options":[{"id":"a#","text":"b"}]},"run":"r","trace":"t"}`,
		`{"id":"0","setup":{"policy":"p","vars":["a#=1"],"corpus":[{"path":"c","digest":"d"}]},"questions":2,"sample":{"number":0}}`,
		`{"name":"w","serves":["b#"],"lacks":{"b#":"no corpus"},"labels":["l"],"errors":["e#"],"First":{"worker":"w","result":{"a":[1]}}}`,
		`{"id":"q","run":"r","answer":{"text":"a"},"documents":[{"id":"d#"}],"signals":{"s#":1}}`)
}

func TestJobsThatUnpackToVeryManyAreRefused(t *testing.T) {
	_, err := readJobs(strings.NewReader(strings.Repeat("{}\n", 400_000)), 1<<20)
	require.ErrorIs(t, err, bounded.ErrTooLarge)
	jobs, err := readJobs(strings.NewReader(strings.Repeat("{}\n", 300_000)), 1<<20)
	require.NoError(t, err)
	require.Len(t, jobs, 300_000)
}

func TestARecordThatUnpacksToMoreThanIsReadIsRefused(t *testing.T) {
	var packed bytes.Buffer
	require.NoError(t, pack(&packed, func(w io.Writer) error { _, err := w.Write(make([]byte, 1<<20+1)); return err }))
	path := filepath.Join(t.TempDir(), "record")
	require.ErrorIs(t, unpack(bytes.NewReader(packed.Bytes()), path, 1<<20), bounded.ErrTooLarge)
	require.NoFileExists(t, path)
	require.NoError(t, unpack(&packed, path, 1<<21))
}
