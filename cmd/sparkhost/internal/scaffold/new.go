package scaffold

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
)

// templates holds one folder per language, the golden files of each contract and what all projects
// have. A file NAME.tmpl becomes NAME; CONTRACT.NAME.tmpl is for one contract only, and dots that
// stand for folders are undone by targets.
//
//go:embed all:templates
var templates embed.FS

// goVersion is the release of Go that projects and the SDK ask for.
const goVersion = "1.26.0"

// Options say what to make.
type Options struct {
	Name     string
	Language string
	Contract string
	Dir      string // the folder to make; it must be empty or not there
	Version  string // the release that runs, such as "0.1.0"
	SDK      string // a checkout of sparkhost to take the SDK from; "": the release's own
}

// values holds the values that templates can use.
type values struct {
	Name, Language, LanguageName, Contract, Title, Main string
	GoVersion, SDKVersion, SDKPath, Vendored, Setup     string
	Native                                              []string
}

// New makes a project and returns the paths of its files, relative to its folder and sorted. On
// an error nothing is left behind.
func New(o Options) ([]string, error) {
	l, err := o.check()
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	v, err := o.values(l)
	if err != nil {
		return nil, err
	}
	for _, folder := range append([]string{"common"}, l.shared...) {
		if err := render(files, folder, v); err != nil {
			return nil, err
		}
	}
	if err := copyTree(files, templates, "templates/golden/"+o.Contract, GoldenFolder); err != nil {
		return nil, err
	}
	if err := o.vendor(files, l); err != nil {
		return nil, err
	}
	return slices.Sorted(maps.Keys(files)), write(o.Dir, files)
}

func (o *Options) check() (language, error) {
	p := Project{Name: o.Name, Language: o.Language, Contract: o.Contract}
	if err := errors.Join(p.check(), checkModule(o.Name, o.Language)); err != nil {
		return language{}, err
	}
	entries, err := os.ReadDir(o.Dir)
	if err == nil && len(entries) > 0 {
		return language{}, fmt.Errorf("%s is not empty: choose another folder with --dir", o.Dir)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return language{}, err
	}
	return languageOf(o.Language)
}

func (o *Options) values(l language) (values, error) {
	v := values{
		Name: o.Name, Language: l.name, LanguageName: l.title, Contract: o.Contract, Main: l.main[o.Contract],
		Title: strings.ToUpper(o.Contract[:1]) + o.Contract[1:], GoVersion: goVersion, SDKVersion: "v" + o.Version,
		Vendored: l.vendored, Setup: l.setup, Native: l.native,
	}
	if o.SDK == "" {
		return v, nil
	}
	if l.sdk == goSDK { // Go reads a checkout where it is
		v.Vendored = ""
	}
	if missing(filepath.Join(o.SDK, "sdk", "sdk.go")) {
		return v, fmt.Errorf("--sdk %s is not a checkout of sparkhost: it has no sdk/sdk.go", o.SDK)
	}
	abs, err := filepath.Abs(o.SDK)
	v.SDKPath = filepath.ToSlash(abs)
	return v, err
}

// render adds the templates of a folder that are for the contract of v.
func render(files map[string][]byte, folder string, v values) error {
	dir := "templates/" + folder
	entries, err := templates.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name, isTemplate := strings.CutSuffix(e.Name(), ".tmpl")
		target := targetOf(name, v.Contract)
		if !isTemplate || target == "" {
			continue
		}
		text, err := templates.ReadFile(path.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		t, err := template.New(name).Delims("{%", "%}").Option("missingkey=error").Parse(string(text))
		if err != nil {
			return err
		}
		var out bytes.Buffer
		if err := t.Execute(&out, v); err != nil {
			return err
		}
		files[target] = out.Bytes()
	}
	return nil
}

// targetOf returns the path of a template in a project for that contract; "" if it is for another.
func targetOf(name, contract string) string {
	for _, c := range Contracts() {
		if rest, ok := strings.CutPrefix(name, c+"."); ok && c != contract {
			return ""
		} else if ok {
			name = rest
		}
	}
	switch name {
	case "gitignore":
		return ".gitignore"
	case "ci.yml":
		return ".github/workflows/plugin.yml"
	case "src.lib.rs":
		return "src/lib.rs"
	case "assembly.index.ts":
		return "assembly/index.ts"
	}
	return name
}

// copyTree adds the files of a folder, unchanged.
func copyTree(files map[string][]byte, from fs.FS, dir, to string) error {
	return fs.WalkDir(from, dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(from, name)
		files[to+strings.TrimPrefix(name, dir)] = data
		return err
	})
}

// write makes the folder: beside its place first, so that it is whole or not there.
func write(dir string, files map[string][]byte) error {
	if err := os.MkdirAll(filepath.Dir(filepath.Clean(dir)), 0o777); err != nil {
		return err
	}
	work, err := os.MkdirTemp(filepath.Dir(filepath.Clean(dir)), ".plugin-new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.Chmod(work, 0o755); err != nil {
		return err
	}
	for name, data := range files {
		at := filepath.Join(work, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(at, data, 0o666); err != nil {
			return err
		}
	}
	_ = os.Remove(dir) // an empty folder; one that is not makes the next line fail
	return os.Rename(work, dir)
}

func missing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}
