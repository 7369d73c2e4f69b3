package cirunner

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// An action is a composite action of GitHub.
type action struct {
	Name        string           `yaml:"name"`
	Description string           `yaml:"description"`
	Inputs      map[string]input `yaml:"inputs"`
	Outputs     map[string]struct {
		Description string `yaml:"description"`
		Value       string `yaml:"value"`
	} `yaml:"outputs"`
	Runs struct {
		Using string `yaml:"using"`
		Steps []step `yaml:"steps"`
	} `yaml:"runs"`
}

type step struct {
	ID    string            `yaml:"id"`
	If    string            `yaml:"if"`
	Run   string            `yaml:"run"`
	Shell string            `yaml:"shell"`
	Env   map[string]string `yaml:"env"`
	Uses  string            `yaml:"uses"`
	With  map[string]string `yaml:"with"`
}

// github is a run of an action.
type github struct {
	job     Job
	inputs  map[string]string
	outputs map[string]map[string]string // by step
	log     bytes.Buffer
	out     Outcome
}

// Action runs a composite action of GitHub.
func Action(path string, job Job) (*Outcome, error) {
	d, err := open(path)
	if err != nil {
		return nil, err
	}
	var a action
	if err := strict(d, &a); err != nil {
		return nil, err
	}
	if a.Runs.Using != "composite" || len(a.Runs.Steps) == 0 {
		return nil, fmt.Errorf("not a composite action with steps")
	}
	g := &github{job: job, outputs: map[string]map[string]string{}}
	if g.inputs, err = filled(job.Inputs, a.Inputs); err != nil {
		return nil, err
	}
	for i, s := range a.Runs.Steps {
		if err := g.step(s); err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	g.out.Output = map[string]string{}
	for name, o := range a.Outputs {
		if g.out.Output[name], err = expanded(o.Value, githubExpression, g.value); err != nil {
			return nil, err
		}
	}
	g.out.Log = g.log.String()
	return &g.out, nil
}

// step runs a step, after a failure only if it says always().
func (g *github) step(s step) error {
	switch {
	case s.If != "" && s.If != "always()":
		return fmt.Errorf("unknown condition %q", s.If)
	case (s.Run == "") == (s.Uses == ""):
		return fmt.Errorf("a step has either run or uses")
	case s.Run != "" && (s.Shell != "bash" || s.With != nil):
		return fmt.Errorf("run needs shell: bash, and takes no with")
	case s.Uses != "" && (s.Shell != "" || s.Env != nil):
		return fmt.Errorf("uses takes no shell and no env")
	case g.out.Code != 0 && s.If == "":
		return nil
	case s.Uses != "":
		return g.use(s)
	}
	return g.run(s)
}

func (g *github) run(s step) error {
	work, err := os.MkdirTemp("", "cirunner-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	summary, output := filepath.Join(work, "summary"), filepath.Join(work, "output")
	env := append(slices.Clone(g.job.Env), "GITHUB_STEP_SUMMARY="+summary, "GITHUB_OUTPUT="+output)
	for name, text := range s.Env {
		value, err := expanded(text, githubExpression, g.value)
		if err != nil {
			return err
		}
		env = append(env, name+"="+value)
	}
	if strings.Contains(s.Run, "${{") {
		return fmt.Errorf("an expression in a script: pass it by env, so that no input is run as code")
	}
	code, err := shell(g.job.Dir, s.Run, env, &g.log)
	if g.out.Code == 0 {
		g.out.Code = code
	}
	page, _ := os.ReadFile(summary)
	g.out.Summary += string(page)
	set, _ := os.ReadFile(output)
	g.outputs[s.ID] = settings(string(set))
	return err
}

// settings reads lines of NAME=VALUE.
func settings(text string) map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			out[name] = value
		}
	}
	return out
}

// use stands in for the two actions of GitHub that are known here.
func (g *github) use(s step) (err error) {
	with := map[string]string{}
	for name, text := range s.With {
		if with[name], err = expanded(text, githubExpression, g.value); err != nil {
			return err
		}
	}
	switch s.Uses {
	case "actions/cache@v4":
		g.out.CacheKey = with["key"]
		if with["path"] == "" || with["key"] == "" || !strings.HasPrefix(with["key"], with["restore-keys"]) {
			return fmt.Errorf("a cache needs a path, a key, and restore-keys that begin it")
		}
		return nil
	case "actions/upload-artifact@v4":
		g.out.Artifacts, err = filesIn(g.job.Dir, with["path"])
		return err
	}
	return fmt.Errorf("unknown action %q", s.Uses)
}

// filesIn lists the files of a folder of the checkout; GitHub and GitLab only warn if there are none.
func filesIn(dir, path string) (files []string, err error) {
	err = filepath.WalkDir(filepath.Join(dir, path), func(at string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			at, err = filepath.Rel(dir, at)
			files = append(files, filepath.ToSlash(at))
		}
		return err
	})
	return files, err
}
