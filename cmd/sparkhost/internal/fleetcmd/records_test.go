package fleetcmd

import (
	"crypto/rand"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest/null"
	"github.com/sparkhost/sparkhost/host/fleet/lease"
	"github.com/sparkhost/sparkhost/host/record"
)

func TestRecordsComeBackThroughTheQueue(t *testing.T) {
	q, closing := fleettest.Embedded(t, t.TempDir(), 0)
	defer closing()
	var b strings.Builder
	for b.Len() < 1<<20 { // several chunks
		b.WriteString(rand.Text() + "\n")
	}
	text := b.String()
	question := null.Questions(1)[0]
	r, err := lease.Recorded(null.Asker{}, q, "b", func(_ string, w io.Writer) error { _, err := io.WriteString(w, text); return err }).AskWith(t.Context(), question, host.AskOptions{})
	require.NoError(t, err)

	fetch, err := newFetching(q, "b", t.TempDir())
	require.NoError(t, err)
	taken := 0
	take := fetch.take(t.Context(), func(collect.Item) error { taken++; return nil })
	require.NoError(t, take(collect.Item{Result: r}))
	got, err := os.ReadFile(fetch.folder.Path(r.Run))
	require.NoError(t, err)
	assert.Equal(t, text, string(got))

	require.NoError(t, os.WriteFile(fetch.folder.Path("own"), []byte("own"), 0o600))
	require.NoError(t, take(collect.Item{Result: &record.Result{Run: "own"}}), "a worker of this process wrote it")
	assert.Zero(t, fetch.missing)
	require.NoError(t, take(collect.Item{Result: &record.Result{Run: "before"}}))
	require.NoError(t, take(collect.Item{}), "a question without a result")
	assert.Equal(t, 4, taken)
	said := ""
	fetch.tell(func(s string) { said = s })
	assert.Contains(t, said, "1 results have no record")
}

func TestWithoutItsRecordThereIsNoResult(t *testing.T) {
	q, closing := fleettest.Embedded(t, t.TempDir(), 0)
	defer closing()
	full := errors.New("the disk is full")
	r, err := lease.Recorded(null.Asker{}, q, "b", func(string, io.Writer) error { return full }).AskWith(t.Context(), null.Questions(1)[0], host.AskOptions{})
	assert.Nil(t, r)
	assert.ErrorContains(t, err, "the disk is full")
}
