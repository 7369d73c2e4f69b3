package bind

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/policy/schema"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A column that there is none of is found before the run, and not after its searches.
func TestAPluginOfColumnsThatThereAreNoneOfIsAMisfit(t *testing.T) {
	needs := func(table, column string, optional bool) error {
		return readable(&contract.Manifest{Name: "odd", Inputs: []contract.Input{{Table: table, Column: column, Type: contract.ColumnText, Optional: optional}}})
	}
	assert.EqualError(t, needs("nope", "text", false), `plugin "odd" needs column nope.text, and there is no table "nope"; there are `+names(schema.Tables()))
	assert.ErrorContains(t, needs("query", "nope", false), `plugin "odd" needs column query.nope, which there is none of; query has token_set, text, `)
	assert.NoError(t, needs("nope", "nope", true), "what is optional may be missing")
	for _, table := range schema.Tables() {
		for _, column := range table.Columns {
			assert.NoError(t, needs(table.Name, column, false))
		}
	}
}
