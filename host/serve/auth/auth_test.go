package auth_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/serve/auth"
)

// file writes a token file that only its owner may write.
func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tokens.hcl")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestATokenIsFoundByItsSecretAndTheFileDoesNotHoldIt(t *testing.T) {
	secret := auth.NewSecret()
	block := auth.Token{Name: "ci", Hash: auth.Hash(secret), Role: auth.Ask, QuestionsPerDay: 5, USDPerDay: 0.5}.Block()
	assert.NotContains(t, block, secret)
	k, err := auth.ReadFile(file(t, block))
	require.NoError(t, err)
	token, ok := k.Find(secret)
	require.True(t, ok)
	assert.Equal(t, auth.Token{Name: "ci", Hash: auth.Hash(secret), Role: auth.Ask, QuestionsPerDay: 5, USDPerDay: 0.5}, token)
	for _, wrong := range []string{"", auth.Hash(secret), secret + "x", auth.NewSecret()} {
		_, ok := k.Find(wrong)
		assert.False(t, ok, wrong)
	}
}

func TestMistakesInATokenFileAreAllNamed(t *testing.T) {
	hash := strings.Repeat("a", 64)
	for text, wants := range map[string][]string{
		"":                           {"no token in it"},
		`token "a" { role = "ask" }`: {"hash"},
		"token \"a\" {\n hash = \"x\"\n role = \"root\"\n}\ntoken \"a\" {\n hash = \"" + hash + "\"\n role = \"ask\"\n questions_per_day = -1\n}": {
			"64 hex digits", "ask or operate", "used twice", "negative"},
	} {
		_, err := auth.ReadFile(file(t, text))
		for _, want := range wants {
			assert.ErrorContains(t, err, want)
		}
	}
	open := file(t, "")
	require.NoError(t, os.Chmod(open, 0o622))
	_, err := auth.ReadFile(open)
	assert.ErrorContains(t, err, "chmod 600")
}

func TestARoleMayDoWhatLesserRolesMay(t *testing.T) {
	assert.True(t, auth.Operate.Allows(auth.Ask))
	assert.True(t, auth.Ask.Allows(auth.Ask))
	assert.False(t, auth.Ask.Allows(auth.Operate))
	assert.False(t, auth.Role("").Allows(auth.Ask))
}
