package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/contract/contractjson"
	"github.com/sparkhost/sparkhost/sdk/golden"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the answers of the golden files anew")

// TestUpdateGoldens writes the answers of the goldens anew with -update: after a fit they differ.
func TestUpdateGoldens(t *testing.T) {
	if !*update {
		t.Skip("the goldens are written anew only with -update")
	}
	cases, err := golden.Load("testdata/golden", &manifest)
	require.NoError(t, err)
	for _, c := range cases {
		var resp contract.Response
		require.NoError(t, resp.Unmarshal(sdk.Call(plugin, c.Request.Marshal(nil))))
		b, err := contractjson.MarshalResponse(&resp)
		require.NoError(t, err)
		path := filepath.Join("testdata/golden", filepath.Base(c.Name))
		if _, err := os.Stat(path); err != nil {
			path += ".json"
		}
		old, err := os.ReadFile(path)
		require.NoError(t, err)
		var m map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(old, &m))
		var out bytes.Buffer
		out.WriteString(`{"about":`)
		out.Write(m["about"])
		out.WriteString(`,"request":`)
		out.Write(m["request"])
		out.WriteString(`,"response":`)
		out.Write(b)
		out.WriteString("}")
		var ind bytes.Buffer
		require.NoError(t, json.Indent(&ind, out.Bytes(), "", "  "))
		ind.WriteByte('\n')
		require.NoError(t, os.WriteFile(path, ind.Bytes(), 0o644))
	}
}
