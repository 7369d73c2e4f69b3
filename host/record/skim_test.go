package record

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// skimmable writes a record of a run event, two blobs and a warning.
func skimmable(t *testing.T, s Sink) {
	t.Helper()
	w, err := s.Begin("r1")
	require.NoError(t, err)
	require.NoError(t, w.Append(KindRun, Run{FormatVersion: FormatVersion, ID: "r1", Question: []byte(`{"id":"q"}`)}))
	for _, data := range [][]byte{[]byte(`{"kind":"no event","data":1}`), {0xff, 0xfe}} {
		require.NoError(t, w.Blob(Digest(data), data))
	}
	require.NoError(t, w.Append(KindWarning, Warning{Code: "thin", Text: `says ","data": and }`}))
	require.NoError(t, w.Append(KindTiming, Timing{What: TimingRun}))
	require.NoError(t, w.Append(KindResult, Result{ID: "q"}))
	require.NoError(t, w.Finish())
}

func TestASkimmedRecordHoldsWhatAReadOneHolds(t *testing.T) {
	folder, err := OpenFolder(t.TempDir())
	require.NoError(t, err)
	skimmable(t, folder)
	store, err := OpenMemory()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, store.Close()) })
	skimmable(t, store)
	for name, read := range map[string][2]func() (*Reader, error){
		"file":  {func() (*Reader, error) { return ReadFile(folder.Path("r1")) }, func() (*Reader, error) { return Skim(folder.Path("r1")) }},
		"store": {func() (*Reader, error) { return store.Read("r1") }, func() (*Reader, error) { return store.Skim("r1") }},
	} {
		t.Run(name, func(t *testing.T) {
			whole, err := read[0]()
			require.NoError(t, err)
			skimmed, err := read[1]()
			require.NoError(t, err)
			var want, got bytes.Buffer
			_, err = whole.WriteTo(&want)
			require.NoError(t, err)
			_, err = skimmed.WriteTo(&got)
			require.NoError(t, err)
			assert.Equal(t, want.String(), got.String())
			assert.Equal(t, whole.Partial, skimmed.Partial)
		})
	}
}

func TestARecordThatIsCutAnywhereIsPartialAndNotDamaged(t *testing.T) {
	folder, err := OpenFolder(t.TempDir())
	require.NoError(t, err)
	skimmable(t, folder)
	whole, err := os.ReadFile(folder.Path("r1"))
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "cut.jsonl")
	for n := bytes.IndexByte(whole, '\n'); n < len(whole); n++ {
		require.NoError(t, os.WriteFile(path, whole[:n], 0o600))
		r, err := ReadFile(path)
		require.NoError(t, err, "%d bytes", n)
		skimmed, err := Skim(path)
		require.NoError(t, err, "%d bytes", n)
		require.NoError(t, skimmed.Check(), "%d bytes", n)
		assert.Equal(t, []bool{r.Partial, r.Truncated}, []bool{skimmed.Partial, skimmed.Truncated}, "%d bytes", n)
	}
}

func TestSkimmingFindsADamagedBlobWhenItIsAskedFor(t *testing.T) {
	folder, err := OpenFolder(t.TempDir())
	require.NoError(t, err)
	skimmable(t, folder)
	data, err := os.ReadFile(folder.Path("r1"))
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "damaged.jsonl")
	require.NoError(t, os.WriteFile(path, bytes.Replace(data, []byte("no event"), []byte("an event"), 1), 0o600))
	_, err = ReadFile(path)
	require.ErrorIs(t, err, ErrCorrupt)
	r, err := Skim(path)
	require.NoError(t, err)
	_, err = r.Blob(Digest([]byte(`{"kind":"no event","data":1}`)))
	assert.True(t, errors.Is(err, ErrCorrupt), "%v", err)
}

func TestSkimmingRefusesLinesThatAreNone(t *testing.T) {
	for _, line := range []string{"nothing\n", `{"seq":1,"kind":"run"}` + "\n", `{"seq":x,"kind":"run","data":{}}` + "\n", `{"seq":2,"kind":"warning","data":{}}` + "\n"} {
		path := filepath.Join(t.TempDir(), "bad.jsonl")
		require.NoError(t, os.WriteFile(path, []byte(line), 0o600))
		_, err := Skim(path)
		assert.ErrorIs(t, err, ErrCorrupt, line)
	}
}
