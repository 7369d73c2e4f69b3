package plugin

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/doubling"
	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/contract/contractjson"
)

const (
	jsonRequest = `{"contract":1,"config":{"cap":10000,"names":["a",""],"none":[],"on":true,"steps":[1e-7,0.5]},` +
		`"tables":{"items":{"rows":2,"columns":{"year":{"type":"numbers","values":[2001,null]},"token_set":{"type":"tokens","values":[[3,4],[]]},"venue":{"type":"text","values":[null,"x"]}}}}}`
	jsonResponse = `{"error":"x","score":{"scores":[1,2],"parts":[{"name":"p","table":"items","values":[1]}]},"calibrate":{"base":1,"terms":[{"name":"t","value":1,"weight":2,"delta":3}],"confidence":1,"reasons":["r"]},` +
		`"assess":{"signals":[{"name":"s","value":1}],"parts":[],"findings":[{"kind":"k","table":"items","rows":[1],"weight":1,"text":"t"}],"queries":["q"]}}`
	jsonManifest = `{"contract":1,"name":"n","version":"1.0.0","doc":"d","kind":"score","inputs":[{"table":"items","column":"c#","type":"numbers"}],"outputs":[{"name":"o#","kind":"score","table":"items"}],` +
		`"params":[{"name":"p#","type":"texts","default":["a"],"one_of":["a"],"min":1}]}`
)

// FuzzWorkOfMessages holds what guests send, and what stands in golden files, to work that grows with it and not faster.
func FuzzWorkOfMessages(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		_, _ = contractjson.UnmarshalRequest([]byte(text))
		_, _ = contractjson.UnmarshalManifest([]byte(text))
		_, _ = contractjson.UnmarshalResponse([]byte(text))
		_ = new(contract.Request).Unmarshal([]byte(text))
		_ = new(contract.Response).Unmarshal([]byte(text))
		_ = new(contract.Manifest).Unmarshal([]byte(text))
	}, jsonRequest, jsonResponse, jsonManifest, string(wire(f)))
}

// wire returns a request in the binary form.
func wire(t testing.TB) []byte {
	r, err := contractjson.UnmarshalRequest([]byte(jsonRequest))
	require.NoError(t, err)
	return r.Marshal(nil)
}
