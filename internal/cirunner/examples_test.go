package cirunner

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/testwasm"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

const (
	examples = "../../examples/ci/"
	sample   = "../../examples/quickstart/"
)

// built is the folder of the program, once a test wanted one.
var built string

var binaries = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "sparkhost-ci-")
	if err != nil {
		return "", err
	}
	built = dir
	out, err := exec.Command("go", "build", "-o", dir, "../../cmd/sparkhost").CombinedOutput()
	if err != nil {
		return "", &exec.Error{Name: string(out), Err: err}
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	_ = os.RemoveAll(built)
	os.Exit(code)
}

// newJob makes a job with the program in its path.
func newJob(t *testing.T, certain string) Job {
	t.Helper()
	bin, err := binaries()
	require.NoError(t, err)
	job := checkout(t, certain)
	job.Env = append(job.Env, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return job
}

// checkout has the files of a team whose change asks for an answer that is at least so certain, beside main's policy.
func checkout(t *testing.T, certain string) Job {
	t.Helper()
	dir, home := filepath.Join(t.TempDir(), "team"), t.TempDir()
	cache := filepath.Join(home, ".cache", "sparkhost")
	require.NoError(t, os.MkdirAll(cache, 0o700))
	testwasm.Link(t, cache)
	policy := "policy \"team\" {\n  extends = [standard]\n"
	files := map[string]string{
		"packs.hcl":            "pack \"small\" {\n  questions = \"questions.jsonl\"\n  corpus = [\"corpus.jsonl\"]\n  role = \"dev\"\n}\n",
		"gates.hcl":            "gate \"no_regression\" {\n  measure = \"accuracy\"\n  baseline = \"not_worse\"\n}\n",
		"main/team.policy.hcl": policy + "}\n",
		"team.policy.hcl":      policy + "  gate \"sure\" {\n    condition = answer.confidence >= " + certain + "\n  }\n}\n",
		"questions.jsonl":      lines(t, sample+"questions.jsonl", 16),
		"corpus.jsonl":         lines(t, sample+"corpus.jsonl", 0),
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	return Job{Dir: dir, Env: []string{"HOME=" + home, "CI=true"}}
}

// lines are the first lines of a file; 0: all.
func lines(t *testing.T, path string, n int) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	all := strings.SplitAfter(string(text), "\n")
	if n > 0 {
		all = all[:n]
	}
	return strings.Join(all, "")
}

func TestTheActionLetsAHarmlessChangePassAndSummarisesIt(t *testing.T) {
	thorough.Only(t, "two evaluations")
	job := newJob(t, "0")
	job.Inputs = map[string]string{"out": "results"}
	out, err := Action(examples+"action.yml", job)
	require.NoError(t, err)
	assert.Zero(t, out.Code, out.Log)
	assert.NotContains(t, out.Log, "::error")
	assert.Contains(t, out.Summary, "accuracy")
	assert.Equal(t, "results/summary.md", out.Output["summary"])
	assert.Regexp(t, `^sparkhost-Linux-[0-9a-f]{64}$`, out.CacheKey)
	assert.Subset(t, out.Artifacts, []string{"results/gates.xml", "results/report.html", "results/summary.md"})
}

func TestTheActionStopsARegressionWithAnnotationsAndKeepsTheSummary(t *testing.T) {
	thorough.Only(t, "two evaluations")
	out, err := Action(examples+"action.yml", newJob(t, "0.999"))
	require.NoError(t, err)
	assert.Equal(t, 4, out.Code, out.Log)
	assert.Regexp(t, `(?m)^::error .*no_regression`, out.Log)
	assert.Contains(t, out.Summary, "is worse than")
	assert.Contains(t, out.Artifacts, "evaluation/report.html")
}

func TestTheCacheKeyFollowsThePolicy(t *testing.T) {
	keys := map[string]bool{}
	for _, certain := range []string{"0", "0.5"} {
		g := &github{job: checkout(t, certain), inputs: map[string]string{"policy": "team.policy.hcl"}}
		key, err := g.value("hashFiles(inputs.policy)")
		require.NoError(t, err)
		keys[key] = true
	}
	assert.Len(t, keys, 2)
}

// checkedOut makes the checkout a clone whose origin has main's policy, as in a pipeline of a merge request.
func checkedOut(t *testing.T, job *Job) {
	t.Helper()
	change := filepath.Join(job.Dir, "team.policy.hcl")
	script := `git init -q -b main . && git config user.email ci@example.org && git config user.name ci && cp team.policy.hcl ../change &&
		mv main/team.policy.hcl team.policy.hcl && git add . && git commit -qm main && git update-ref refs/remotes/origin/main HEAD && cp ../change team.policy.hcl`
	cmd := exec.Command("bash", "-ec", script)
	cmd.Dir = job.Dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	require.FileExists(t, change)
	job.Env = append(job.Env, "CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main")
	job.Inputs = map[string]string{"image": "registry.example.org/team/ci:1"}
	require.NoError(t, os.Mkdir(filepath.Join(job.Dir, ".sparkhost-cache"), 0o700))
	testwasm.Link(t, filepath.Join(job.Dir, ".sparkhost-cache"))
}

func TestTheTemplateOfGitLabStopsARegressionAndKeepsItsReports(t *testing.T) {
	thorough.Only(t, "four evaluations")
	for certain, code := range map[string]int{"0": 0, "0.999": 4} {
		job := newJob(t, certain)
		checkedOut(t, &job)
		out, err := Template(examples+"gitlab.yml", job)
		require.NoError(t, err)
		assert.Equal(t, code, out.Code, out.Log)
		assert.Equal(t, "sparkhost", out.CacheKey)
		assert.Subset(t, out.Artifacts, []string{"evaluation/gates.xml", "evaluation/report.html", "evaluation/summary.md"})
	}
}
