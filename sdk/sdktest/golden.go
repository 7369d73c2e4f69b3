// Package sdktest helps to test a plugin on its author's desk.
//
// [Golden] runs a folder of golden files through a plugin in the test's own process, by way
// of the same encoding and checks as in the host. A golden file is
//
//	{"about":"what this case shows","request":{…},"response":{…}}
//
// with request and response in the JSON form of package contractjson. Of the request's config
// only what differs from the defaults needs to be there.
package sdktest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/contract/contractjson"
)

// Tolerance is by how much a number of a response may differ from the golden one.
const Tolerance = 1e-9

// A Case is one golden file.
type Case struct {
	Name     string // the file's name without .json
	About    string
	Request  *contract.Request // its config is complete
	Response *contract.Response
}

// Load reads the golden files *.json of a folder, sorted by name, and completes their configs with
// the defaults of m. A folder without any is an error.
func Load(dir string, m *contract.Manifest) ([]Case, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s: no golden files", dir)
	}
	var cases []Case
	for _, path := range paths {
		c, err := load(path, m)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func load(path string, m *contract.Manifest) (Case, error) {
	c := Case{Name: strings.TrimSuffix(filepath.Base(path), ".json")}
	data, err := os.ReadFile(path)
	if err != nil {
		return c, err
	}
	var file struct {
		About             string
		Request, Response json.RawMessage
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return c, err
	}
	c.About = file.About
	if c.Request, err = contractjson.UnmarshalRequest(file.Request); err != nil {
		return c, err
	}
	if c.Response, err = contractjson.UnmarshalResponse(file.Response); err != nil {
		return c, err
	}
	config := map[string]any{}
	for _, s := range c.Request.Config {
		config[s.Name] = plain(s.Value)
	}
	c.Request.Config, err = m.Settings(config)
	return c, err
}

// plain is a setting's value as a policy's config would hold it.
func plain(v contract.Value) any {
	switch v.Type {
	case contract.TypeNumber:
		return v.Number
	case contract.TypeText:
		return v.Text
	case contract.TypeFlag:
		return v.Flag
	case contract.TypeNumbers:
		return v.Numbers
	}
	if len(v.Texts) == 0 {
		return []any{} // in JSON an empty list has no type
	}
	return v.Texts
}

// Golden runs every golden file of a folder through p: the answer must keep the contract and
// equal the golden one within [Tolerance].
func Golden(t *testing.T, p sdk.Plugin, dir string) {
	t.Helper()
	if err := p.Manifest.Validate(); err != nil {
		t.Fatal(err)
	}
	cases, err := Load(dir, &p.Manifest)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			if err := c.Compare(&p.Manifest, sdk.Call(p, c.Request.Marshal(nil))); err != nil {
				t.Errorf("%s: %v", c.About, err)
			}
		})
	}
}

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
