package record

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sampleFile is a finished record as a file has it.
func sampleFile(t *testing.T) []byte {
	t.Helper()
	folder, err := OpenFolder(t.TempDir())
	require.NoError(t, err)
	writeSample(t, folder, "r", 5)
	b, err := os.ReadFile(folder.Path("r"))
	require.NoError(t, err)
	return b
}

// unsealed is a record as writers of before there were seals left it.
func unsealed(b []byte) []byte {
	b = bytes.Replace(b, []byte(`,"chained":true`), nil, 1)
	return regexp.MustCompile(`(?m)^\{"seq":\d+,"kind":("seal"|"timing","data":\{"what":"seal").*\n`).ReplaceAll(b, nil)
}

// readWhole reads a record with all of its blobs, as both readers do.
func readWhole(b []byte, parse func([]byte) (entry, error)) (*Reader, error) {
	r, err := read("x", b, nil, parse)
	if err != nil {
		return nil, err
	}
	return r, r.Check()
}

func TestEachFlippedByteOfARecordIsNoticed(t *testing.T) {
	whole := sampleFile(t)
	for name, parse := range map[string]func([]byte) (entry, error){"read": parse, "skim": frame} {
		r, err := readWhole(whole, parse)
		require.NoError(t, err)
		require.True(t, r.Chained)
		for i := range whole {
			damaged := bytes.Clone(whole)
			damaged[i] ^= 1
			r, err := readWhole(damaged, parse)
			if err == nil && !r.Chained { // one in the seal: the record has no end
				assert.True(t, r.Partial)
				continue
			}
			assert.Error(t, err, "%s: byte %d of %q", name, i, whole[max(0, i-30):min(len(whole), i+10)])
		}
	}
}

func TestWhatWasChangedByHandIsNoticed(t *testing.T) {
	whole := string(sampleFile(t))
	lines := strings.SplitAfter(strings.TrimSuffix(whole, "\n"), "\n")
	without := func(mark string) string {
		return strings.Join(deleted(lines, func(l string) bool { return strings.Contains(l, mark) }), "")
	}
	tests := map[string]struct{ text, want string }{
		"an answer":                {strings.Replace(whole, `"confidence":0.`, `"confidence":0.9`, 1), "its seal says"},
		"a timing":                 {strings.Replace(whole, `"elapsed_us":5`, `"elapsed_us":6`, 1), "kept of them"},
		"a timing that is gone":    {without(`"what":"run"`), "kept of them"},
		"a line behind the seal":   {whole + lines[len(lines)-1], "event"},
		"a timing behind the seal": {whole + fmt.Sprintf(`{"seq":%d,"kind":"timing","data":{"what":"x","elapsed_us":1}}`, seqOf(t, whole)) + "\n", "a line follows the seal"},
		"white space":              {strings.Replace(whole, `,"kind":"result"`, `, "kind":"result"`, 1), "its seal says"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.NotEqual(t, whole, tt.text)
			_, err := readLines("x", []byte(tt.text), nil)
			require.ErrorIs(t, err, ErrCorrupt)
			assert.ErrorContains(t, err, tt.want)
		})
	}
}

func TestARecordWithoutItsSealIsPartial(t *testing.T) {
	whole := sampleFile(t)
	cut := whole[:bytes.LastIndex(bytes.TrimSuffix(whole, []byte("\n")), []byte("\n"))+1]
	require.NotContains(t, string(cut), `"kind":"seal"`)
	r, err := readLines("x", cut, nil)
	require.NoError(t, err)
	assert.True(t, r.Partial)
	assert.False(t, r.Chained)
}

func seqOf(t *testing.T, whole string) (last int) {
	t.Helper()
	r, err := readLines("x", []byte(whole), nil)
	require.NoError(t, err)
	for e := range r.Events() {
		last = e.Seq
	}
	return last
}

func deleted(lines []string, gone func(string) bool) (kept []string) {
	for _, l := range lines {
		if !gone(l) {
			kept = append(kept, l)
		}
	}
	return kept
}

func TestARecordOfBeforeThereWereSealsIsRead(t *testing.T) {
	old := unsealed(sampleFile(t))
	require.NotContains(t, string(old), "seal")
	for _, parse := range []func([]byte) (entry, error){parse, frame} {
		r, err := readWhole(old, parse)
		require.NoError(t, err)
		assert.False(t, r.Chained)
		assert.False(t, r.Partial)
	}
}

// A store keeps blobs elsewhere and a file carries them: the seal is one.
func TestARecordHasOneSealInAllSinks(t *testing.T) {
	s := openTest(t, t.TempDir())
	folder, err := OpenFolder(t.TempDir())
	require.NoError(t, err)
	writeSample(t, Multi(s, folder), "r", 5)
	stored, err := s.Read("r")
	require.NoError(t, err)
	filed, err := ReadFile(folder.Path("r"))
	require.NoError(t, err)
	assert.True(t, stored.Chained && filed.Chained)
	a, err := Each[Seal](stored, KindSeal)
	require.NoError(t, err)
	b, err := Each[Seal](filed, KindSeal)
	require.NoError(t, err)
	assert.Equal(t, a, b)
	var written bytes.Buffer
	_, err = stored.WriteTo(&written)
	require.NoError(t, err)
	again, err := readLines("x", written.Bytes(), nil)
	require.NoError(t, err)
	assert.True(t, again.Chained)
}
