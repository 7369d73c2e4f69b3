package cirunner

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"go.yaml.in/yaml/v3"
)

// A template is the first document of a GitLab file, which declares its inputs.
type template struct {
	Spec struct {
		Inputs map[string]input `yaml:"inputs"`
	} `yaml:"spec"`
}

// A gitlabJob is a job of the second document.
type gitlabJob struct {
	Stage string `yaml:"stage"`
	Image string `yaml:"image"`
	Rules []struct {
		If string `yaml:"if"`
	} `yaml:"rules"`
	Variables map[string]string `yaml:"variables"`
	Cache     struct {
		Key   string   `yaml:"key"`
		Paths []string `yaml:"paths"`
	} `yaml:"cache"`
	Script    []string `yaml:"script"`
	Artifacts struct {
		When    string   `yaml:"when"`
		Paths   []string `yaml:"paths"`
		Reports struct {
			JUnit string `yaml:"junit"`
		} `yaml:"reports"`
	} `yaml:"artifacts"`
}

// Template runs the one job of a GitLab template.
func Template(path string, job Job) (*Outcome, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var t template
	if err := strict(yaml.NewDecoder(bytes.NewReader(text)), &t); err != nil {
		return nil, err
	}
	inputs, err := filled(job.Inputs, t.Spec.Inputs)
	if err != nil {
		return nil, err
	}
	filledIn, err := expanded(string(text), gitlabExpression, func(e string) (string, error) { return inputOf(inputs, e) })
	if err != nil {
		return nil, err
	}
	one, err := onlyJob(filledIn)
	if err != nil {
		return nil, err
	}
	return one.run(job)
}

func onlyJob(text string) (*gitlabJob, error) {
	d, jobs := yaml.NewDecoder(bytes.NewReader([]byte(text))), map[string]gitlabJob{}
	if err := strict(d, &template{}); err != nil {
		return nil, err
	}
	if err := strict(d, &jobs); err != nil {
		return nil, err
	}
	for _, one := range jobs {
		if len(jobs) == 1 && one.Image != "" && len(one.Script) > 0 && one.Artifacts.When == "always" {
			return &one, nil
		}
	}
	return nil, fmt.Errorf("want one job with image, script and artifacts that are always kept")
}

// run runs the lines in one shell each; after one that fails, artifacts are still kept.
func (j *gitlabJob) run(job Job) (*Outcome, error) {
	var log bytes.Buffer
	out := &Outcome{CacheKey: j.Cache.Key}
	env := append(slices.Clone(job.Env), "CI_PROJECT_DIR="+job.Dir)
	for name, value := range j.Variables {
		env = append(env, name+"="+os.Expand(value, func(n string) string { return map[string]string{"CI_PROJECT_DIR": job.Dir}[n] }))
	}
	for _, line := range j.Script {
		code, err := shell(job.Dir, line, env, &log)
		if err != nil {
			return nil, err
		}
		if out.Code = code; code != 0 {
			break
		}
	}
	out.Log = log.String()
	for _, path := range slices.Concat(j.Cache.Paths, []string{j.Artifacts.Reports.JUnit}) {
		if _, err := os.Stat(filepath.Join(job.Dir, path)); err != nil {
			return nil, fmt.Errorf("the job names what it did not write: %w", err)
		}
	}
	for _, path := range j.Artifacts.Paths {
		files, err := filesIn(job.Dir, path)
		if err != nil {
			return nil, err
		}
		out.Artifacts = append(out.Artifacts, files...)
	}
	return out, nil
}
