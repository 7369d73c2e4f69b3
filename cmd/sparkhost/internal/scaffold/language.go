package scaffold

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A language is everything that projects in one language need.
type language struct {
	name     string
	title    string             // for people
	shared   []string           // folders of templates that are its own for every contract
	main     map[string]string  // contract → the file that an author edits
	sdk      string             // folder of the SDK that is copied, goSDK for Go's; "" if the project needs none
	vendored string             // where the copy goes
	native   []string           // commands that test without a host
	setup    string             // how to install the toolchain
	script   string             // what installs it in this repository
	build    func(b *job) error // builds b.project into b.out
}

// languages lists what can be made, in the order of help texts.
func languages() []language {
	goMain := map[string]string{"score": "score.go", "assess": "assess.go", "calibrate": "calibrate.go"}
	return []language{
		{
			name: "go", title: "Go", shared: []string{"go"}, main: goMain, sdk: goSDK, vendored: "spark",
			native: []string{"go test ./..."}, build: buildGo, setup: "install Go 1.26 or later",
		},
		{
			name: "tinygo", title: "Go, compiled by TinyGo", shared: []string{"go"}, main: goMain, sdk: goSDK, vendored: "spark",
			native: []string{"go test ./..."}, build: buildTinyGo, script: "scripts/toolchains/tinygo",
			setup: "install TinyGo 0.41 and LLVM 19's linker (apt-get install lld-19)",
		},
		{
			name: "rust", title: "Rust", shared: []string{"rust"}, main: every("src/lib.rs"), sdk: "rust", vendored: "spark",
			native: []string{"cargo test"}, build: buildRust, script: "scripts/toolchains/rust",
			setup: "rustup target add wasm32-unknown-unknown, or on Debian: apt-get install rustc cargo libstd-rust-dev-wasm32 lld-14",
		},
		{
			name: "c", title: "C", shared: []string{"c"}, main: every("plugin.c"), sdk: "c", vendored: "spark",
			build: buildC, script: "scripts/toolchains/c", setup: "apt-get install clang-19 lld-19",
		},
		{
			name: "assemblyscript", title: "AssemblyScript", shared: []string{"assemblyscript"}, main: every("assembly/index.ts"),
			sdk: "assemblyscript", vendored: "assembly/spark", build: buildAssemblyScript, script: "scripts/toolchains/assemblyscript",
			setup: "install node 20 or later, then npm install in this folder",
		},
		{
			name: "extism-go", title: "Go on the Extism PDK", shared: []string{"extism-go"}, main: goMain,
			native: []string{"go test ./..."}, build: buildExtismGo,
			setup: "install Go 1.26 or later; the module comes once over the network, or from a folder that GOPROXY=file:///FOLDER names",
		},
	}
}

func every(path string) map[string]string {
	return map[string]string{"score": path, "assess": path, "calibrate": path}
}

// Languages lists the names of the languages that projects can be made in.
func Languages() []string {
	var names []string
	for _, l := range languages() {
		names = append(names, l.name)
	}
	return names
}

// Contracts lists the names of the contracts that projects can be made for.
func Contracts() []string {
	return []string{contract.KindScore.String(), contract.KindAssess.String(), contract.KindCalibrate.String()}
}

func languageOf(name string) (language, error) {
	for _, l := range languages() {
		if l.name == name {
			return l, nil
		}
	}
	return language{}, fmt.Errorf("language %q is not one of %s", name, strings.Join(Languages(), ", "))
}

func checkContract(name string) error {
	if slices.Contains(Contracts(), name) {
		return nil
	}
	return fmt.Errorf("contract %q is not one of %s", name, strings.Join(Contracts(), ", "))
}
