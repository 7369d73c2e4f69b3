package contract

import (
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestEveryMessageSurvivesTheWire(t *testing.T) {
	var req Request
	require.NoError(t, req.Unmarshal(fullRequest().Marshal(nil)))
	require.NoError(t, req.Validate())
	assert.Equal(t, fullRequest().Marshal(nil), req.Marshal(nil))
	assert.Equal(t, fullRequest().Config[4], req.Config[4])
	assert.True(t, math.Signbit(req.Tables[0].Columns[0].Numbers[2]), "negative zero is not zero")

	var resp Response
	require.NoError(t, resp.Unmarshal(fullResponse().Marshal(nil)))
	assert.Equal(t, fullResponse(), &resp)

	var m Manifest
	require.NoError(t, m.Unmarshal(fullManifest().Marshal(nil)))
	assert.Equal(t, fullManifest().Marshal(nil), m.Marshal(nil))
	assert.Equal(t, fullManifest().Outputs, m.Outputs)
	assert.Equal(t, fullManifest().Inputs, m.Inputs)
	assert.Equal(t, fullManifest().Params[0], m.Params[0])
}

func TestMarshalAppends(t *testing.T) {
	got := fullResponse().Marshal([]byte("head"))
	assert.Equal(t, "head"+string(fullResponse().Marshal(nil)), string(got))
}

func TestAUsedRequestDecodesLikeANewOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var used Request
		for range 3 {
			req := anyRequest.Draw(t, "request")
			require.NoError(t, req.Validate())
			encoded := req.Marshal(nil)
			require.NoError(t, used.Unmarshal(encoded))
			require.NoError(t, used.Validate())
			require.Equal(t, encoded, used.Marshal(nil))
		}
	})
}

func TestNothingOfTheSourceIsKept(t *testing.T) {
	encoded := fullRequest().Marshal(nil)
	var req Request
	require.NoError(t, req.Unmarshal(encoded))
	clear(encoded)
	assert.Equal(t, fullRequest().Marshal(nil), req.Marshal(nil))
}

func TestDecodingAgainAllocatesNothing(t *testing.T) {
	encoded := fullRequest().Marshal(nil)
	var req Request
	require.NoError(t, req.Unmarshal(encoded))
	assert.Zero(t, testing.AllocsPerRun(20, func() { _ = req.Unmarshal(encoded) }))
}

func TestMalformedBytesAreRefused(t *testing.T) {
	long := strings.Repeat("\xff", 10)
	tests := []struct {
		name, bytes string
		reason      string
	}{
		{"a varint that never ends", long, "varint too long"},
		{"a varint over 64 bits", strings.Repeat("\xff", 9) + "\x02", "varint too long"},
		{"a tag without a value", "\x08", "truncated"},
		{"a length beyond the end", "\x1a\x05\x0a", "truncated"},
		{"a length near the top of the range", "\x1a" + strings.Repeat("\xff", 9) + "\x01", "truncated"},
		{"field number zero", "\x00\x00", "field number out of range"},
		{"a group", "\x0b\x0c", "unknown wire type"},
		{"a known field of another type", "\x0a\x00", "wrong wire type"},
		{"a number over 32 bits", "\x08\x80\x80\x80\x80\x10", "number too large"},
		{"a table without a name", "\x1a\x03\x10\x80\x01", "has no name"},
		{"an empty table", "\x1a\x00", "has no name"},
		{"a name that is not UTF-8", "\x1a\x03\x0a\x01\xff", "text is not UTF-8"},
		{"numbers cut off", "\x1a\x0c\x0a\x01t\x1a\x07\x0a\x01c\x22\x02\x00\x00", "packed numbers are cut off"},
		{"tokens cut off", "\x1a\x0c\x0a\x01t\x1a\x07\x0a\x01c\x32\x02\x00\x00", "packed numbers are cut off"},
		{"a type over 8 bits", "\x1a\x0b\x0a\x01t\x1a\x06\x0a\x01c\x10\x80\x02", "number too large"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := new(Request).Unmarshal([]byte(tt.bytes))
			require.ErrorIs(t, err, ErrMalformed)
			assert.ErrorContains(t, err, tt.reason)
		})
	}
}

func TestUnknownFieldsAreSkipped(t *testing.T) {
	extra := "\xc2\x3e\x02hi" + "\xc0\x3e\x05" + "\xc5\x3e1234" + "\xc1\x3e12345678"
	var req Request
	require.NoError(t, req.Unmarshal([]byte(extra+string(fullRequest().Marshal(nil))+extra)))
	assert.Equal(t, fullRequest().Marshal(nil), req.Marshal(nil))
}

func TestNumbersMayComeUnpacked(t *testing.T) {
	var f Finding
	require.NoError(t, f.read([]byte("\x0a\x01k\x1d\x05\x00\x00\x00\x1a\x04\x06\x00\x00\x00\x1d\x07\x00\x00\x00")))
	assert.Equal(t, []uint32{5, 6, 7}, f.Rows)
	var s ScoreResult
	require.NoError(t, s.read([]byte("\x09\x00\x00\x00\x00\x00\x00\xf0\x3f")))
	assert.Equal(t, []float64{1}, s.Scores)
}

func TestHostileBytesTakeABoundedMultipleOfMemory(t *testing.T) {
	repeat := func(unit string) []byte { return []byte(strings.Repeat(unit, 20000/len(unit)*10)) }
	tests := []struct {
		name  string
		bytes []byte
	}{
		{"empty tables", repeat("\x1a\x00")},
		{"smallest tables", repeat("\x1a\x03\x0a\x01t")},
		{"smallest settings", repeat("\x12\x03\x0a\x01s")},
		{"smallest columns", slices.Concat([]byte("\x1a\xc5\x9a\x0c\x0a\x01t"), repeat("\x1a\x03\x0a\x01c")[:199994])},
		{"numbers one by one", slices.Concat([]byte("\x1a\xc5\x9a\x0c\x0a\x01t\x1a\xbc\x9a\x0c\x0a\x01c"), repeat("\x35abcd")[:199987])},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_ = new(Request).Unmarshal(tt.bytes)
			runtime.ReadMemStats(&after)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(50*len(tt.bytes)))
		})
	}
}

// fuzz checks the codec's property: what is accepted has one encoding that decodes to itself.
func fuzz[T any, P interface {
	*T
	Marshal([]byte) []byte
	Unmarshal([]byte) error
}](f *testing.F, seed []byte) {
	f.Add(seed)
	f.Add([]byte("\x1a\x0c\x0a\x01t\x1a\x07\x0a\x01c\x22\x02\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, second := P(new(T)), P(new(T))
		if first.Unmarshal(data) != nil {
			return
		}
		encoded := first.Marshal(nil)
		require.NoError(t, second.Unmarshal(encoded))
		require.Equal(t, encoded, second.Marshal(nil))
	})
}

func FuzzRequest(f *testing.F)  { fuzz[Request](f, fullRequest().Marshal(nil)) }
func FuzzResponse(f *testing.F) { fuzz[Response](f, fullResponse().Marshal(nil)) }
func FuzzManifest(f *testing.F) { fuzz[Manifest](f, fullManifest().Marshal(nil)) }

// FuzzValidated checks that a request which passes Validate can be read without panicking.
func FuzzValidated(f *testing.F) {
	f.Add(fullRequest().Marshal(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		var req Request
		if req.Unmarshal(data) != nil || req.Validate() != nil {
			return
		}
		for i := range req.Tables {
			readAll(&req.Tables[i])
		}
	})
}

func readAll(t *Table) {
	for i := range t.Columns {
		c := &t.Columns[i]
		for row := range t.Len() {
			switch c.Known(row); c.Type {
			case ColumnNumbers:
				c.NumberAt(row)
			case ColumnTokens:
				c.TokensAt(row)
			case ColumnText:
				_ = c.StringAt(row)
			}
		}
	}
}
