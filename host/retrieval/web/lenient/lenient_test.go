package lenient

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTypesTakeWhatProvidersSend(t *testing.T) {
	type row struct {
		T Text       `json:"t"`
		C Count      `json:"c"`
		L List[Text] `json:"l"`
	}
	seven := int64(7)
	tests := []struct {
		in   string
		want row
	}{
		{`{"t":" a ","c":7,"l":["x","y"]}`, row{"a", Count{&seven}, List[Text]{"x", "y"}}},
		{`{"t":2015,"c":"7","l":"x"}`, row{"2015", Count{&seven}, List[Text]{"x"}}},
		{`{"t":null,"c":null,"l":null}`, row{}},
		{`{"t":{"a":1},"c":-1,"l":[null,"x"]}`, row{"", Count{}, List[Text]{"x"}}},
		{`{"t":[1],"c":1.5,"l":[]}`, row{}},
		{`{"c":1e400}`, row{}},
		{`{"c":7.0}`, row{"", Count{&seven}, nil}},
		{`{"c":"0.7e1"}`, row{"", Count{&seven}, nil}},
		{`{"c":1e30}`, row{}},
		{`{"c":"NaN"}`, row{}},
		{`{"c":"Infinity"}`, row{}},
		{`{"c":"abc"}`, row{}},
	}
	for _, tt := range tests {
		var got row
		require.NoError(t, json.Unmarshal([]byte(tt.in), &got), tt.in)
		assert.Equal(t, tt.want, got, tt.in)
	}
}

func TestAListLeavesOutWhatDoesNotDecode(t *testing.T) {
	var l List[struct {
		N int `json:"n"`
	}]
	require.NoError(t, json.Unmarshal([]byte(`[{"n":1},{"n":"x"},5,{"n":2}]`), &l))
	require.Len(t, l, 2)
	assert.Equal(t, 2, l[1].N)
}

func TestYear(t *testing.T) {
	for in, want := range map[Text]int{"2015": 2015, "2015-03-01": 2015, "2015 Mar": 2015, "": 0, "15": 0, "20155": 0, "0999": 0, "3000": 0, "abcd": 0} {
		assert.Equal(t, want, in.Year(), string(in))
	}
}

func TestAListIsBounded(t *testing.T) {
	var l List[struct{}]
	require.NoError(t, json.Unmarshal([]byte("["+strings.Repeat("{},", 20_000)+"{}]"), &l))
	assert.Len(t, l, mostElements)
}

func TestMillionsOfElementsTakeLittleMemory(t *testing.T) {
	type wide struct {
		A [16]Text `json:"a"`
	}
	body := []byte("[" + strings.Repeat("{},", 1_000_000) + "{}]")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var l List[wide]
	require.NoError(t, l.UnmarshalJSON(body))
	runtime.ReadMemStats(&after)
	assert.Len(t, l, mostElements)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(32<<20), "in all; a million of them would take 256 MB")
}
