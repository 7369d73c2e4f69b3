package record

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// 120 MB of three million empty events took 1.7 GB.
func TestARecordOfVeryManyLinesIsRefused(t *testing.T) {
	lines := func(n int) []byte {
		var b strings.Builder
		b.WriteString(`{"seq":1,"kind":"run","data":` + canonical(t, sampleRun("r")) + "}\n")
		for i := range n - 1 {
			fmt.Fprintf(&b, "{\"seq\":%d,\"kind\":\"later\",\"data\":{}}\n", i+2)
		}
		return []byte(b.String())
	}
	_, err := readLines("x", lines(250_000), nil)
	require.NoError(t, err)
	_, err = readLines("x", lines(250_001), nil)
	assert.EqualError(t, err, "record x: more than 250000 lines: no run writes so many")
}
