package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

func TestAMisspeltFlagIsToldTheOneThatMayBeMeant(t *testing.T) {
	tests := map[string]string{
		"--output": "did you mean --out?", "--optin": "did you mean --option?", "--questoins": "did you mean --questions?", "--formt": "did you mean --format?",
		"--resumes": "did you mean --resume?", "--zzzzzzzz": "see `sparkhost run --help`",
	}
	for flag, want := range tests {
		code, _, problems := sparkhost("run", flag, "x")
		assert.Equal(t, shell.ExitFailed, code, flag)
		assert.Contains(t, problems, "unknown flag: "+flag+"; "+want)
	}
	_, _, problems := sparkhost("policy", "validate", "--plugin")
	assert.Contains(t, problems, "did you mean --plugins?")
}
