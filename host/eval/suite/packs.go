package suite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/eval/blocks"
)

// The roles of a pack.
const (
	Dev      = "dev"      // somebody tuned on its questions: its figures are development figures
	Withheld = "withheld" // nobody did
)

// A Pack is a file of questions and the literature to answer them from.
type Pack struct {
	Name      string   `hcl:"name,label" json:"name"`
	Questions string   `hcl:"questions" json:"questions"`              // path
	Corpus    []string `hcl:"corpus,optional" json:"corpus,omitempty"` // paths
	Sources   []string `hcl:"sources,optional" json:"sources,omitempty"`
	Role      string   `hcl:"role" json:"role"`
	Cluster   string   `hcl:"cluster,optional" json:"cluster,omitempty"` // key of meta, or "gold": questions that count as one observation

	At hcl.Range `hcl:",def_range" json:"-"`
}

var packName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]*$`)

// ReadPacks reads a file of pack blocks, in HCL. Paths in it start from its folder. The error joins all mistakes, each with its line.
func ReadPacks(path string) ([]Pack, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct {
		Packs []Pack `hcl:"pack,block"`
	}
	if err := blocks.Decode(path, text, &file); err != nil {
		return nil, err
	}
	if len(file.Packs) == 0 {
		return nil, fmt.Errorf("%s: no pack in it; write pack \"NAME\" { questions = \"…\" corpus = [\"…\"] role = \"dev\" }", path)
	}
	seen := map[string]bool{}
	var errs []error
	for i := range file.Packs {
		p := &file.Packs[i]
		if err := p.check(); err != nil {
			errs = append(errs, blocks.At(path, &p.At, "pack %q: %w", p.Name, err))
		}
		if seen[p.Name] {
			errs = append(errs, blocks.At(path, &p.At, "pack %q: another pack has this name; give each its own", p.Name))
		}
		seen[p.Name] = true
		p.resolve(filepath.Dir(path))
	}
	return file.Packs, errors.Join(errs...)
}

func (p *Pack) check() error {
	switch {
	case !packName.MatchString(p.Name):
		return errors.New("name it with lower-case letters, digits, - and _, as folders are named after it")
	case p.Role != Dev && p.Role != Withheld:
		return fmt.Errorf("role %q: must be %q (you tuned on these questions) or %q", p.Role, Dev, Withheld)
	case len(p.Corpus)+len(p.Sources) == 0:
		return errors.New("nothing to search: give corpus = [\"FILE.jsonl\"] or sources = [\"NAME\"]")
	}
	return nil
}

func (p *Pack) resolve(folder string) {
	at := func(path string) string {
		if filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(folder, path)
	}
	p.Questions = at(p.Questions)
	for i := range p.Corpus {
		p.Corpus[i] = at(p.Corpus[i])
	}
}
