package batch

import (
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy"
)

// A Setup is the part of a host's configuration that decides results, as it travels to the workers. Secrets, prices of endpoints and
// credentials do not travel: each worker has its own.
type Setup struct {
	Policy   string            `json:"policy"` // shipped name, or the path within Files
	Files    []File            `json:"files,omitempty"`
	Mode     policy.Mode       `json:"mode,omitempty"`
	Vars     map[string]string `json:"vars,omitempty"`
	VarFiles []string          `json:"var_files,omitempty"` // paths within Files
	Environ  []string          `json:"environ,omitempty"`   // SPARKHOST_VAR_* of the submission
	Waive    []string          `json:"waive,omitempty"`
	Lock     string            `json:"lock,omitempty"` // path within Files
	Sources  []string          `json:"sources,omitempty"`
	Models   []string          `json:"models,omitempty"`
	Offline  bool              `json:"offline,omitempty"`
	Seed     uint64            `json:"seed,omitempty"`
	Year     int               `json:"year,omitempty"`

	Recordings *File `json:"recordings,omitempty"` // recorded answers of sources and models, packed

	Corpus       []Corpus `json:"corpus,omitempty"`
	SkipBadLines bool     `json:"skip_bad_lines,omitempty"`

	Records bool `json:"records,omitempty"` // workers keep the record of each run in the object store
}

// A File is a small file that travels to the workers through the object store.
type File struct {
	Path   string `json:"path"`   // relative, with slashes
	Digest string `json:"digest"` // sha256 in hex; also the name of the object
	Bytes  int64  `json:"bytes"`
}

// A Corpus is local literature. It does not travel: a worker has it at the same path, or at one of its own --corpus paths, with this digest.
type Corpus struct {
	Path   string `json:"path"`
	Digest string `json:"digest"`
	Bytes  int64  `json:"bytes"`
}

// Config fills a host configuration with the setup; paths are those of this machine.
func (s Setup) Config(base host.Config, corpus []string) host.Config {
	c := base
	c.Policy, c.Mode, c.Vars, c.VarFiles, c.Waive, c.Lock = s.Policy, s.Mode, s.Vars, s.VarFiles, s.Waive, s.Lock
	c.Sources, c.Models, c.Offline, c.Seed, c.Year = s.Sources, s.Models, s.Offline, s.Seed, s.Year
	c.Corpus, c.SkipBadLines = corpus, s.SkipBadLines
	c.Environ = append(append([]string{}, base.Environ...), s.Environ...)
	return c
}
