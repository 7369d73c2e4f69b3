package gap

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/policy/schema"
)

func TestEveryKindOfGapThatAPolicyCanNameIsLookedFor(t *testing.T) {
	var named []string
	for _, k := range schema.GapKinds() {
		named = append(named, k.Name)
	}
	assert.ElementsMatch(t, named, slices.Collect(maps.Keys(kinds)))
}
