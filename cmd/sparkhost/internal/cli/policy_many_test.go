package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

// Each policy of a file is held to its lock without reading the file again: 80 diamonds took a minute.
func TestTwiceThePoliciesAreTwiceTheWorkToValidate(t *testing.T) {
	work := func(diamonds int) float64 {
		var text strings.Builder
		for i := range diamonds {
			fmt.Fprintf(&text, "policy \"a%[1]d\" { extends = [as_written] }\npolicy \"b%[1]d\" { extends = [as_written] }\npolicy \"p%[1]d\" { extends = [a%[1]d, b%[1]d] }\n", i)
		}
		path := filepath.Join(t.TempDir(), "many.policy.hcl")
		require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o644))
		return testing.AllocsPerRun(1, func() {
			code, _, problems := sparkhost("policy", "validate", path)
			assert.Equal(t, shell.ExitDone, code, problems)
		})
	}
	assert.Less(t, work(40), 2.5*work(20))
}
