package scaffold

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/sdk"
)

// goSDK stands for the SDK of Go, whose packages are the folder sdk itself.
const goSDK = "."

// vendor copies the SDK of a language into the project, with a line that names its release. A Go project
// with a checkout gets no copy: its go.mod points at the checkout.
func (o *Options) vendor(files map[string][]byte, l language) error {
	switch {
	case l.sdk == "" || l.sdk == goSDK && o.SDK != "":
		return nil
	case l.sdk == goSDK:
		return o.vendorGo(files, l.vendored)
	}
	var from fs.FS = sdk.Languages
	if o.SDK != "" {
		from = os.DirFS(filepath.Join(o.SDK, "sdk"))
	}
	names, err := filesOf(sdk.Languages, l.sdk)
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		files[l.vendored+strings.TrimPrefix(name, l.sdk)] = data
	}
	o.stamp(files, l.vendored)
	return nil
}

// vendorGo writes the Go SDK as a module of its own into the folder: the packages that a plugin and its
// test import, without their tests and without the SDKs of other languages. The project's go.mod
// replaces the module of sparkhost with it, so neither a clone nor a module proxy is needed.
func (o *Options) vendorGo(files map[string][]byte, folder string) error {
	names, err := filesOf(sdk.Go, goSDK)
	if err != nil {
		return err
	}
	for _, name := range names {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || name == "languages.go" {
			continue
		}
		if files[path.Join(folder, "sdk", name)], err = sdk.Go.ReadFile(name); err != nil {
			return err
		}
	}
	files[folder+"/go.mod"] = fmt.Appendf(nil, "module %s\n\ngo %s\n", sdkModule, goVersion)
	o.stamp(files, folder)
	return nil
}

// stamp writes which release the copy of the SDK is from.
func (o *Options) stamp(files map[string][]byte, folder string) {
	files[folder+"/VERSION"] = []byte("sparkhost v" + o.Version + "\n")
}

// filesOf lists the paths of all files below a folder, sorted.
func filesOf(from fs.FS, folder string) ([]string, error) {
	var names []string
	err := fs.WalkDir(from, folder, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	return names, err
}
