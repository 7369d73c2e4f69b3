package cirunner

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ci.yml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// steps is an action of these steps, with the input "name".
func steps(text string) string {
	return "inputs:\n  name:\n    default: world\nruns:\n  using: composite\n  steps:\n" + text
}

func TestStepsRunInOrderWithTheirInputsUntilOneFails(t *testing.T) {
	path := written(t, steps(`
    - {run: 'echo "hello $NAME"', shell: bash, env: {NAME: "${{ inputs.name }}"}}
    - {run: 'false | cat', shell: bash}
    - {run: echo never, shell: bash}
    - {run: 'echo "# page" >> "$GITHUB_STEP_SUMMARY"', shell: bash, if: always()}
`))
	out, err := Action(path, Job{Dir: t.TempDir(), Inputs: map[string]string{"name": "team"}, Env: []string{"PATH=" + os.Getenv("PATH")}})
	require.NoError(t, err)
	assert.Equal(t, "hello team\n", out.Log)
	assert.Equal(t, 1, out.Code)
	assert.Equal(t, "# page\n", out.Summary)
}

func TestAnActionWithWhatNobodyRanIsRefused(t *testing.T) {
	for want, text := range map[string]string{
		"field matrix not found": steps("    - {run: echo, shell: bash, matrix: 1}\n"),
		"unknown condition":      steps("    - {run: echo, shell: bash, if: failure()}\n"),
		"needs shell: bash":      steps("    - {run: echo, shell: pwsh}\n"),
		"unknown action":         steps("    - {uses: somebody/else@v1}\n"),
		"unknown expression":     steps("    - {run: echo, shell: bash, env: {A: '${{ github.actor }}'}}\n"),
		"an expression in a":     steps("    - {run: 'echo ${{ inputs.name }}', shell: bash}\n"),
		"either run or uses":     steps("    - {id: nothing}\n"),
		"a cache needs":          steps("    - {uses: actions/cache@v4, with: {path: x}}\n"),
		"not a composite action": "runs: {using: node20}\n",
	} {
		_, err := Action(written(t, text), Job{Dir: t.TempDir()})
		assert.ErrorContains(t, err, want)
	}
	_, err := Action(written(t, steps("    - {run: echo, shell: bash}\n")), Job{Dir: t.TempDir(), Inputs: map[string]string{"nmae": "x"}})
	assert.ErrorContains(t, err, `unknown input "nmae"`)
}

func TestATemplateWithWhatNobodyRanIsRefused(t *testing.T) {
	const job = "---\none: {image: x, script: [echo], artifacts: {when: always}"
	for want, text := range map[string]string{
		"field trigger not found": "spec: {}\n" + job + ", trigger: y}\n",
		"want one job":            "spec: {}\n" + job + "}\ntwo: {image: x}\n",
		`missing input "image"`:   "spec: {inputs: {image: {}}}\n" + job + "}\n",
		"unknown expression":      "spec: {}\n" + job + ", stage: '$[[ inputs.stage ]]'}\n",
		"names what it did not":   "spec: {}\n" + job[:len(job)-1] + ", reports: {junit: none.xml}}}\n",
	} {
		_, err := Template(written(t, text), Job{Dir: t.TempDir(), Env: []string{"PATH=" + os.Getenv("PATH")}})
		assert.ErrorContains(t, err, want)
	}
}
