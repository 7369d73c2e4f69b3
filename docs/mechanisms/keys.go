package mechanisms

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy/reference"
)

// A Key is a setting of policies: the names of blocks and at last of an attribute, by dots, with the blocks' labels or
// without; " = value" behind it means that value only. "gap.bridge.open_web", "gap.threshold", "read.summary.signals = as_written".
type Key struct {
	Path  []string
	Value string
}

func parseKey(text string) Key {
	path, value, _ := strings.Cut(text, " = ")
	return Key{strings.Split(path, "."), value}
}

// schema is the JSON schema of policies, as far as keys need it.
type schema struct {
	Properties map[string]*schema `json:"properties"`
	Additional json.RawMessage    `json:"additionalProperties"`
	AnyOf      []*schema          `json:"anyOf"`
	Default    any                `json:"default"`
}

// policySchema returns the schema of a policy block.
func policySchema() (*schema, error) {
	var text bytes.Buffer
	if err := reference.WriteJSONSchema(&text); err != nil {
		return nil, err
	}
	var file schema
	if err := json.Unmarshal(text.Bytes(), &file); err != nil {
		return nil, err
	}
	root := file.Properties["policy"].labelled()
	if root == nil {
		return nil, fmt.Errorf("mechanisms: the JSON schema of policies has changed its form")
	}
	return root, nil
}

// labelled returns the schema of a block under any of its labels; nil: labels are fixed, or there are none.
func (s *schema) labelled() *schema {
	var inner schema
	if len(s.Additional) == 0 || json.Unmarshal(s.Additional, &inner) != nil {
		return nil
	}
	return &inner
}

// find returns what a path names, where one name between two others may be left out: a label. Nil: nothing.
func (s *schema) find(path []string, whole bool) *schema {
	if len(path) == 0 {
		return s
	}
	if path[0] == "config" { // settings of plugins
		return &schema{}
	}
	var labels, shorter []*schema // with the first name as a label, and with a label left out before it
	if inner := s.labelled(); inner != nil {
		labels, shorter = append(labels, inner), append(shorter, inner)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if whole {
			shorter = append(shorter, s.Properties[name])
		}
	}
	found := first(nil, []*schema{s.Properties[path[0]]}, path[1:], true)
	found = first(found, append(shorter, s.AnyOf...), path, false)
	return first(found, labels, path[1:], true)
}

// first returns found, or else the first that is found below one of the schemas.
func first(found *schema, below []*schema, path []string, whole bool) *schema {
	for _, b := range below {
		if found == nil && b != nil {
			found = b.find(path, whole)
		}
	}
	return found
}

// known says whether policies may have the key.
func (s *schema) known(k Key) bool { return s.find(k.Path, false) != nil }
