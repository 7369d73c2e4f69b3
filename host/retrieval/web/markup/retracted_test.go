package markup

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestATitleSaysThatItsWorkIsRetracted(t *testing.T) {
	for title, want := range map[string]bool{
		"RETRACTED: Lemmings jump":            true,
		"Retracted Article: Lemmings jump":    true,
		"[Retracted] Lemmings jump":           true,
		"WITHDRAWN: Lemmings jump":            true,
		"Retraction: Lemmings jump":           false,
		"Retraction notice to: Lemmings jump": false,
		"Retracted":                           false,
		"Retracted papers in ecology: counts": false,
		"":                                    false,
	} {
		assert.Equal(t, want, Retracted(title), title)
	}
}
