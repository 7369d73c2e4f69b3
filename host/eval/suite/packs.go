package suite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/hashicorp/hcl/v2/hclsimple"
)

// The roles of a pack.
const (
	Dev      = "dev"      // things were chosen or fitted by it: its figures are development figures
	Withheld = "withheld" // nothing was
)

// A Pack is a file of questions and the literature to answer them from.
type Pack struct {
	Name      string   `hcl:"name,label" json:"name"`
	Questions string   `hcl:"questions" json:"questions"`              // path
	Corpus    []string `hcl:"corpus,optional" json:"corpus,omitempty"` // paths
	Sources   []string `hcl:"sources,optional" json:"sources,omitempty"`
	Role      string   `hcl:"role" json:"role"`
	Cluster   string   `hcl:"cluster,optional" json:"cluster,omitempty"` // key of meta, or "gold": questions that count as one observation
}

var packName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]*$`)

// ReadPacks reads a file of pack blocks, in HCL. Paths in it start from its folder. Mistakes are errors that name the file and the pack.
func ReadPacks(path string) ([]Pack, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct {
		Packs []Pack `hcl:"pack,block"`
	}
	name := filepath.Base(path)
	if filepath.Ext(name) != ".hcl" {
		name += ".hcl" // the decoder goes by it
	}
	if err := hclsimple.Decode(name, text, nil, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(file.Packs) == 0 {
		return nil, fmt.Errorf("%s: no pack in it; write pack \"NAME\" { questions = \"…\" corpus = [\"…\"] role = \"dev\" }", path)
	}
	seen := map[string]bool{}
	var errs []error
	for i := range file.Packs {
		p := &file.Packs[i]
		if err := p.check(); err != nil {
			errs = append(errs, fmt.Errorf("%s: pack %q: %w", path, p.Name, err))
		}
		if seen[p.Name] {
			errs = append(errs, fmt.Errorf("%s: pack %q stands there twice", path, p.Name))
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
