// Package sdktest helps to test a plugin on its author's desk.
//
// [Golden] runs a folder of golden files, as package golden reads them, through a plugin in the test's own
// process, by way of the same encoding and checks as in the host; [Call] does so with a request of the test's own.
package sdktest

import (
	"testing"

	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/golden"
)

// Tolerance is by how much a number of a response may differ from the golden one.
const Tolerance = golden.Tolerance

// A Case is one golden file.
type Case = golden.Case

// Load reads the golden files *.json of a folder, sorted by name, and completes their configs with
// the defaults of m. A folder without any is an error.
func Load(dir string, m *contract.Manifest) ([]Case, error) { return golden.Load(dir, m) }

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
