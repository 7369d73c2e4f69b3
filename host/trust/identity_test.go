//go:build keyless

package trust_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/sign"
	"github.com/sparkhost/sparkhost/host/sign/keyless"
	"github.com/sparkhost/sparkhost/host/sign/signtest"
	"github.com/sparkhost/sparkhost/host/trust"
)

// Two roots of one identity, while an instance changes its keys.
func TestAnIdentityUnderTheOldRootEndsAndThatUnderTheNewDoesNot(t *testing.T) {
	const issuer, subject = "https://token.example", "https://forge.example/team"
	key := func(name string, at *signtest.Instance, until string) trust.Key {
		i, err := sign.NewIdentity(issuer, subject, at.Root)
		require.NoError(t, err)
		return trust.Key{Name: name, Identity: i, Until: until}
	}
	before, after := signtest.Start(t), signtest.Start(t)
	old, now := key("old", before, "2020-01-31"), key("now", after, "")
	for _, keys := range [][]trust.Key{{old, now}, {now, old}} {
		for at, good := range map[*signtest.Instance]bool{before: false, after: true} {
			s, err := keyless.New(signtest.Token(issuer, subject), at.Root, keyless.Services{Authority: at.URL, Log: at.URL})
			require.NoError(t, err)
			b, err := s.SignBytes(t.Context(), []byte("m"))
			require.NoError(t, err)
			text, err := b.JSON()
			require.NoError(t, err)
			c := trust.Check{Today: "2026-02-01", Trusts: []*trust.Trust{{Require: true, Keys: keys}}}
			_, err = c.Module(t.Context(), file(t, "m", text), fetch.Options{}, "")
			if good {
				require.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, "T107")
			}
		}
	}
}
