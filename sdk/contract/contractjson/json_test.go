package contractjson

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

const sampleRequest = `{"contract":1,"config":{"cap":10000,"measure":"<relative>","names":["a",""],"none":[],"on":true,"steps":[1e-7,0.5]},` +
	`"tables":{"items":{"rows":2,"columns":{"year":{"type":"numbers","values":[2001,null]},` +
	`"token_set":{"type":"tokens","values":[[3,4294967295],[]]},"venue":{"type":"text","values":[null,"näher & \"x\""]}}},` +
	`"known":{"rows":0,"columns":{}}}}`

func TestARequestHasOneJSONForm(t *testing.T) {
	r, err := UnmarshalRequest([]byte(sampleRequest))
	require.NoError(t, err)
	assert.False(t, r.Table("items").Column("venue").Known(0))
	assert.Equal(t, contract.NumbersValue(1e-7, 0.5), r.Setting("steps"))
	got, err := MarshalRequest(r)
	require.NoError(t, err)
	assert.Equal(t, sampleRequest, string(got))
}

func TestSettingsMayComeInAnyOrderAndWithWhiteSpace(t *testing.T) {
	r, err := UnmarshalRequest([]byte("{ \"config\": {\"b\": 1, \"a\": 2},\n\"contract\": 1 }\n"))
	require.NoError(t, err)
	got, err := MarshalRequest(r)
	require.NoError(t, err)
	assert.Equal(t, `{"contract":1,"config":{"a":2,"b":1},"tables":{}}`, string(got))
}

func TestNumbersAreWrittenAsEncodingJSONDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
		want, err := json.Marshal(v)
		if err != nil {
			return // not finite
		}
		require.Equal(t, string(want), string(appendNumber(nil, v)))
	})
	for _, v := range []float64{0, math.Copysign(0, -1), 1e21, 1e20, 1e-6, 9.9e-7, 1e-10, math.MaxFloat64, math.SmallestNonzeroFloat64} {
		want, err := json.Marshal(v)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(appendNumber(nil, v)))
	}
}

func TestBadRequestsAreRefused(t *testing.T) {
	table := func(columns string) string {
		return `{"contract":1,"tables":{"items":{"rows":1,"columns":{` + columns + `}}}}`
	}
	tests := []struct {
		name, data string
		target     error
		want       string
	}{
		{"no JSON", `{`, contract.ErrMalformed, "request"},
		{"two values", `{"contract":1}{}`, contract.ErrMalformed, "more than one value"},
		{"an unknown key", `{"contract":1,"extra":0}`, contract.ErrMalformed, `unknown field "extra"`},
		{"bytes that are not UTF-8", "{\"contract\":1,\"config\":{\"a\":\"\xff\"}}", contract.ErrMalformed, "not UTF-8"},
		{"tables that are no object", `{"contract":1,"tables":[]}`, contract.ErrMalformed, "tables: malformed message: not an object"},
		{"a setting that is null", `{"contract":1,"config":{"a":null}}`, contract.ErrMalformed, "setting a"},
		{"a mixed list", `{"contract":1,"config":{"a":[1,"x"]}}`, contract.ErrMalformed, "setting a"},
		{"a setting twice", `{"contract":1,"config":{"a":1,"a":2}}`, contract.ErrMalformed, `the key "a" comes twice`},
		{"a number too large", table(`"year":{"type":"numbers","values":[1e999]}`), contract.ErrMalformed, "column year"},
		{"a token below zero", table(`"t":{"type":"tokens","values":[[-1]]}`), contract.ErrMalformed, "column t"},
		{"an unknown type", table(`"t":{"type":"bits","values":[0]}`), contract.ErrMalformed, `unknown type "bits"`},
		{"too many values", table(`"year":{"type":"numbers","values":[1,2]}`), contract.ErrInvalid, "items.year: 2 numbers for 1 rows"},
		{"another contract", `{"contract":2}`, contract.ErrInvalid, "contract 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := UnmarshalRequest([]byte(tt.data))
			require.ErrorIs(t, err, tt.target)
			assert.ErrorContains(t, err, tt.want)
		})
	}
}

func TestAResponseHasOneJSONForm(t *testing.T) {
	for _, text := range []string{
		`{"error":"too dark"}`,
		`{"score":{"scores":[],"parts":[]}}`,
		`{"score":{"scores":[0.5,1],"parts":[{"name":"p","table":"items","values":[0,1]}]}}`,
		`{"assess":{"signals":[{"name":"s","value":1}],"parts":[],"findings":[{"kind":"k","table":"claims","rows":[],"weight":1,"text":"<b>"}],"queries":["q"]}}`,
		`{"calibrate":{"base":0.7,"terms":[{"name":"t","value":1,"weight":0.1,"delta":0.1}],"confidence":0.8,"reasons":[]}}`,
	} {
		r, err := UnmarshalResponse([]byte(text))
		require.NoError(t, err)
		got, err := MarshalResponse(r)
		require.NoError(t, err)
		assert.Equal(t, text, string(got))
		var wire contract.Response
		require.NoError(t, wire.Unmarshal(r.Marshal(nil)))
		again, err := MarshalResponse(&wire)
		require.NoError(t, err)
		assert.Equal(t, text, string(again), "by way of the wire")
	}
}

func TestWhatIsNotFiniteIsRefused(t *testing.T) {
	_, err := MarshalResponse(&contract.Response{Score: &contract.ScoreResult{Scores: []float64{math.NaN()}}})
	assert.Error(t, err)
	bad := contract.Table{Name: "t", Rows: 1, Columns: []contract.Column{contract.NumbersColumn("c", []float64{math.Inf(1)}, nil)}}
	_, err = MarshalRequest(&contract.Request{Contract: contract.Version, Tables: []contract.Table{bad}})
	assert.ErrorIs(t, err, contract.ErrInvalid)
}

func TestUnknownKeysOfAResponseAreRefused(t *testing.T) {
	_, err := UnmarshalResponse([]byte(`{"score":{"scores":[1],"bonus":2}}`))
	assert.ErrorIs(t, err, contract.ErrMalformed)
}

func TestKeysHaveOneSpellingAndComeOnce(t *testing.T) {
	for text, want := range map[string]string{
		`{"Score":{"scores":[1]}}`:                         `the key "Score" is not in lower_snake_case`,
		`{"score":{"scores":[1]},"score":{"scores":[]}}`:   `the key "score" comes twice`,
		`{"score":{"scores":[1],"scores":[2]}}`:            `the key "scores" comes twice`,
		`{"assess":{"signals":[{"name":"a","name":"b"}]}}`: `the key "name" comes twice`,
	} {
		_, err := UnmarshalResponse([]byte(text))
		require.ErrorIs(t, err, contract.ErrMalformed, text)
		assert.ErrorContains(t, err, want)
	}
	_, err := UnmarshalResponse([]byte(`{"assess":{"signals":[{"name":"a","value":1},{"name":"b","value":2}],"queries":["Upper case"]}}`))
	assert.NoError(t, err, "other objects have keys of their own, and values any text")
}

func TestAManifestOfALaterContractIsToldAsSuchWhateverElseItHolds(t *testing.T) {
	for _, text := range []string{`{"contract":7,"novelty":[]}`, `{"contract":7,"name":5}`, `{"name":"a","contract":7}`} {
		_, err := UnmarshalManifest([]byte(text))
		require.ErrorIs(t, err, contract.ErrInvalid, text)
		assert.ErrorContains(t, err, "it was built for contract 7, this host speaks contract 1")
	}
	_, err := UnmarshalManifest([]byte(`{"contract":1,"novelty":[]}`))
	assert.ErrorContains(t, err, `unknown field "novelty"`)
}

func TestJSONOverItsSizeIsNotDecoded(t *testing.T) {
	_, err := UnmarshalManifest(make([]byte, contract.MaxManifestBytes+1))
	assert.ErrorContains(t, err, "262145 bytes, the most are 262144")
	_, err = UnmarshalRequest(make([]byte, contract.MaxMessageBytes+1))
	assert.ErrorContains(t, err, "bytes, the most are 268435456")
	_, err = UnmarshalResponse(make([]byte, contract.MaxMessageBytes+1))
	assert.ErrorContains(t, err, "bytes, the most are 268435456")
}

const sampleManifest = `{"name":"sample","version":"1.0.0","contract":1,"kind":"score","summary":"a & b",` +
	`"inputs":[{"table":"items","column":"year","type":"numbers","optional":true}],` +
	`"params":[{"name":"levels","type":"numbers","default":[],"min":0,"doc":""},` +
	`{"name":"mode","type":"text","default":"fast","one_of":["fast","slow"],"doc":"d"},{"name":"names","type":"texts","default":[],"doc":""}],` +
	`"outputs":[{"name":"s","kind":"score","min":0,"max":1,"doc":""},{"name":"p","kind":"part","table":"items","min":-1,"max":1,"doc":""}]}`

func TestAManifestHasOneJSONForm(t *testing.T) {
	m, err := UnmarshalManifest([]byte(sampleManifest))
	require.NoError(t, err)
	assert.Equal(t, contract.TypeNumbers, m.Params[0].Default.Type)
	got, err := MarshalManifest(m)
	require.NoError(t, err)
	assert.Equal(t, sampleManifest, string(got))
	m.Kind = 0
	_, err = MarshalManifest(m)
	assert.ErrorIs(t, err, contract.ErrInvalid)
}

func TestBadManifestsAreRefused(t *testing.T) {
	for name, data := range map[string]string{
		"no JSON":                `[`,
		"an unknown kind":        `{"name":"a","version":"1.0.0","contract":1,"kind":"guess"}`,
		"an unknown column type": `{"name":"a","version":"1.0.0","contract":1,"kind":"assess","inputs":[{"table":"t","column":"c","type":"bits"}]}`,
		"a missing default":      `{"name":"a","version":"1.0.0","contract":1,"kind":"assess","params":[{"name":"p","type":"number"}]}`,
	} {
		_, err := UnmarshalManifest([]byte(data))
		assert.Error(t, err, name)
	}
}

// FuzzRequest checks that what is read has one JSON form that reads as itself.
func FuzzRequest(f *testing.F) {
	f.Add([]byte(sampleRequest))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := UnmarshalRequest(data)
		if err != nil {
			return
		}
		text, err := MarshalRequest(r)
		require.NoError(t, err)
		again, err := UnmarshalRequest(text)
		require.NoError(t, err)
		require.Equal(t, r.Marshal(nil), again.Marshal(nil))
	})
}
