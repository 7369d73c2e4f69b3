package cli

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEveryHelpTextFitsATerminal(t *testing.T) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		var out bytes.Buffer
		c.SetOut(&out)
		require.NoError(t, c.Help())
		require.NotEmpty(t, out.String())
		for line := range strings.SplitSeq(out.String(), "\n") {
			assert.LessOrEqual(t, utf8.RuneCountInString(line), helpWidth, "%s: %s", c.CommandPath(), line)
		}
		for _, below := range c.Commands() {
			walk(below)
		}
	}
	walk(newRoot())
}
