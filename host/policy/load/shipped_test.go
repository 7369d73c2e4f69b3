package load

import (
	"io/fs"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/policies"
)

func TestTheOutlineOfEachShippedFileNamesWhatItDefines(t *testing.T) {
	f := &folder{fs: policies.FS, prefix: "shipped:", shipped: true, files: map[string]*file{}}
	require.NotEmpty(t, f.all())
	for _, base := range f.all() {
		src, err := fs.ReadFile(f.fs, base)
		require.NoError(t, err)
		for _, d := range f.open(base).defs() {
			assert.Contains(t, f.shipping(d.key), f.open(base), "%s defines %v", base, d.key)
		}
		assert.NotEmpty(t, outlined(src), base)
	}
}

func TestALoadParsesOnlyTheShippedFilesThatItRefersTo(t *testing.T) {
	set, diags := Load(Options{Path: "baseline", Shipped: policies.FS})
	require.Empty(t, diags)
	parsed := set.world.shipped.files
	assert.Contains(t, parsed, "baseline.policy.hcl")
	assert.NotContains(t, parsed, "combined.policy.hcl")
}

func TestAShippedFileIsParsedOnceAndAnotherTextOfItsNameAnew(t *testing.T) {
	first, _ := parseShipped("shipped:once", []byte("policy \"a\" {}\n"))
	again, _ := parseShipped("shipped:once", []byte("policy \"a\" {}\n"))
	other, _ := parseShipped("shipped:once", []byte("policy \"b\" {}\n"))
	assert.Same(t, first, again)
	assert.NotSame(t, first, other)
}

func TestLoadsAtOnceShareTheShippedFiles(t *testing.T) {
	var group sync.WaitGroup
	digests := make([]string, 8)
	for i := range digests {
		group.Go(func() {
			set, _ := Load(Options{Path: "combined", Shipped: policies.FS})
			if p, _ := set.Policy(""); p != nil {
				digests[i] = p.Digest
			}
		})
	}
	group.Wait()
	for _, d := range digests {
		assert.Equal(t, digests[0], d)
	}
	assert.NotEmpty(t, digests[0])
}
