package load_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

var update = flag.Bool("update", false, "write expected files instead of comparing")

// TestBrokenPoliciesGetExactDiagnostics holds every policy of testdata/broken to the
// text beside it: position, severity, code, summary and hint.
func TestBrokenPoliciesGetExactDiagnostics(t *testing.T) {
	paths, err := filepath.Glob("testdata/broken/*.policy.hcl")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(paths), 50)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".policy.hcl"), func(t *testing.T) {
			_, diags := load.Load(load.Options{Path: path, Version: "0.1.0"})
			require.NotEmpty(t, diags, "a broken policy has diagnostics")
			golden(t, strings.TrimSuffix(path, ".policy.hcl")+".expected", listing(diags))
		})
	}
}

// listing prints diagnostics one a line, as the golden files hold them.
func listing(diags hcl.Diagnostics) string {
	var b strings.Builder
	for _, d := range diags {
		r := diag.NewReport(d)
		if r.File != "" {
			fmt.Fprintf(&b, "%d:%d: ", r.Line, r.Column)
		}
		fmt.Fprintf(&b, "%s %s %s: %s | %s\n", r.Severity, r.Code, r.Name, r.Summary, r.Detail)
	}
	return b.String()
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

func TestDiagnosticsComeInTheSameOrderEveryTime(t *testing.T) {
	var first string
	for range thorough.Number(50, 10) {
		_, diags := load.Load(load.Options{Path: "testdata/broken/unknown_names_inside.policy.hcl"})
		if first == "" {
			first = listing(diags)
		}
		require.Equal(t, first, listing(diags))
	}
}

func TestEveryCodeIsUsedByABrokenPolicyOrAnotherTest(t *testing.T) {
	elsewhere := map[string]bool{"P751": true, "P752": true, "P753": true, "P754": true, "P001": true, "P002": true, "P006": true, "P007": true, "P301": true, "P307": true, "P901": true, "P902": true, "P903": true, "P904": true}
	text := ""
	paths, err := filepath.Glob("testdata/broken/*.expected")
	require.NoError(t, err)
	for _, p := range paths {
		b, err := os.ReadFile(p)
		require.NoError(t, err)
		text += string(b)
	}
	for _, c := range diag.Codes() {
		if !elsewhere[c.ID] {
			assert.Contains(t, text, c.String())
		}
	}
}
