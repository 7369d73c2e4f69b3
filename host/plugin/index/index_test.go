package index_test

import (
	"io"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin/behaviour"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/plugin/index"
	"github.com/sparkhost/sparkhost/host/sign"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

func entry(name, version string) index.Entry {
	return index.Entry{
		Name: name, Version: version, Kind: "score", Contract: 1, Summary: "Counts the Citations", SHA256: strings.Repeat("0", 64),
		Source: "oci://r.example/" + name + ":" + version, Columns: []behaviour.Column{{Name: "items.year", Type: "number"}},
	}
}

// places are a registry and a file, which an index can lie in.
func places(t *testing.T) []string {
	t.Helper()
	s := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
	t.Cleanup(s.Close)
	return []string{"oci://" + strings.TrimPrefix(s.URL, "http://") + "/team/index:latest", filepath.Join(t.TempDir(), "index.json")}
}

func put(t *testing.T, ref string, x *index.Index, key *sign.PrivateKey) {
	t.Helper()
	d, err := x.Document(key)
	require.NoError(t, err)
	require.NoError(t, fetch.PutDocument(t.Context(), ref, index.MediaType, d, fetch.Options{}))
}

func TestAnIndexIsReadAsItWasWrittenAndNeverAnOlderOne(t *testing.T) {
	for _, ref := range places(t) {
		known := &index.Serials{Dir: t.TempDir()}
		open := func() (*index.Index, error) {
			x, _, err := index.Open(t.Context(), ref, sign.Signers{}, known, fetch.Options{})
			return x, err
		}
		_, err := open()
		require.ErrorIs(t, err, fetch.ErrNoDocument)
		x := &index.Index{FormatVersion: 1}
		assert.True(t, x.Put(entry("brevity", "1.0.0")))
		assert.False(t, x.Put(entry("brevity", "1.0.0")), "the same again changes nothing")
		put(t, ref, x, nil)
		first := *x
		got, err := open()
		require.NoError(t, err)
		assert.Equal(t, x, got)
		x.Put(entry("authority", "2.0.0"))
		put(t, ref, x, nil)
		got, err = open()
		require.NoError(t, err)
		assert.Equal(t, uint64(2), got.Serial)
		assert.Equal(t, "authority", got.Plugins[0].Name, "entries are sorted")
		put(t, ref, &first, nil)
		_, err = open()
		require.ErrorIs(t, err, index.ErrRolledBack)
		other := *x
		other.Plugins = other.Plugins[:1]
		put(t, ref, &other, nil)
		_, err = open()
		require.ErrorIs(t, err, index.ErrReplaced)
	}
}

func TestAnIndexIsVerifiedByItsKey(t *testing.T) {
	mine, err := sign.Generate(sign.KindECDSA)
	require.NoError(t, err)
	stranger, err := sign.Generate(sign.KindEd25519)
	require.NoError(t, err)
	for _, ref := range places(t) {
		x := &index.Index{FormatVersion: 1}
		x.Put(entry("brevity", "1.0.0"))
		for _, test := range []struct {
			key  *sign.PrivateKey
			want error
		}{{nil, sign.ErrUnsigned}, {stranger, sign.ErrUnknown}, {mine, nil}} {
			put(t, ref, x, test.key)
			_, _, err := index.Open(t.Context(), ref, sign.Signers{Keys: []*sign.PublicKey{mine.Public}}, &index.Serials{Dir: t.TempDir()}, fetch.Options{})
			if test.want == nil {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, test.want)
			}
		}
	}
}

func TestSearchWantsEveryWordInSomeCase(t *testing.T) {
	x := &index.Index{}
	x.Put(entry("brevity", "1.0.0"))
	for words, want := range map[string]int{"": 1, "BREV citations": 1, "year": 1, "brevity score": 1, "brevity tomatoes": 0} {
		assert.Len(t, x.Search(strings.Fields(words), ""), want, words)
	}
	assert.Empty(t, x.Search(nil, "calibrate"))
}

func TestWhatIsNoIndexIsRefused(t *testing.T) {
	for _, text := range []string{"", "{}", `{"format_version":2,"serial":1}`, `{"format_version":1}`, `{"format_version":1,"serial":1,"plugins":[{"name":"x"}]}`} {
		_, err := index.Parse([]byte(text))
		require.ErrorIs(t, err, index.ErrForm, text)
	}
}

func TestADamagedSerialIsNotForgotten(t *testing.T) {
	known := &index.Serials{Dir: t.TempDir()}
	require.NoError(t, known.See("ref", 3, []byte("x")))
	files, err := filepath.Glob(filepath.Join(known.Dir, "*"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(files[0], []byte("{"), 0o600))
	assert.ErrorContains(t, known.See("ref", 1, []byte("x")), "cannot be read")
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"format_version":1,"serial":1,"plugins":[]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		x, err := index.Parse(text)
		if err != nil {
			return
		}
		d, err := x.Document(nil)
		if err != nil {
			t.Skip("an attestation that is no JSON")
		}
		if _, err := index.Parse(d.Text); err != nil {
			t.Fatal(err)
		}
	})
}

// The text that is searched was copied for each column.
func TestTwiceTheColumnsAreTwiceTheWorkToSearch(t *testing.T) {
	doubling.Numbered(t, 500, func(n int) {
		e := entry("x", "1")
		e.Columns = slices.Repeat([]behaviour.Column{{Name: "items.year"}}, n)
		assert.Len(t, (&index.Index{Plugins: []index.Entry{e}}).Search([]string{"year", "score"}, ""), 1)
	})
}

func FuzzWork(f *testing.F) {
	whole := entry("n#", "1.0.#")
	whole.Outputs, whole.Attestation = []behaviour.Output{{Name: "o#"}}, []byte(`{"a":[1]}`)
	x := &index.Index{FormatVersion: 1}
	x.Put(whole)
	d, err := x.Document(nil)
	require.NoError(f, err)
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		if x, err := index.Parse([]byte(text)); err == nil {
			x.Search([]string{"citations", "year"}, "score")
			x.Put(entry("mine", "1"))
		}
	}, string(d.Text))
}
