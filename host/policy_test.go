package host_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/record"
)

// policyFile writes a policy "test" that extends standard by the body.
func policyFile(t *testing.T, body string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.policy.hcl")
	text := "policy \"test\" {\n  extends = [standard]\n" + body + "\n}\n"
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

var rapamycin = evidence.Question{
	ID: "q", Question: "What does rapamycin inhibit in human cells?", Type: evidence.TypeMultipleChoice,
	Options: []evidence.Option{{Label: "A", Text: "mTORC1"}, {Label: "B", Text: "cyclophilin A"}, {Label: "C", Text: "telomerase"}},
}

// ask answers one question under a policy that extends standard by the body.
func ask(t *testing.T, body string, q evidence.Question) *record.Result {
	t.Helper()
	r, err := openWith(t, host.Config{Policy: policyFile(t, body)}).Ask(context.Background(), q)
	require.NoError(t, err)
	return r
}

func TestAGateThatFailsSpeaksThroughVerdictAndExitCode(t *testing.T) {
	gate := func(level, otherwise string) string {
		return `gate "many" {
			level     = "` + level + `"
			condition = answer.citations > 1000
			otherwise = "` + otherwise + `"
			reason    = "too_few_citations"
			message   = "Not a thousand citations."
		}`
	}
	for _, tt := range []struct {
		name, level, otherwise string
		verdict                record.Verdict
		exit                   int
	}{
		{"a hard gate withholds the answer", "hard", "abstain", record.VerdictAbstained, 0},
		{"a hard gate fails the run", "hard", "fail", record.VerdictRefused, 4},
		{"an advisory gate only warns", "advisory", "fail", record.VerdictAnswered, 0},
		{"a gate that warns lets the answer pass", "soft", "warn", record.VerdictAnswered, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := ask(t, gate(tt.level, tt.otherwise), rapamycin)
			assert.Equal(t, tt.verdict, r.Verdict)
			assert.Equal(t, tt.exit, r.ExitCode)
			assert.Equal(t, tt.verdict == record.VerdictAnswered, r.Answer != nil)
			assert.Contains(t, r.UncertaintyReasons, "too_few_citations")
		})
	}
}

func TestABudgetOfTwoSearchesRefusesTheThirdAndStillAnswers(t *testing.T) {
	r := ask(t, `budget { searches = 2 }`, rapamycin)
	assert.EqualValues(t, 2, r.Budget.Searches)
	assert.Equal(t, record.VerdictAnswered, r.Verdict)
	assert.NotEmpty(t, r.Warnings)
}

func TestAnExhaustedBudgetEndsTheRunWhereThePolicySaysFail(t *testing.T) {
	r := ask(t, "budget {\n searches = 2\n on_exhausted = \"fail\"\n}", rapamycin)
	assert.Equal(t, record.VerdictBudget, r.Verdict)
	assert.Equal(t, 6, r.ExitCode)
	assert.Contains(t, r.Error, "searches")
}

// buildPlugin compiles a Go guest and returns the module's path and digest.
func buildPlugin(t *testing.T, folder string) (path, digest string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), filepath.Base(folder)+".wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-o", path, folder)
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	wasm, err := os.ReadFile(path)
	require.NoError(t, err)
	return path, record.Digest(wasm)
}

func TestAPluginFaultEndsTheRunOrIsSkippedAsThePolicySays(t *testing.T) {
	module, digest := buildPlugin(t, "./testdata/faulty")
	faulty := func(onError string) string {
		path := filepath.Join(filepath.Dir(module), onError+".policy.hcl")
		require.NoError(t, os.WriteFile(path, []byte(`
plugin "faulty" {
  source = "faulty.wasm"
  digest = "`+digest+`"
}
policy "test" {
  extends = [standard]
  select {
    stage "faulty" {
      plugin   = plugin.faulty
      on_error = "`+onError+`"
    }
  }
}
`), 0o600))
		return path + "#test"
	}
	t.Run("fail", func(t *testing.T) {
		r, err := openWith(t, host.Config{Policy: faulty("fail")}).Ask(context.Background(), rapamycin)
		require.NoError(t, err)
		assert.Equal(t, record.VerdictFault, r.Verdict)
		assert.Equal(t, 7, r.ExitCode)
		assert.Contains(t, r.Error, `stage "faulty"`)
		assert.Contains(t, r.Error, "the dog ate my scores")
	})
	t.Run("skip", func(t *testing.T) {
		r, err := openWith(t, host.Config{Policy: faulty("skip")}).Ask(context.Background(), rapamycin)
		require.NoError(t, err)
		assert.Equal(t, record.VerdictAnswered, r.Verdict)
		assert.Zero(t, r.ExitCode)
		require.NotEmpty(t, r.Warnings)
		assert.Contains(t, r.Warnings[0], `stage "faulty" (skip.policy.hcl:9) was skipped: plugin faulty`)
	})
}

func TestWhatThePolicyGetsWrongIsAPolicyErrorBeforeAnythingRuns(t *testing.T) {
	for _, tt := range []struct{ name, policy, want string }{
		{"an unknown policy", "nonesuch", "nonesuch"},
		{"a config that the plugin does not know", policyFile(t, `select {
			stage "authority" {
				plugin = plugin.authority
				config = { log_capp = 10 }
			}
		}`), "log_capp"},
		{"a contract that the block cannot use", policyFile(t, `select {
			stage "calibration" { plugin = plugin.calibration }
		}`), "calibrate contract"},
		{"a part that the plugin does not give", policyFile(t, `select {
			term "authority" { part = "fame" }
		}`), `no output "fame"`},
		{"a signal that the plugin does not give", policyFile(t, `calibrate {
			term "more" {
				feature = triangulate.numbers.triangled
				weight  = 0.1
			}
		}`), `no output "triangled"`},
		{"a column that the plugin cannot do without", deniedPlugin(t), "test.policy.hcl:1,1: plugin authority (sha256 "},
		{"and which one", deniedPlugin(t), "capability: it cannot work without items.citation_count, which is denied to it"},
		{"a plugin that is no wasm", wrongPlugin(t), "sha256"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tryOpen(t, host.Config{Policy: tt.policy})
			var p *host.PolicyError
			require.ErrorAs(t, err, &p)
			assert.Contains(t, err.Error(), tt.want)
		})
	}
}

// deniedPlugin is a policy that forbids a plugin what it needs.
func deniedPlugin(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "test.policy.hcl")
	require.NoError(t, os.WriteFile(path, []byte(`plugin "authority" {
  source = "builtin"
  deny   = [text, items.citation_count]
}
policy "test" {
  extends = [standard]
}
`), 0o600))
	return path
}

func wrongPlugin(t *testing.T) string {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p.wasm"), []byte("#!/bin/sh\n"), 0o600))
	path := filepath.Join(dir, "test.policy.hcl")
	require.NoError(t, os.WriteFile(path, []byte(`
plugin "mine" {
  source = "p.wasm"
  digest = "0000000000000000000000000000000000000000000000000000000000000000"
}
policy "test" {
  extends = [standard]
  select {
    stage "mine" { plugin = plugin.mine }
  }
}
`), 0o600))
	return path
}

func TestAPolicyOverLocalLiteratureNeedsACorpus(t *testing.T) {
	_, err := host.Open(context.Background(), host.Config{Policy: "baseline"})
	require.ErrorIs(t, err, host.ErrNoCorpus)
}

// The example of docs/plugin-authors.md is the code of examples/plugins/brevity, and it works.
func TestTheExamplePluginBuildsAndScoresDocuments(t *testing.T) {
	const folder = "../examples/plugins/brevity"
	doc, err := os.ReadFile("../docs/plugin-authors.md")
	require.NoError(t, err)
	code, err := os.ReadFile(folder + "/main.go")
	require.NoError(t, err)
	_, body, _ := strings.Cut(string(code), "\npackage main\n")
	require.Contains(t, string(doc), body)

	module, digest := buildPlugin(t, folder)
	policyText, err := os.ReadFile(folder + "/brevity.policy.hcl")
	require.NoError(t, err)
	path := filepath.Join(filepath.Dir(module), "brevity.policy.hcl")
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(policyText), strings.Repeat("0", 64), digest, 1)), 0o600))
	r, err := openWith(t, host.Config{Policy: path}).Ask(context.Background(), rapamycin)
	require.NoError(t, err)
	assert.Equal(t, record.VerdictAnswered, r.Verdict)
	assert.True(t, slices.ContainsFunc(r.Plugins, func(p record.PluginUse) bool { return p.Name == "brevity" && p.Calls == 1 }))
}

func TestThePolicyLanguageKnowsTheHostsLimitOfFuel(t *testing.T) {
	assert.EqualValues(t, plugin.DefaultFuel, load.HostFuel)
}
