package cirunner

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var (
	githubExpression = regexp.MustCompile(`\$\{\{(.*?)\}\}`)
	gitlabExpression = regexp.MustCompile(`\$\[\[(.*?)\]\]`)
	hashedFiles      = regexp.MustCompile(`^hashFiles\((.*)\)$`)
)

// expanded replaces each expression in a text by what of says.
func expanded(text string, expression *regexp.Regexp, of func(string) (string, error)) (string, error) {
	var failed error
	out := expression.ReplaceAllStringFunc(text, func(found string) string {
		value, err := of(strings.TrimSpace(expression.FindStringSubmatch(found)[1]))
		if err != nil && failed == nil {
			failed = fmt.Errorf("%s: %w", found, err)
		}
		return value
	})
	return out, failed
}

func inputOf(inputs map[string]string, expression string) (string, error) {
	name, ok := strings.CutPrefix(expression, "inputs.")
	value, set := inputs[name]
	if !ok || !set {
		return "", fmt.Errorf("unknown expression")
	}
	return value, nil
}

// value evaluates an expression of GitHub: an input, an output of a step, the system, or a digest of files.
func (g *github) value(expression string) (string, error) {
	if expression == "runner.os" {
		return "Linux", nil
	}
	if m := hashedFiles.FindStringSubmatch(expression); m != nil {
		return g.digest(strings.Split(m[1], ","))
	}
	if rest, ok := strings.CutPrefix(expression, "steps."); ok {
		id, name, ok := strings.Cut(rest, ".outputs.")
		value, set := g.outputs[id][name]
		if ok && set {
			return value, nil
		}
	}
	return inputOf(g.inputs, expression)
}

// digest hashes files that inputs name. A file that is missing is an error here, though not to GitHub: the key would never change.
func (g *github) digest(names []string) (string, error) {
	sum := sha256.New()
	for _, name := range names {
		path, err := inputOf(g.inputs, strings.TrimSpace(name))
		if err != nil {
			return "", err
		}
		text, err := os.ReadFile(filepath.Join(g.job.Dir, path))
		if err != nil {
			return "", err
		}
		_, _ = sum.Write(text)
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), nil
}
