package diag_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/policy/diag"
)

func TestCodesAreUniqueAndOrdered(t *testing.T) {
	last := ""
	for _, c := range diag.Codes() {
		assert.Greater(t, c.ID, last)
		assert.Regexp(t, `^P\d{3}$`, c.ID)
		assert.Regexp(t, `^[a-z0-9-]+$`, c.Name)
		assert.NotEmpty(t, c.Doc)
		last = c.ID
	}
}
