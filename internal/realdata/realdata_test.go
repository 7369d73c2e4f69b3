package realdata

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A reader is a test that asks for data: it records how it was ended.
type reader struct {
	testing.TB
	ended string
}

type end struct{}

func (r *reader) Helper() {}

func (r *reader) Skipf(string, ...any) { r.stop("skipped") }

func (r *reader) Fatalf(string, ...any) { r.stop("failed") }

func (r *reader) stop(how string) {
	r.ended = how
	panic(end{})
}

// path returns the path, or how the test that asked for it ended.
func path(name string) (out string) {
	r := &reader{}
	defer func() {
		if _, ok := recover().(end); ok {
			out = r.ended
		}
	}()
	return Path(r, name)
}

func TestDataIsReadOnlyWhereItIsAskedFor(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "pack"), 0o700))
	for _, tt := range []struct{ folder, required, name, want string }{
		{"", "", "pack", "skipped"},
		{dir, "", "pack", filepath.Join(dir, "pack")},
		{dir, "1", "pack", filepath.Join(dir, "pack")},
		{dir, "", "absent", "skipped"},
		{dir, "1", "absent", "failed"},
		{"", "1", "absent", "failed"},
	} {
		t.Setenv(folder, tt.folder)
		t.Setenv(required, tt.required)
		assert.Equal(t, tt.want, path(tt.name), "%+v", tt)
	}
}
