package batch

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

const (
	manifestID = "0123456789abcdef"
	manifest   = `{"id":"0123456789abcdef","host":"1.2.3","setup":{"policy":"p","vars":{"a#":"b"},"var_files":["v#"],"files":[{"path":"f#","digest":"d"}],"corpus":[{"path":"c#","digest":"d"}]},` +
		`"questions":3,"sample":{"number":0,"question":{"id":"q","question":"Is it?","options":[{"label":"a#","text":"b"}]},"run":"r"}}`
)

// sealed is a manifest with its digest, as [Seal] writes it.
func sealed(text string) []byte {
	body := strings.TrimSuffix(text, "}")
	return []byte(body + seal + digest([]byte(body)) + `"}`)
}

// TestTheWorkOfAManifestGrowsWithIt has manifests with a digest and without, with long lists and with many digests in a text.
func TestTheWorkOfAManifestGrowsWithIt(t *testing.T) {
	for _, place := range [][2]string{{`"vars":{`, `"x#":"y",`}, {`"var_files":[`, `"x#",`}, {`"files":[`, `{"path":"x#"},`}, {`"corpus":[`, `{"path":"x#"},`}, {`"options":[`, `{"label":"x#","text":"y"},`}, {`"policy":"`, `x`}} {
		before, after, found := strings.Cut(strings.ReplaceAll(manifest, "#", ""), place[0])
		assert.True(t, found, place[0])
		for _, form := range []func(string) []byte{sealed, func(text string) []byte { return []byte(text) }} {
			doubling.Repeated(t, before+place[0], place[1], after, func(text string) {
				m, err := ReadManifest(manifestID, form(text))
				assert.NoError(t, err)
				assert.Equal(t, 3, m.Questions)
			})
		}
	}
	doubling.Repeated(t, `{"id":"0"`, seal+"0\"", "}", func(text string) { _, _ = ReadManifest(manifestID, []byte(text)) })
	doubling.Text(t, "0", func(text string) { _, _, _ = ParseName(text) })
}

// FuzzWork holds manifests, with a digest and without, and names of jobs to work that grows with them and not faster.
func FuzzWork(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		_, _ = ReadManifest(manifestID, []byte(text))
		_, _ = ReadManifest(manifestID, sealed(text))
		_, _, _ = ParseName(text)
		_ = CheckID(text)
	}, manifest, string(sealed(manifest)), "12-again", manifestID)
}
