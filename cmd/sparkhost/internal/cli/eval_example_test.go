package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/internal/testwasm"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

func TestTheExampleOfCIStopsARegressionWithTheQuestionsNamed(t *testing.T) {
	thorough.Only(t, "two evaluations of all sample questions")
	home, work, ci := t.TempDir(), t.TempDir(), root+"examples/ci/"
	t.Setenv("SPARKHOST_CACHE", home)
	testwasm.Link(t, home)
	before, after, summary := filepath.Join(work, "main"), filepath.Join(work, "change"), filepath.Join(work, "summary.md")
	printed(t, "eval", "run", ci+"packs.hcl", "--policy", ci+"team.policy.hcl", "--out", before)
	printed(t, "eval", "run", ci+"packs.hcl", "--policy", ci+"change/team.policy.hcl", "--out", after)

	var out, talk bytes.Buffer
	code := run(context.Background(), []string{"eval", "gate", ci + "gates.hcl", after, "--baseline", before, "--report", summary}, strings.NewReader(""), &out, &talk)
	assert.Equal(t, shell.ExitRefused, code, talk.String())
	page, err := os.ReadFile(ci + "README.md")
	require.NoError(t, err)
	for _, said := range []string{"gate no_regression FAILED: accuracy is worse against the baseline", "by gate.confident (team.policy.hcl:6): answer.confidence >= 0.75 is false"} {
		assert.Contains(t, out.String(), said)
		assert.Contains(t, string(page), said)
	}
	assert.Contains(t, out.String(), "\nlost quickstart/q-")
	text, err := os.ReadFile(summary)
	require.NoError(t, err)
	assert.Contains(t, string(text), "**accuracy: change&#35;team is worse than main&#35;team**")

	out.Reset()
	assert.Equal(t, shell.ExitDone, run(context.Background(), []string{"eval", "gate", ci + "gates.hcl", before, "--baseline", before}, strings.NewReader(""), &out, &talk), out.String())
}
