package load

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestVersionConstraints(t *testing.T) {
	for _, c := range []struct {
		version, constraint string
		want                bool
	}{
		{"0.3.1", ">= 0.3.0, < 0.5.0", true},
		{"0.5.0", ">= 0.3.0, < 0.5.0", false},
		{"0.10.0", "> 0.9.9", true},
		{"1.0.0-rc1", "= 1.0.0", true},
		{"v1.2.3", "!= 1.2.3", false},
		{"1.2.3", "<= 1.2.3", true},
		{"", ">= 99.0.0", true},
	} {
		ok, err := satisfies(c.version, c.constraint)
		require.NoError(t, err)
		assert.Equal(t, c.want, ok, "%s %s", c.version, c.constraint)
	}
	for _, bad := range []string{"", "1.0.0", "~> 1.0.0", ">= 1.0", ">= a.b.c", ">= 1.0.0,"} {
		_, err := satisfies("1.0.0", bad)
		assert.Error(t, err, bad)
	}
}
