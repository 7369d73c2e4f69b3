package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/sparkhost/sparkhost/host/outbound"
)

// as answers with a body under those headers, given as name and value in turn.
func as(body []byte, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		_, _ = w.Write(body) // a reader that went away fails its test
	}
}

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.WriteString(z, text)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.Bytes()
}

func TestATextIsReadHoweverItIsPackedEncodedAndLabelled(t *testing.T) {
	const body = `{"hits":["α-helix"]}`
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes([]byte(body))
	require.NoError(t, err)
	twice, err := charmap.ISO8859_1.NewDecoder().Bytes([]byte(body))
	require.NoError(t, err)
	for name, answer := range map[string]http.HandlerFunc{
		"packed without saying so":             as(zipped(t, body)),
		"packed under gzip's other name":       as(zipped(t, body), "Content-Encoding", "x-gzip"),
		"not packed, and says so":              as([]byte(body), "Content-Encoding", "identity"),
		"UTF-8 that is labelled Latin-1":       as([]byte(body), "Content-Type", "application/json; charset=iso-8859-1"),
		"UTF-16 that has only its mark":        as(wide, "Content-Type", "application/json"),
		"UTF-16 that is labelled UTF-8":        as(wide, "Content-Type", "application/json; charset=utf-8"),
		"UTF-8 encoded a second time":          as(twice),
		"UTF-8 with a mark of byte order":      as([]byte("\ufeff" + body)),
		"UTF-8 of an encoding nobody knows of": as([]byte(body), "Content-Type", "application/json; charset=klingon"),
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, nil, func(t *testing.T, w *world) {
				w.server.Fail("p", 1, answer)
				hits, err := w.get(t, t.Context())
				require.NoError(t, err)
				assert.Equal(t, []string{"α-helix"}, hits)
			})
		})
	}
}

func TestLatin1ThatIsNotUTF8EncodedTwiceStays(t *testing.T) {
	latin, err := charmap.ISO8859_1.NewEncoder().Bytes([]byte(`{"hits":["café ±5 °C"]}`))
	require.NoError(t, err)
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.server.Fail("p", 1, as(latin, "Content-Type", "application/json; charset=iso-8859-1"))
		hits, err := w.get(t, t.Context())
		require.NoError(t, err)
		assert.Equal(t, []string{"café ±5 °C"}, hits)
	})
}

func TestABombThatDoesNotSayThatItIsPackedIsCutOff(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.server.Fail("p", -1, as(zipped(t, string(bytes.Repeat([]byte(" "), 8<<20)))))
		_, err := w.get(t, t.Context())
		assert.ErrorContains(t, failure(t, err), "larger than 1048576 bytes")
	})
}

func TestAPartOfAnAnswerIsNotBelieved(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.server.Fail("p", -1, func(rw http.ResponseWriter, _ *http.Request) {
			rw.WriteHeader(http.StatusPartialContent)
			_, _ = io.WriteString(rw, good) // as in as
		})
		_, err := w.get(t, t.Context())
		assert.Equal(t, outbound.Malformed, failure(t, err).Class)
		assert.Empty(t, w.cache.kept)
	})
}
