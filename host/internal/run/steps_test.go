package run

import (
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// A step is made anew for each that calls it: what it kept would be there more than once.
func TestStepsHoldTheStateAndTheStepsThatTheyCallAlone(t *testing.T) {
	var look func(of reflect.Type, source string)
	look = func(of reflect.Type, source string) {
		for f := range of.Fields() {
			if f.Type == reflect.TypeFor[*state.Run]() {
				continue
			}
			require.Equal(t, "Run", f.Type.Name(), "%s.%s", of, f.Name)
			assert.Contains(t, source, "."+f.Name+".", "%s calls nothing of %s", of, f.Type)
			look(f.Type, sourceOf(t, path.Base(f.Type.PkgPath())))
		}
	}
	look(reflect.TypeFor[run](), sourceOf(t, "."))
}

// sourceOf returns the text of a folder's Go files without tests.
func sourceOf(t *testing.T, folder string) string {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	var all strings.Builder
	for _, name := range files {
		if !strings.HasSuffix(name, "_test.go") {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			all.Write(data)
		}
	}
	return all.String()
}
