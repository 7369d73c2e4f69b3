package plainjson

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestValuesAreCountedOutsideOfStrings(t *testing.T) {
	tests := map[string]int{``: 0, `null`: 0, `{"a":1}`: 2, `{"a":[1,2]}`: 4, `"{[,:"`: 0, `"\\\",,"`: 0, `["\\",1]`: 2}
	for text, want := range tests {
		assert.Equal(t, want, Values([]byte(text)), text)
	}
}

// What is decoded has at most as many values as were counted, and one.
func FuzzValues(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":"c\\\"d"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var v any
		if json.Unmarshal(text, &v) == nil {
			assert.LessOrEqual(t, nodes(v), Values(text)+1)
		}
	})
}

func nodes(v any) int {
	n := 1
	switch v := v.(type) {
	case []any:
		for _, each := range v {
			n += nodes(each)
		}
	case map[string]any:
		for _, each := range v {
			n += nodes(each)
		}
	}
	return n
}
