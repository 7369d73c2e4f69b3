package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsimple"

	"github.com/sparkhost/sparkhost/internal/bounded"
)

// ProjectFile is the name of a project's description.
const ProjectFile = "plugin.hcl"

// GoldenFolder is the folder in which a project keeps its golden files, in the format of package sdktest.
const GoldenFolder = "testdata/golden"

// A Project is a folder with a description in [ProjectFile].
type Project struct {
	Dir      string
	Name     string // lower_snake_case; the module is Name.wasm
	Language string // one of [Languages]
	Contract string // one of [Contracts]
	SDK      string // the release whose SDK it uses
}

// Module returns the path of the module that a build makes.
func (p *Project) Module() string { return filepath.Join(p.Dir, p.Name+".wasm") }

// Golden returns the path of the folder of golden files.
func (p *Project) Golden() string { return filepath.Join(p.Dir, filepath.FromSlash(GoldenFolder)) }

// projectFile is the grammar of [ProjectFile].
type projectFile struct {
	Plugin struct {
		Name     string `hcl:"name,label"`
		Language string `hcl:"language"`
		Contract string `hcl:"contract"`
		SDK      string `hcl:"sdk,optional"`
	} `hcl:"plugin,block"`
}

// Open reads the description of the project in dir. The error names every mistake of
// the file with line and column.
func Open(dir string) (*Project, error) {
	path := filepath.Join(dir, ProjectFile)
	text, err := bounded.ReadRegular(path, bounded.Blocks)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is missing; `sparkhost plugin new` creates it", path)
	}
	if err != nil {
		return nil, err
	}
	var f projectFile
	if err := hclsimple.Decode(path, text, nil, &f); err != nil {
		return nil, all(err)
	}
	p := &Project{Dir: dir, Name: f.Plugin.Name, Language: f.Plugin.Language, Contract: f.Plugin.Contract, SDK: f.Plugin.SDK}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// all makes the text of diagnostics name every one of them, in the order of the file.
func all(err error) error {
	var diagnostics hcl.Diagnostics
	if !errors.As(err, &diagnostics) {
		return err
	}
	slices.SortStableFunc(diagnostics, func(a, b *hcl.Diagnostic) int { return at(a) - at(b) })
	var list []error
	for _, d := range diagnostics {
		list = append(list, d)
	}
	return errors.Join(list...)
}

// at returns the byte of its file at which a diagnostic begins; those about the whole file come first.
func at(d *hcl.Diagnostic) int {
	if d.Subject == nil {
		return -1
	}
	return d.Subject.Start.Byte
}

func (p *Project) check() error {
	if err := CheckName(p.Name); err != nil {
		return err
	}
	if _, err := languageOf(p.Language); err != nil {
		return err
	}
	return checkContract(p.Contract)
}

// names matches the names that a plugin may have: each is also a file, a package and an HCL identifier.
var names = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// CheckName says whether a plugin may have that name.
func CheckName(name string) error {
	if names.MatchString(name) {
		return nil
	}
	return fmt.Errorf("plugin name %q: use lower_snake_case, a letter first, at most 64 characters", name)
}
