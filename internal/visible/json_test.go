package visible_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/internal/visible"
)

func TestEscapedJSONMeansTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("\u009b\u202e\u2066\u200f")))).Draw(t, "text")
		var b bytes.Buffer
		require.NoError(t, json.NewEncoder(visible.JSON(&b)).Encode(text))
		var back string
		require.NoError(t, json.Unmarshal(b.Bytes(), &back))
		require.Equal(t, text, back)
		require.False(t, bytes.ContainsAny(b.Bytes(), "\u009b\u202e\u2066\u200f"))
	})
}
