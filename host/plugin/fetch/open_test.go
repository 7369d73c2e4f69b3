package fetch_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

func TestPasswordsAreNotRepeated(t *testing.T) {
	for _, text := range []string{
		"oci://user:s3cret@host/a:b", "oci://user:s3cret@host:tag", "oci://user:s3/cret@host/a:b", "oci://user:s3cret@host/a@sha256:" + strings.Repeat("a", 64),
		"oci://user:s3cret@host:x/a@sha256:12", "ftp://user:s3cret@host/a", "https://user:s3cret@host/a.wasm", "https://user:s3cret@host:x/a.wasm",
	} {
		_, err := fetch.Parse(text)
		require.ErrorContains(t, err, "://user:xxxxx@host", text)
		assert.NotContains(t, err.Error(), "s3", text)
	}
	_, err := fetch.Parse("oci://host:5000/A@sha256:12")
	require.ErrorContains(t, err, "oci://host:5000/A@sha256:12 is no artifact")
}

func TestReferencesAreReadByTheirForm(t *testing.T) {
	tests := []struct {
		text   string
		scheme fetch.Scheme
		wrong  string
	}{
		{"builtin", fetch.SchemeBuiltin, ""},
		{"builtin:stance", fetch.SchemeBuiltin, ""},
		{"mine.wasm", fetch.SchemePath, ""},
		{"../mine", fetch.SchemePath, ""},
		{`C:\plugins\mine.wasm`, fetch.SchemePath, ""},
		{"https://example.org/mine.wasm", fetch.SchemeHTTPS, ""},
		{"http://127.0.0.1:80/mine.wasm", fetch.SchemeHTTPS, ""},
		{"oci://registry.example/team/mine:1.0.0", fetch.SchemeOCI, ""},
		{"oci://localhost:5000/mine@sha256:" + strings.Repeat("a", 64), fetch.SchemeOCI, ""},
		{"", "", "is no reference to a plugin; write builtin, builtin:NAME, a file"},
		{"a\nb", "", "is no reference"},
		{"ftp://example.org/mine.wasm", "", "unknown scheme ftp"},
		{"http://example.org/mine.wasm", "", "is not encrypted; write https://"},
		{"https://", "", "is no address of a module"},
		{"oci://registry.example/team/mine", "", "names no version; add a tag, as in oci://registry.example/team/mine:1.0.0"},
		{"oci://registry.example", "", "is no artifact of a registry"},
		{"oci://registry.example/mine@sha256:12", "", "is no artifact of a registry"},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			r, err := fetch.Parse(test.text)
			if test.wrong != "" {
				require.ErrorContains(t, err, test.wrong)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, test.scheme, r.Scheme)
			assert.Equal(t, test.scheme != fetch.SchemeBuiltin, r.Outside())
		})
	}
	_, err := fetch.Parse("https://ann:secret@example.org/x")
	require.Error(t, err)
	assert.NotContains(t, err.Error(), "secret")
}

func TestBuiltInModulesGoByTheirOwnNameOrThePlugins(t *testing.T) {
	o := fetch.Options{Name: "mine", Builtin: func(name string) ([]byte, error) {
		if name == "none" {
			return nil, errors.New("there is no such")
		}
		return []byte(name), nil
	}}
	for text, want := range map[string]string{"builtin": "mine", "builtin:stance": "stance"} {
		m, err := fetch.Open(t.Context(), text, o)
		require.NoError(t, err)
		assert.Equal(t, want, string(m.Wasm))
		assert.Equal(t, "builtin:"+want, m.Resolved)
	}
	_, err := fetch.Open(t.Context(), "builtin:none", o)
	assert.ErrorContains(t, err, "builtin:none is not built in (there is no such)")
	_, err = fetch.Open(t.Context(), "builtin", fetch.Options{Name: "mine"})
	assert.ErrorContains(t, err, "builtin:mine is not carried by this program")
}

func TestFilesAndFoldersAreReadFromTheBase(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "one.wasm"), module)
	write(t, filepath.Join(dir, "single", "any.wasm"), module)
	write(t, filepath.Join(dir, "named", "mine.wasm"), module)
	write(t, filepath.Join(dir, "named", "other.wasm"), []byte("no"))
	write(t, filepath.Join(dir, "project", "project.wasm"), module)
	write(t, filepath.Join(dir, "project", "other.wasm"), []byte("no"))
	write(t, filepath.Join(dir, "several", "a.wasm"), nil)
	write(t, filepath.Join(dir, "several", "b.wasm"), nil)
	write(t, filepath.Join(dir, "empty", "main.go"), nil)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "odd.wasm"), 0o700))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "odd.wasm", "odd.wasm"), 0o700))
	tests := []struct{ text, resolved, wrong string }{
		{"one.wasm", "one.wasm", ""},
		{filepath.Join(dir, "one.wasm"), "one.wasm", ""},
		{"single", filepath.Join("single", "any.wasm"), ""},
		{"./named", filepath.Join("named", "mine.wasm"), ""},
		{"project", filepath.Join("project", "project.wasm"), ""},
		{"several", "", "several modules: a.wasm, b.wasm; name one of them"},
		{"empty", "", "a folder without a module; build it first with `sparkhost plugin build`"},
		{"missing.wasm", "", "missing.wasm cannot be read"},
		{"odd.wasm", "", "is no regular file"},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			m, err := fetch.Open(t.Context(), test.text, fetch.Options{Base: dir, Name: "mine"})
			if test.wrong != "" {
				require.ErrorContains(t, err, test.wrong)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, module, m.Wasm)
			assert.Equal(t, filepath.Join(dir, test.resolved), m.Resolved)
			assert.Equal(t, sumOf(module), m.Digest)
		})
	}
	_, err := fetch.Open(t.Context(), "one.wasm", fetch.Options{Base: dir, MaxBytes: 4})
	require.ErrorContains(t, err, "one.wasm is too large: it has more than 4 bytes")
	_, err = fetch.Open(t.Context(), "one.wasm", fetch.Options{Base: dir, Digest: sumOf(nil)})
	require.ErrorIs(t, err, fetch.ErrDigest)
}

// site serves one module and answers in every wrong way.
func site(t *testing.T) string {
	mux := http.NewServeMux()
	s := serve(t, mux)
	mux.HandleFunc("/mine.wasm", func(w http.ResponseWriter, _ *http.Request) { w.Write(module) })
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/mine.wasm", http.StatusFound) })
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://localhost:1/mine.wasm", http.StatusFound)
	})
	mux.HandleFunc("/circle", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/circle", http.StatusFound) })
	mux.HandleFunc("/busy", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	mux.HandleFunc("/short", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		w.Write(module)
	})
	mux.HandleFunc("/other", standin.Switch())
	mux.HandleFunc("/long", func(w http.ResponseWriter, _ *http.Request) { w.Write(make([]byte, 1<<20)) })
	return s.URL
}

func TestAnAddressIsReadOnceAndThenKept(t *testing.T) {
	url, dir := site(t), t.TempDir()
	o := fetch.Options{Digest: sumOf(module), Dir: dir}
	m, err := fetch.Open(t.Context(), url+"/moved", o)
	require.NoError(t, err)
	assert.Equal(t, module, m.Wasm)
	assert.False(t, m.Kept)
	require.NoError(t, m.NotKept)
	o.Offline = true
	m, err = fetch.Open(t.Context(), url+"/elsewhere", o)
	require.NoError(t, err)
	assert.True(t, m.Kept, "what counts is the digest")
}

func TestAModuleThatCannotBeKeptIsUsedAllTheSame(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	write(t, blocked, nil)
	m, err := fetch.Open(t.Context(), site(t)+"/mine.wasm", fetch.Options{Digest: sumOf(module), Dir: blocked})
	require.NoError(t, err)
	assert.Equal(t, module, m.Wasm)
	assert.ErrorContains(t, m.NotKept, "cannot keep the module")
}

func TestAddressesThatFailAreNamedWithTheNextStep(t *testing.T) {
	url := site(t)
	tests := []struct {
		path, want string
		kind       error
	}{
		{"/away", "redirects to another host, http://localhost:1: name the final address", fetch.ErrUnavailable},
		{"/circle", "redirects more than 5 times", fetch.ErrUnavailable},
		{"/busy", "503 Service Unavailable; try again later", fetch.ErrUnavailable},
		{"/none", "404 Not Found; check the address", nil},
		{"/short", "unexpected EOF", fetch.ErrUnavailable},
		{"/other", "switched to another protocol", fetch.ErrUnavailable},
		{"/long", "is too large: it has more than 1000 bytes", nil},
	}
	for _, test := range tests {
		t.Run(test.path, func(t *testing.T) {
			_, err := fetch.Open(t.Context(), url+test.path, fetch.Options{Digest: sumOf(module), MaxBytes: 1000})
			require.ErrorContains(t, err, test.want)
			require.ErrorContains(t, err, url+test.path)
			if test.kind != nil {
				require.ErrorIs(t, err, test.kind)
			}
		})
	}
	_, err := fetch.Open(t.Context(), url+"/mine.wasm", fetch.Options{})
	require.ErrorIs(t, err, fetch.ErrUnpinned)
	_, err = fetch.Open(t.Context(), url+"/mine.wasm", fetch.Options{Digest: sumOf(nil)})
	require.ErrorIs(t, err, fetch.ErrDigest)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = fetch.Open(cancelled, url+"/mine.wasm", fetch.Options{Digest: sumOf(module)})
	require.ErrorIs(t, err, context.Canceled)
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"builtin", "oci://a/b:c", "https://a/b", "x.wasm", "oci://[::1]:5000/b@sha256:"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doubling.Text(t, text, func(text string) { _, _ = fetch.Parse(text) })
		r, err := fetch.Parse(text)
		if err != nil {
			return
		}
		again, err := fetch.Parse(r.Text)
		if err != nil || again.Scheme != r.Scheme || r.Scheme == fetch.SchemeHTTPS && r.URL.Scheme == "http" && r.URL.Hostname() == "" {
			t.Fatalf("%q: %v, %v", text, again, err)
		}
	})
}
