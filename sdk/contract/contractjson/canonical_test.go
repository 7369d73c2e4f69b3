package contractjson

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// What docs/plugin-abi.md says of numbers and strings.
func TestTheCanonicalFormIsAsDocumented(t *testing.T) {
	for v, want := range map[float64]string{
		1e-6: "0.000001", 9.9e-7: "9.9e-7", 1e20: "100000000000000000000", 1e21: "1e+21", 0.1: "0.1", 5e-324: "5e-324", 1e-10: "1e-10",
	} {
		assert.Equal(t, want, string(appendNumber(nil, v)))
	}
	assert.Equal(t, "-0", string(appendNumber(nil, math.Copysign(0, -1))))
	assert.Equal(t, `"\"\\/\b\f\n\r\t\u0000\u001f`+"\x7f"+`<&>\u2028\u2029é😀"`, string(appendString(nil, "\"\\/\b\f\n\r\t\x00\x1f\x7f<&>\u2028\u2029é😀")))

	r, err := UnmarshalResponse([]byte(`{"score":{"scores":[-0,1e0],"parts":[]}}`))
	require.NoError(t, err)
	assert.True(t, math.Signbit(r.Score.Scores[0]))
	r, err = UnmarshalResponse([]byte(" {\n\"assess\" : { \"queries\": [\"\\u0041\"], \"signals\":[] } } "))
	require.NoError(t, err, "white space, order and escapes are free")
	assert.Equal(t, []string{"A"}, r.Assess.Queries)
	_, err = UnmarshalResponse([]byte(`{"score":{"scores":[NaN]}}`))
	assert.ErrorIs(t, err, contract.ErrMalformed)
}
