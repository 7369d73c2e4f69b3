package golden

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/contract/contractjson"
)

// Compare holds an encoded answer to the contract and to the golden response.
func (c *Case) Compare(m *contract.Manifest, answer []byte) error {
	var got contract.Response
	if err := got.Unmarshal(answer); err != nil {
		return err
	}
	if err := got.Check(m, c.Request); err != nil {
		return err
	}
	if got.Error != c.Response.Error {
		return fmt.Errorf("response.error: got %q, want %q", got.Error, c.Response.Error)
	}
	g, err := tree(&got)
	if err != nil {
		return err
	}
	w, err := tree(c.Response)
	if err != nil {
		return err
	}
	return differ("response", g, w)
}

// tree turns a response into the values of encoding/json, to be walked over.
func tree(r *contract.Response) (any, error) {
	data, err := contractjson.MarshalResponse(r)
	if err != nil {
		return nil, err
	}
	var v any
	return v, json.Unmarshal(data, &v)
}

// differ reports the first difference of two trees, with its path.
func differ(path string, got, want any) error {
	switch w := want.(type) {
	case float64:
		if g, ok := got.(float64); ok && math.Abs(g-w) <= Tolerance {
			return nil
		}
	case []any:
		if g, ok := got.([]any); ok && len(g) == len(w) {
			for i := range w {
				if err := differ(fmt.Sprintf("%s[%d]", path, i), g[i], w[i]); err != nil {
					return err
				}
			}
			return nil
		}
	case map[string]any:
		if g, ok := got.(map[string]any); ok && len(g) == len(w) {
			for _, key := range slices.Sorted(maps.Keys(w)) {
				if err := differ(path+"."+key, g[key], w[key]); err != nil {
					return err
				}
			}
			return nil
		}
	default:
		if got == want {
			return nil
		}
	}
	return fmt.Errorf("%s: got %v, want %v", path, got, want)
}
