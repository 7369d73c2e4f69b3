package cli

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/testwasm"
)

var update = flag.Bool("update", false, "write the samples of README.md instead of comparing")

// What README.md shows of `make run`: an answer of the built-in questions, and what explain says of it.
const (
	root    = "../../../../"
	example = root + "examples/quickstart/"
	sampled = `{"id":"q-cl-20"`
)

// milliseconds matches the part of an answer that differs from run to run.
var milliseconds = regexp.MustCompile(`rounds, \d+ ms;`)

// A shown is a part of README.md that shows what a command prints.
type shown struct {
	what string
	at   *regexp.Regexp // three groups: what leads to it, the part, and what follows
	want string
}

func TestTheSamplesOfTheReadmeAreWhatTheCommandsPrint(t *testing.T) {
	text, err := os.ReadFile(root + "README.md")
	require.NoError(t, err)
	page := string(text)
	for _, s := range samples(t) {
		at := s.at.FindStringSubmatch(page)
		require.NotNil(t, at, "README.md has no %s where it is looked for", s.what)
		want := s.want
		if ms := milliseconds.FindString(at[2]); ms != "" {
			want = milliseconds.ReplaceAllLiteralString(want, ms)
		}
		if *update {
			page = strings.Replace(page, at[0], at[1]+want+at[3], 1)
			continue
		}
		assert.Equal(t, want, at[2], "README.md shows another %s; go test ./cmd/sparkhost/internal/cli -run Readme -update writes it anew", s.what)
	}
	if *update {
		require.NoError(t, os.WriteFile(root+"README.md", []byte(page), 0o644))
	}
}

// samples asks the question alone, which gives it the run id that it has among the others, and has the answer explained.
func samples(t *testing.T) []shown {
	t.Helper()
	home := t.TempDir()
	t.Setenv("SPARKHOST_CACHE", home)
	testwasm.Link(t, home)
	file, others := sampledQuestion(t)
	answer := printed(t, "run", "--corpus", example+"corpus.jsonl", "--questions", file, "--policy", "standard")
	id := regexp.MustCompile(`sparkhost explain (\w+)`).FindStringSubmatch(answer)
	require.NotNil(t, id, answer)
	sum := regexp.MustCompile(`(?ms)^confidence .*?^  =  .*?\n`).FindString(printed(t, "explain", id[1]))
	require.NotEmpty(t, sum)
	return []shown{
		{"number of answers", regexp.MustCompile("(`make run` prints, among )(\\d+)( others:)"), strconv.Itoa(others)},
		{"answer", regexp.MustCompile("(?s)( others:\n\n)(.*?)(\nand `bin)"), indented(answer)},
		{"run", regexp.MustCompile("(and `bin/sparkhost explain )(\\w+)(` shows)"), id[1]},
		{"sum of a confidence", regexp.MustCompile("(?s)(shows where each number comes from:\n\n)(.*?)(\nIt then )"), indented(sum)},
	}
}

// sampledQuestion is a file of the question that README.md shows, and how many others the example has.
func sampledQuestion(t *testing.T) (file string, others int) {
	t.Helper()
	text, err := os.ReadFile(example + "questions.jsonl")
	require.NoError(t, err)
	file = filepath.Join(t.TempDir(), "questions.jsonl")
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, sampled) {
			others++
			continue
		}
		require.NoError(t, os.WriteFile(file, []byte(line), 0o600))
	}
	return file, others
}

// printed runs a command line that must succeed, and returns its stdout.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	require.Zero(t, run(context.Background(), args, strings.NewReader(""), &stdout, &stderr), stderr.String())
	return stdout.String()
}

// indented is a printed text as a block of Markdown: four spaces before each line, none after.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text) + "\n") {
		b.WriteString(strings.TrimRight("    "+line, " \n") + "\n")
	}
	return b.String()
}
