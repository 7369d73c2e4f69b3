package wire

import (
	"encoding/json"
	"fmt"
)

// bounds are the keywords that endpoints with native schemas refuse or ignore, each its own ones. Answers are held to
// them afterwards.
var bounds = []string{
	"$schema", "$id", "title", "default", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems",
	"uniqueItems", "minLength", "maxLength", "pattern", "format", "minProperties", "maxProperties",
}

// Native returns a schema as endpoints take it: without bounds, and with objects that allow nothing else.
func Native(schema json.RawMessage) (map[string]any, error) {
	var s map[string]any
	if err := json.Unmarshal(schema, &s); err != nil {
		return nil, fmt.Errorf("the schema is no JSON object: %w", err)
	}
	strict(s)
	return s, nil
}

// strict goes through a schema. The names of properties are not keywords.
func strict(s map[string]any) {
	for _, word := range bounds {
		delete(s, word)
	}
	if props, ok := s["properties"].(map[string]any); ok {
		s["additionalProperties"] = false
		for _, p := range props {
			descend(p)
		}
	}
	for _, word := range []string{"items", "anyOf", "oneOf", "allOf"} {
		descend(s[word])
	}
	if defs, ok := s["$defs"].(map[string]any); ok {
		for _, d := range defs {
			descend(d)
		}
	}
}

func descend(v any) {
	switch v := v.(type) {
	case map[string]any:
		strict(v)
	case []any:
		for _, each := range v {
			descend(each)
		}
	}
}
