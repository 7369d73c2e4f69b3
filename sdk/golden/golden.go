// Package golden reads the examples that a plugin's author writes down: golden files, each a request and
// the answer to it, and requests alone.
//
// A golden file is
//
//	{"about":"what this case shows","request":{…},"response":{…}}
//
// with request and response in the JSON form of package contractjson; a request alone is the request itself,
// or a golden file without response. Of a config only what differs from the defaults needs to be there.
package golden

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/contract/contractjson"
)

// Tolerance is by how much a number of a response may differ from the golden one.
const Tolerance = 1e-9

// A Case is one file.
type Case struct {
	Name     string // the file's name without .json
	About    string
	Request  *contract.Request
	Response *contract.Response // nil in a request alone
}

// Read reads the golden files *.json of a folder, sorted by name. Their configs are as written: see
// [Case.Complete]. A folder without any is an error.
func Read(dir string) ([]Case, error) { return read(dir, true) }

// ReadRequests reads a folder of requests, golden files among them.
func ReadRequests(dir string) ([]Case, error) { return read(dir, false) }

func read(dir string, answered bool) ([]Case, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		what := "requests"
		if answered {
			what = "golden files"
		}
		return nil, fmt.Errorf("%s: no %s", dir, what)
	}
	var cases []Case
	for _, path := range paths {
		c, err := readFile(path, answered)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func readFile(path string, answered bool) (Case, error) {
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
	if file.Request == nil && !answered {
		file.Request = data
	}
	c.About = file.About
	if c.Request, err = contractjson.UnmarshalRequest(file.Request); err != nil {
		return c, err
	}
	if file.Response != nil || answered {
		c.Response, err = contractjson.UnmarshalResponse(file.Response)
	}
	return c, err
}

// Load is [Read] and [Case.Complete].
func Load(dir string, m *contract.Manifest) ([]Case, error) {
	cases, err := Read(dir)
	if err != nil {
		return nil, err
	}
	for i := range cases {
		if err := cases[i].Complete(m); err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Join(dir, cases[i].Name+".json"), err)
		}
	}
	return cases, nil
}

// Complete gives the request the parameters of m that it lacks, with their defaults. The error names what
// m does not declare or allow.
func (c *Case) Complete(m *contract.Manifest) error {
	config := map[string]any{}
	for _, s := range c.Request.Config {
		config[s.Name] = plain(s.Value)
	}
	settings, err := m.Settings(config)
	if err != nil {
		return err
	}
	r := *c.Request
	r.Config = settings
	c.Request = &r
	return nil
}

// plain returns a setting's value as a policy's config would hold it.
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
