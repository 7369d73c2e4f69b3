package syntax_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

func TestBracketsThatCloseNothingLeaveTheirBlockOpen(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		code       diag.Code
	}{
		{"blocks in blocks", strings.Repeat("a {\n", 100), diag.CodeTooDeep},
		{"blocks in blocks behind a bracket", strings.Repeat("a {\n b ]\n", 100), diag.CodeTooDeep},
		{"blocks in blocks behind a parenthesis", strings.Repeat("a {\n b )\n", 100), diag.CodeTooDeep},
		{"blocks side by side, each with an open parenthesis", strings.Repeat("a {\n b = (1\n}\n", 100), diag.CodeSyntax},
		{"blocks side by side, each with an open list", strings.Repeat("a {\n b = [1\n}\n", 100), diag.CodeSyntax},
		{"lists in lists behind a parenthesis", "a = " + strings.Repeat("[)", 100), diag.CodeTooDeep},
		{"a list that ends within a template", "a = \"${[1]}\"\nb = ]\n", diag.CodeSyntax},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, diags := syntax.Parse("x", []byte(tt.text))
			require.NotEmpty(t, diags)
			assert.Equal(t, tt.code, diags[0].Extra)
		})
	}
}
