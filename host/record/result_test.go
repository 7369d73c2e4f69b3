package record

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAResultTakesSidesIfAQuoteDoes(t *testing.T) {
	assert.False(t, (&Result{Citations: []Citation{{Quote: "Zinc is a metal."}}}).TakesSides())
	assert.True(t, (&Result{Citations: []Citation{{Quote: "Zinc is a metal."}, {Quote: "Zinc helped.", Stance: "supports"}}}).TakesSides())
}
