package auth_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/serve/auth"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// As for other files of blocks, no fuzz target asserts it: the work of HCL's parser grows with the square of the mistakes, and such files are small.
func TestTheWorkOfATokenFileGrowsWithIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokens.hcl")
	for _, c := range []struct{ name, block, says string }{
		{"tokens", "token \"t%d\" {\n  hash = \"%064x\"\n  role = \"ask\"\n}\n", ""},
		{"tokens of one name", "token \"t\" { # %d\n  hash = \"%064x\"\n  role = \"ask\"\n}\n", "used twice"},
		{"tokens without a hash", "token \"t%d\" { # %x\n  role = \"ask\"\n}\n", "hash"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doubling.Numbered(t, 200, func(n int) {
				var text strings.Builder
				for i := range n {
					fmt.Fprintf(&text, c.block, i, i)
				}
				require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o600))
				_, err := auth.ReadFile(path)
				if c.says == "" {
					require.NoError(t, err)
					return
				}
				assert.ErrorContains(t, err, c.says)
			})
		})
	}
}
