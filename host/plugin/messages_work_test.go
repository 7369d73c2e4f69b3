package plugin

import (
	"fmt"
	"strings"
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
		_, _ = contractjson.UnmarshalAnswer([]byte(text), 100)
		_ = new(contract.Request).Unmarshal([]byte(text))
		_ = new(contract.Response).Unmarshal([]byte(text))
		_ = new(contract.Manifest).Unmarshal([]byte(text))
	}, jsonRequest, jsonResponse, jsonManifest, string(wire(f)))
}

// TestTheWorkOfAMessageGrowsWithIt has long lists, texts and objects where the forms have them, and values within each other.
func TestTheWorkOfAMessageGrowsWithIt(t *testing.T) {
	request := func(text string) error { _, err := contractjson.UnmarshalRequest([]byte(text)); return err }
	response := func(text string) error { _, err := contractjson.UnmarshalResponse([]byte(text)); return err }
	manifest := func(text string) error { _, err := contractjson.UnmarshalManifest([]byte(text)); return err }
	answer := func(text string) error { _, err := contractjson.UnmarshalAnswer([]byte(text), 100); return err }
	for _, one := range []struct {
		read                func(string) error
		before, part, after string
	}{
		{request, `{"contract":1,"config":{"a":1`, `,"k#":["a"]`, `},"tables":{}}`},
		{request, `{"contract":1,"config":{"a":[1`, `,0.5`, `]},"tables":{}}`},
		{request, `{"contract":1,"config":{"a":"b`, `\u00e9`, `"},"tables":{}}`},
		{request, `{"contract":1,"config":{},"tables":{"a":{"rows":0,"columns":{}}`, `,"t#":{"rows":0,"columns":{}}`, `}}`},
		{request, `{"contract":1,"config":{},"tables":{"a":{"rows":1,"columns":{"b":{"type":"numbers","values":[1]}`, `,"c#":{"type":"tokens","values":[[1]]}`, `}}}}`},
		{response, `{"score":{"scores":[1`, `,2`, `],"parts":[]}}`},
		{response, `{"assess":{"signals":[],"parts":[],"findings":[],"queries":["a"`, `,"q#"`, `]}}`},
		{answer, `{"assess":{"signals":[],"parts":[],"findings":[],"queries":["a"`, `,"q#"`, `]}}`},
		{manifest, `{"contract":1,"name":"n","version":"1.0.0","doc":"d`, ` e`, `","kind":"score","inputs":[],"outputs":[],"params":[]}`},
		{manifest, `{"contract":1,"name":"n","inputs":[{}`, `,{"table":"items","column":"c#","type":"numbers"}`, `]}`},
		{manifest, `{"contract":1`, `,"more#":[{}]`, `}`},
	} {
		doubling.Repeated(t, one.before, one.part, one.after, func(text string) { _ = one.read(text) })
		doubling.Nested(t, `{"config":`, `1`, `}`, func(text string) { _ = one.read(text) })
	}
	rows := func(n int) string { return strings.TrimSuffix(strings.Repeat("2001,", n), ",") }
	doubling.Numbered(t, 1000, func(n int) {
		require.NoError(t, request(fmt.Sprintf(`{"contract":1,"config":{},"tables":{"items":{"rows":%d,"columns":{"year":{"type":"numbers","values":[%s]}}}}}`, n, rows(n))))
	})
}

// wire returns a request in the binary form.
func wire(t testing.TB) []byte {
	r, err := contractjson.UnmarshalRequest([]byte(jsonRequest))
	require.NoError(t, err)
	return r.Marshal(nil)
}
