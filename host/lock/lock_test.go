package lock_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/lock"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

var (
	sumA = strings.Repeat("a", 64)
	sumB = strings.Repeat("b", 64)
)

func entry(name, source, sum string) lock.Entry {
	return lock.Entry{Name: name, Source: source, Version: "1.2.0", Contract: 1, Kind: "score", SHA256: sum}
}

func TestALockFileHasOneFormSortedByName(t *testing.T) {
	f := lock.New("x")
	assert.True(t, f.Set(entry("zeta", "zeta.wasm", sumB)))
	assert.True(t, f.Set(entry("alpha", "oci://registry.example/alpha:1", sumA)))
	assert.False(t, f.Set(entry("alpha", "oci://registry.example/alpha:1", sumA)), "the same again changes nothing")
	assert.Equal(t, `# Pins the plugins of the policies beside it. Written by `+"`sparkhost lock`"+`; commit it, do not edit it.

plugin "alpha" {
  source   = "oci://registry.example/alpha:1"
  version  = "1.2.0"
  contract = 1
  kind     = "score"
  sha256   = "`+sumA+`"
}

plugin "zeta" {
  source   = "zeta.wasm"
  version  = "1.2.0"
  contract = 1
  kind     = "score"
  sha256   = "`+sumB+`"
}
`, string(f.Bytes()))
	f.Remove("zeta")
	assert.Equal(t, []string{"alpha"}, f.Names())
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		f := lock.New("x")
		for range rapid.IntRange(0, 4).Draw(r, "entries") {
			f.Set(lock.Entry{
				Name: rapid.StringMatching(`[a-z][a-z0-9_]{0,8}`).Draw(r, "name"), Source: "s" + rapid.String().Draw(r, "source"),
				Version: rapid.StringMatching(`[0-9]\.[0-9]\.[0-9](-[a-z]+)?`).Draw(r, "version"), Contract: rapid.Uint32Range(1, 9).Draw(r, "contract"),
				Kind:   rapid.SampledFrom([]string{"score", "assess", "calibrate"}).Draw(r, "kind"),
				SHA256: rapid.StringMatching(`[0-9a-f]{64}`).Draw(r, "sum"),
			})
		}
		again, diags := lock.Parse("x", f.Bytes())
		for _, d := range diags {
			// A source may hold what a template would: such a reference is refused, not misread.
			if !strings.Contains(d.Summary, "lock-syntax") {
				r.Fatalf("%v\n%s", diags, f.Bytes())
			}
		}
		if len(diags) == 0 && string(again.Bytes()) != string(f.Bytes()) {
			r.Fatalf("%s\n%s", f.Bytes(), again.Bytes())
		}
	})
}

func TestMistakesInALockFileAreShownInPlace(t *testing.T) {
	good := `version = "1.0.0"
  contract = 1
  kind = "score"
  sha256 = "` + sumA + `"`
	tests := []struct{ name, text, want string }{
		{"a digest that is none", "plugin \"x\" {\n  source = \"x.wasm\"\n  version = \"1\"\n  contract = 1\n  kind = \"score\"\n  sha256 = \"AB\"\n}", "l:6,12-16: L004 lock-value: sha256 of plugin \"x\" is wrong"},
		{"nothing inside", "plugin \"x\" {\n}", `L004 lock-value: source of plugin "x" is missing`},
		{"a kind of its own", "plugin \"x\" {\n  source = \"s\"\n  " + strings.Replace(good, "score", "rank", 1) + "\n}", "kind of plugin \"x\" is wrong; Wanted: score, assess or calibrate."},
		{"half a contract", "plugin \"x\" {\n  source = \"s\"\n  " + strings.Replace(good, "= 1", "= 0.5", 1) + "\n}", "contract of plugin \"x\" is wrong"},
		{"an unknown attribute", "plugin \"x\" {\n  source = \"s\"\n  hash = \"\"\n  " + good + "\n}", `l:3,3-7: L002 lock-unknown: A pinned plugin has no "hash"`},
		{"a plugin twice", "plugin \"x\" {\n  source = \"s\"\n  " + good + "\n}\nplugin \"x\" {\n}", `l:8,1-11: L003 lock-duplicate: plugin "x" is pinned twice; It is first pinned at l:1,1-11`},
		{"another block", "policy \"x\" {\n}", `L002 lock-unknown: A lock file has no block "policy"`},
		{"two names", "plugin \"x\" \"y\" {\n}", "L004 lock-value: A plugin has one name"},
		{"an attribute outside", "x = 1", `A lock file has no attribute "x"`},
		{"a merge", "<<<<<<< ours\nplugin \"x\" {\n}\n=======\n", "L001 lock-syntax: The lock file holds both sides of a merge"},
		{"a template", "plugin \"${x}\" {\n}", "L001 lock-syntax: A lock file has no \"${\""},
		{"a million brackets", "x = " + strings.Repeat("[", 100_000), "L001 lock-syntax"},
		{"a block in a block", "plugin \"x\" {\n  y {\n  }\n}", "L001 lock-syntax"},
		{"an end without a beginning", "}\n", "L001 lock-syntax: A block ends that has not begun"},
		{"a line that is half an attribute", "plugin \"x\" {\n y }\n", "L001 lock-syntax: A line of a lock file begins a block"},
		{"no end", "plugin \"x\" {\n", "L001 lock-syntax"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, diags := lock.Parse("l", []byte(test.text))
			require.True(t, diags.HasErrors())
			assert.Contains(t, diags[0].Error(), test.want)
			assert.IsType(t, diag.Code{}, diags[0].Extra)
		})
	}
}

// To show a problem takes the whole file: a megabyte of attributes took hours.
func TestOfManyProblemsTheFirstAreTold(t *testing.T) {
	for n, want := range map[int]int{50: 50, 51: 51, 90_000: 51} {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "a%d = 1\n", i)
		}
		_, diags := lock.Parse("l", []byte(text.String()))
		require.Len(t, diags, want)
		if n > 50 {
			assert.Contains(t, diags[50].Summary, fmt.Sprintf("%d more problems from here on", n-50))
		}
	}
}

// What the parser itself finds was all told: 1 MB of one attribute hung.
func TestOfManyProblemsOfTheParserTheFirstAreTold(t *testing.T) {
	_, diags := lock.Parse("l", []byte(strings.Repeat("a = 1\n", 90_000)))
	require.Len(t, diags, 51)
	assert.Contains(t, diags[50].Summary, "89949 more problems from here on")
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("plugin \"x\" {\n  source = \"s\"\n}"))
	f.Add([]byte("plugin{\nx  }")) // the parser took each block for a part of the one before
	f.Fuzz(func(t *testing.T, src []byte) {
		doubling.Text(t, string(src)+"\n", func(text string) { _, _ = lock.Parse("l", []byte(text)) })
		file, diags := lock.Parse("l", src)
		if diags.HasErrors() {
			return
		}
		again, more := lock.Parse("l", file.Bytes())
		if more.HasErrors() || string(again.Bytes()) != string(file.Bytes()) {
			t.Fatalf("%s: %v", file.Bytes(), more)
		}
	})
}

func TestTheNearestLockUpToTheRepositoryIsFound(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "repo", "policies", "deep")
	require.NoError(t, os.MkdirAll(deep, 0o700))
	put := func(dir string) string {
		path := filepath.Join(dir, lock.FileName)
		require.NoError(t, os.WriteFile(path, lock.New(path).Bytes(), 0o600))
		return path
	}
	put(root)
	_, found := lock.Find(deep)
	assert.False(t, found, "outside of a repository a folder above has no say")
	require.NoError(t, os.Mkdir(filepath.Join(root, "repo", ".git"), 0o700))
	_, found = lock.Find(deep)
	assert.False(t, found, "nor has one above the repository")
	want := put(filepath.Join(root, "repo"))
	path, found := lock.Find(deep)
	assert.True(t, found)
	assert.Equal(t, want, path)
	want = put(deep)
	path, _ = lock.Find(deep)
	assert.Equal(t, want, path, "the nearest counts")
	t.Chdir(filepath.Join(root, "repo", "policies"))
	path, _ = lock.Find(".")
	assert.Equal(t, filepath.Join("..", lock.FileName), path)
}

func TestAFileIsWrittenWholeAndReadAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), lock.FileName)
	_, _, err := lock.Read(path)
	require.ErrorIs(t, err, fs.ErrNotExist)
	f := lock.New(path)
	f.Set(entry("x", "x.wasm", sumA))
	require.NoError(t, f.Write())
	again, diags, err := lock.Read(path)
	require.NoError(t, err)
	require.Empty(t, diags)
	e, ok := again.Entry("x")
	assert.True(t, ok)
	assert.Equal(t, sumA, e.SHA256)
	require.NoError(t, os.WriteFile(path, make([]byte, 2<<20), 0o600))
	_, _, err = lock.Read(path)
	assert.ErrorContains(t, err, "no regular file of at most")
}

func TestTheDigestComesFromPolicyThenLockElseOnlyBuiltInsHaveNone(t *testing.T) {
	locked := lock.New("sparkhost.lock.hcl")
	locked.Set(entry("x", "x.wasm", sumA))
	other := lock.New("sparkhost.lock.hcl")
	other.Set(entry("y", "y.wasm", sumA))
	tests := []struct {
		name            string
		source, digest  string
		file            *lock.File
		outside, frozen bool
		want, wrong     string
	}{
		{"the policy's own", "x.wasm", sumB, nil, true, false, sumB, ""},
		{"the lock's", "x.wasm", "", locked, true, false, sumA, ""},
		{"both and equal", "x.wasm", sumA, locked, true, true, sumA, ""},
		{"a built-in plugin needs none", "builtin", "", nil, false, false, "", ""},
		{"a built-in plugin needs none beside another's lock", "builtin", "", other, false, false, "", ""},
		{"a frozen one with no lock has the policy's", "x.wasm", sumB, nil, true, true, sumB, ""},
		{"none at all", "x.wasm", "", nil, true, false, "", "plugin \"x\" is not pinned; It comes from x.wasm, and nothing says which bytes it must have. Pin it with `sparkhost lock`"},
		{"a lock of others", "x.wasm", "", other, true, false, "", "is not pinned"},
		{"both and different", "x.wasm", sumB, locked, true, false, "", "The policy's digest is " + sumB + ", the lock pins " + sumA},
		{"another source", "oci://r/x:1", "", locked, true, false, "", `The policy names "oci://r/x:1", the lock pins "x.wasm"`},
		{"frozen and not locked", "x.wasm", sumB, other, true, true, "", "plugin \"x\" is not in sparkhost.lock.hcl"},
		{"frozen, built in and not locked", "builtin", "", other, false, true, "", "is not in sparkhost.lock.hcl"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := policy.Plugin{Name: "x", Source: test.source, Digest: test.digest, At: policy.Pos{File: "p.policy.hcl", Line: 3, Column: 1}}
			got, d := lock.Pin(p, test.file, test.outside, test.frozen)
			assert.Equal(t, test.want, got)
			if test.wrong == "" {
				assert.Nil(t, d)
				return
			}
			require.NotNil(t, d)
			assert.Contains(t, d.Error(), test.wrong)
			assert.Equal(t, hcl.Pos{Line: 3, Column: 1}, d.Subject.Start)
		})
	}
}
