package contract

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHostAndPluginAgreeOnTheNewestContractThatBothSpeak(t *testing.T) {
	tests := []struct {
		name           string
		newest, oldest uint32
		want           uint32
		refusal        string
	}{
		{"the same", 1, 0, 1, ""},
		{"the same, said twice", 1, 1, 1, ""},
		{"a newer plugin that goes back far enough", 7, 1, 1, ""},
		{"a newer plugin", 7, 0, 0, "it was built for contract 7, this host speaks contract 1: "},
		{"a newer plugin that does not go back far enough", 7, 2, 0, "it was built for contracts 2 to 7, this host speaks contract 1: "},
		{"no contract at all", 0, 0, 0, "it was built for contract 0, this host speaks contract 1: "},
		{"a range the wrong way round", 1, 2, 0, "it was built for contract 1, this host speaks contract 1: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := fullManifest()
			m.Contract, m.OldestContract = tt.newest, tt.oldest
			got, err := m.Negotiate()
			assert.Equal(t, tt.want, got)
			if tt.refusal == "" {
				require.NoError(t, err)
				require.NoError(t, m.Validate())
				return
			}
			require.ErrorIs(t, err, ErrInvalid)
			require.ErrorIs(t, err, ErrVersion)
			require.ErrorIs(t, m.Validate(), ErrVersion)
			assert.EqualError(t, err, "manifest: contract: "+tt.refusal+"use the sparkhost release that it was built for, or build it with the SDK of this one")
			assert.ErrorContains(t, m.Validate(), err.Error())
		})
	}
}

func TestThisPackageSpeaksItsRange(t *testing.T) {
	assert.False(t, Speaks(OldestVersion-1))
	assert.True(t, Speaks(OldestVersion))
	assert.True(t, Speaks(Version))
	assert.False(t, Speaks(Version+1))
}
