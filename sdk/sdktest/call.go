package sdktest

import (
	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A TestingT is a *testing.T or *testing.B, or a test of properties such as a *rapid.T.
type TestingT interface {
	Errorf(format string, args ...any)
	FailNow()
}

// Call sends p a request the whole way, encoded, answered, decoded, and ends the test where the answer breaks the contract. An error
// of the plugin's own keeps it: it is the response's Error.
func Call(t TestingT, p sdk.Plugin, req *contract.Request) *contract.Response {
	if h, ok := t.(interface{ Helper() }); ok {
		h.Helper()
	}
	var resp contract.Response
	err := resp.Unmarshal(sdk.Call(p, req.Marshal(nil)))
	if err == nil {
		err = resp.Check(&p.Manifest, req)
	}
	if err != nil {
		t.Errorf("plugin %s: %v", p.Manifest.Name, err)
		t.FailNow()
	}
	return &resp
}
