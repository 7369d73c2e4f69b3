package plainjson

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAValueOfAWrongTypeIsToldInTheWordsOfJSON(t *testing.T) {
	var form struct {
		Name  string
		Size  int
		List  []string
		Ratio float64
		On    *bool
		Map   map[string]int
	}
	for text, want := range map[string]string{
		`[]`:                                   "expected an object, got an array",
		`{"Name": 3}`:                          "Name: expected a string, got a number",
		`{"Size": 3.5}`:                        "Size: expected a whole number, got 3.5",
		`{"Ratio": 1e999}`:                     "Ratio: expected a number of at most 1.8e308, got 1e999",
		`{"Size": 12345678901234567890123456}`: "Size: expected a whole number, got 123456789012345678901234…",
		`{"List": {}}`:                         "List: expected an array, got an object",
		`{"Ratio": "x"}`:                       "Ratio: expected a number, got a string",
		`{"On": "x"}`:                          "On: expected true or false, got a string",
		`{"Map": true}`:                        "Map: expected an object, got true or false",
	} {
		err := json.Unmarshal([]byte(text), &form)
		require.Error(t, err)
		assert.EqualError(t, Error(err), want)
	}
	other := errors.New("other")
	assert.Equal(t, other, Error(other))
}
