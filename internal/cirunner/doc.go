// Package cirunner runs the CI files that users copy from examples/ci, as a test: their steps in order, with inputs, in a folder. It
// knows the few constructs that these files use and refuses every other one, so that a file cannot rely on what nobody ran.
package cirunner

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"

	"go.yaml.in/yaml/v3"
)

// A Job says where and with what the steps run.
type Job struct {
	Dir    string            // the checkout
	Inputs map[string]string // of the action or template; those left out have their defaults
	Env    []string          // as NAME=VALUE, PATH among them
}

// An Outcome tells what a job did.
type Outcome struct {
	Log       string // what the steps printed
	Code      int    // exit code of the first step that failed
	Summary   string // Markdown for the page of the run
	Output    map[string]string
	CacheKey  string
	Artifacts []string // files that the job keeps
}

// strict decodes YAML and refuses keys that the struct has not.
func strict(d *yaml.Decoder, into any) error {
	d.KnownFields(true)
	return d.Decode(into)
}

// shell runs a script as CI does: bash that stops at the first failure.
func shell(dir, script string, env []string, log io.Writer) (int, error) {
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, env, log, log
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return 0, err
	}
	return cmd.ProcessState.ExitCode(), nil
}

// filled gives inputs their defaults, and refuses those that are unknown or missing.
func filled(given map[string]string, known map[string]input) (map[string]string, error) {
	out := map[string]string{}
	for name := range given {
		if _, ok := known[name]; !ok {
			return nil, fmt.Errorf("unknown input %q", name)
		}
	}
	for name, in := range known {
		value, ok := given[name]
		switch {
		case ok:
			out[name] = value
		case in.Default != nil:
			out[name] = *in.Default
		default:
			return nil, fmt.Errorf("missing input %q", name)
		}
	}
	return out, nil
}

// An input can be set by the user of a file.
type input struct {
	Description string  `yaml:"description"`
	Default     *string `yaml:"default"`
}

func open(path string) (*yaml.Decoder, error) {
	text, err := os.ReadFile(path)
	return yaml.NewDecoder(bytes.NewReader(text)), err
}
