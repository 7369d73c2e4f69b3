package contractjson

import (
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

func TestNumbersThatAreNullOrMissingAreRefused(t *testing.T) {
	const term = `{"name":"t","value":1,"weight":1,"delta":1}`
	for text, want := range map[string]string{
		`{"score":{"scores":[null,null],"parts":[]}}`:                                        "score: scores: element 0 is null",
		`{"score":{"scores":[1,null],"parts":[]}}`:                                           "element 1 is null",
		`{"score":{"scores":[],"parts":[{"name":"p","table":"t","values":[null]}]}}`:         "values: element 0 is null",
		`{"score":{"scores":[],"parts":[null]}}`:                                             "parts: element 0 is null",
		`{"assess":{"signals":[{"name":"s","value":null}]}}`:                                 `the number "value" is null`,
		`{"assess":{"signals":[{"name":"s"}]}}`:                                              `the number "value" is missing`,
		`{"assess":{"findings":[{"kind":"k","table":"t","rows":[null],"weight":1}]}}`:        "rows: element 0 is null",
		`{"assess":{"findings":[{"kind":"k","table":"t","rows":[1]}]}}`:                      `the number "weight" is missing`,
		`{"assess":{"queries":[null]}}`:                                                      "queries: element 0 is null",
		`{"calibrate":{}}`:                                                                   `the number "base" is missing`,
		`{"calibrate":{"base":1,"terms":[]}}`:                                                `the number "confidence" is missing`,
		`{"calibrate":{"base":null,"confidence":1}}`:                                         `the number "base" is null`,
		`{"calibrate":{"base":0,"confidence":1,"terms":[{"name":"t"}]}}`:                     `the number "value" is missing`,
		`{"calibrate":{"base":0,"confidence":1,"terms":[` + term + `],"reasons":["",null]}}`: "reasons: element 1 is null",
	} {
		_, err := UnmarshalResponse([]byte(text))
		require.ErrorIs(t, err, contract.ErrMalformed, text)
		assert.ErrorContains(t, err, want)
	}
}

func TestNumbersOfAManifestThatAreNullOrMissingAreRefused(t *testing.T) {
	for old, want := range map[string]string{
		`"min":0,"max":1,`:      `outputs: the number "min" is missing`,
		`"min":0,`:              `the number "min" is missing`,
		`"contract":1,`:         `the number "contract" is missing`,
		`"max":1,=>"max":null,`: `the number "max" is null`,
		`"min":1,=>"min":null,`: `params: the number "min" is null`,
	} {
		from, to, _ := strings.Cut(old, "=>")
		text := strings.Replace(smallManifest, from, to, 1)
		require.NotEqual(t, smallManifest, text)
		_, err := UnmarshalManifest([]byte(text))
		require.Error(t, err, text)
		assert.ErrorContains(t, err, want)
	}
	_, err := UnmarshalManifest([]byte(smallManifest))
	assert.NoError(t, err)
}

const smallManifest = `{"name":"m","version":"1.0.0","contract":1,"kind":"score","summary":"","inputs":[],` +
	`"params":[{"name":"p","type":"number","default":10,"min":1,"doc":""}],` +
	`"outputs":[{"name":"score","kind":"score","min":0,"max":1,"doc":""}]}`

func TestListsThatAreNullOrMissingAreEmpty(t *testing.T) {
	r, err := UnmarshalResponse([]byte(`{"score":{"scores":[1],"parts":null}}`))
	require.NoError(t, err)
	assert.Empty(t, r.Score.Parts)
	r, err = UnmarshalResponse([]byte(`{"error":null,"assess":{"signals":[{"name":"s","value":0}]}}`))
	require.NoError(t, err)
	assert.Equal(t, []contract.Signal{{Name: "s"}}, r.Assess.Signals)
}

func TestEveryListHasTheLimitOfTheContract(t *testing.T) {
	limits := map[string]int{
		"response.assess.findings": contract.MaxFindings, "response.assess.queries": contract.MaxLines,
		"response.calibrate.reasons": contract.MaxLines, "response.score.scores": contract.MaxRows,
		"response.score.parts.values": contract.MaxRows, "response.assess.parts.values": contract.MaxRows,
		"response.assess.findings.rows": contract.MaxRows, "response.calibrate.terms": contract.MaxRows,
	}
	lists := 0
	var walk func(path string, t reflect.Type)
	walk = func(path string, of reflect.Type) {
		for i := range of.NumField() {
			f := of.Field(i)
			key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			at, inner := path+"."+key, f.Type
			if inner.Kind() == reflect.Slice && inner != rawType {
				lists++
				want, ok := limits[at]
				if !ok {
					want = contract.MaxDeclared
				}
				assert.Equal(t, strconv.Itoa(want), f.Tag.Get("most"), at)
			}
			if inner.Kind() == reflect.Slice || inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			if inner.Kind() == reflect.Struct {
				walk(at, inner)
			}
		}
	}
	walk("response", reflect.TypeFor[response]())
	walk("manifest", reflect.TypeFor[manifest]())
	assert.Equal(t, 15, lists)
}

func TestAListOfMillionsOfPartsIsRefusedBeforeRoomIsMadeForThem(t *testing.T) {
	for name, element := range map[string]string{"parts": `{}`, "findings": `{"weight":0}`, "signals": `{"value":0}`, "queries": `""`} {
		text := []byte(`{"assess":{"` + name + `":[` + strings.Repeat(element+",", 8<<20/(len(element)+1)) + element + `]}}`)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := UnmarshalResponse(text)
		runtime.ReadMemStats(&after)
		require.ErrorContains(t, err, name+": a list of more than ")
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20), name)
	}
}

// TestAnAnswerHasNoMoreElementsThanItsRequestHasRoomFor reads what a plugin answers for one row.
func TestAnAnswerHasNoMoreElementsThanItsRequestHasRoomFor(t *testing.T) {
	list := func(before, element, after string, n int) []byte {
		return []byte(before + strings.Repeat(element+",", n-1) + element + after)
	}
	rows := list("", `{"kind":"k","table":"t","rows":`+string(list("[", "0", "]", 200))+`,"weight":1}`, "", 2_000)
	for name, text := range map[string][]byte{
		"scores":           list(`{"score":{"scores":[`, "0", `]}}`, 300),
		"values of a part": list(`{"score":{"scores":[0],"parts":[{"name":"p","table":"t","values":[`, "0", `]}]}}`, 300),
		"terms":            list(`{"calibrate":{"base":0,"confidence":0,"terms":[`, `{"name":"t","value":1,"weight":1,"delta":0}`, `]}}`, 300),
		"rows of findings": []byte(`{"assess":{"findings":[` + string(rows) + `]}}`),
	} {
		_, err := UnmarshalAnswer(text, 1)
		assert.ErrorIs(t, err, contract.ErrMalformed, name)
		_, err = UnmarshalAnswer(text, 2_000)
		assert.NoError(t, err, name)
		_, err = UnmarshalResponse(text)
		assert.NoError(t, err, name)
	}
}
