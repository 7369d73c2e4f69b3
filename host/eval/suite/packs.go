package suite

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/eval/blocks"
	"github.com/sparkhost/sparkhost/internal/bounded"
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
	text, err := bounded.ReadFile(path, bounded.Blocks)
	if err != nil {
		return nil, err
	}
	var file struct {
		Packs []Pack `hcl:"pack,block"`
	}
	wrong := blocks.Decode(path, text, &file)
	if len(file.Packs) == 0 && wrong == nil {
		return nil, fmt.Errorf("%s: no pack in it; write pack \"NAME\" { questions = \"…\" corpus = [\"…\"] role = \"dev\" }", path)
	}
	seen := map[string]bool{}
	errs := []error{wrong}
	for i := range file.Packs {
		p := &file.Packs[i]
		if !blocks.Wrong(wrong, &p.At) { // what it lacks would be told twice
			for _, err := range p.check() {
				errs = append(errs, blocks.At(path, &p.At, "pack %q: %w", p.Name, err))
			}
		}
		if seen[p.Name] {
			errs = append(errs, blocks.At(path, &p.At, "pack %q: another pack has this name; give each its own", p.Name))
		}
		seen[p.Name] = true
		p.resolve(filepath.Dir(path))
	}
	return file.Packs, blocks.Join(errs...)
}

// check lists all mistakes of the pack.
func (p *Pack) check() (errs []error) {
	if !packName.MatchString(p.Name) {
		errs = append(errs, errors.New("name it with lower-case letters, digits, - and _, as folders are named after it"))
	}
	if p.Role != Dev && p.Role != Withheld {
		errs = append(errs, fmt.Errorf("role %q: must be %q (you tuned on these questions) or %q", p.Role, Dev, Withheld))
	}
	if len(p.Corpus)+len(p.Sources) == 0 {
		errs = append(errs, errors.New("nothing to search: give corpus = [\"FILE.jsonl\"] or sources = [\"NAME\"]"))
	}
	return errs
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
