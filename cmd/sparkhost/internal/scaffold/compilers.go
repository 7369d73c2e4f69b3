package scaffold

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// buildGo builds with stock Go. The bytes depend on sources and Go version alone: no paths, no stamp
// of version control, no build id, no switches from the environment.
func buildGo(j *job) error {
	tool := find("go")
	if tool == "" {
		return j.lacks("the command go")
	}
	j.tool = j.says(tool, "version")
	env := []string{"GOOS=wasip1", "GOARCH=wasm", "GOWASM=", "GOFLAGS=", "GOEXPERIMENT=", "CGO_ENABLED=0", "GOWORK=off"}
	return withSDK(j.run(env, tool, "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", j.out, "."))
}

// buildExtismGo builds with stock Go and a module that is in no copy of an SDK. A build that fails because Go cannot get it lacks it.
func buildExtismGo(j *job) error {
	err := buildGo(j)
	if tool := find("go"); err != nil && tool != "" && j.run(nil, tool, "mod", "download") != nil {
		return j.lacks("the Go module github.com/extism/go-pdk")
	}
	return err
}

// tinygoTarget is scripts/toolchains/tinygo.json: a freestanding module without libc.
//
//go:embed templates/tinygo/target.json
var tinygoTarget []byte

func buildTinyGo(j *job) error {
	installed, _ := filepath.Glob(filepath.Join(toolchains(), "tinygo-*", "bin", "tinygo"))
	slices.Reverse(installed) // the latest first
	tool := find(append(installed, "tinygo")...)
	if tool == "" || find("go") == "" {
		return j.lacks("tinygo")
	}
	j.tool = j.says(tool, "version")
	target := filepath.Join(j.work, "target.json")
	if err := os.WriteFile(target, tinygoTarget, 0o600); err != nil {
		return err
	}
	return withSDK(j.run([]string{"GOFLAGS=", "GOWORK=off"}, tool, "build", "-target="+target, "-opt=2", "-no-debug", "-o", j.out, "."))
}

// sdkModule is the Go module of the SDK.
const sdkModule = "github.com/sparkhost/sparkhost"

// withSDK adds to a build's error how the project finds the SDK, if Go could not.
func withSDK(err error) error {
	if err == nil || !strings.Contains(err.Error(), sdkModule) {
		return err
	}
	for _, sign := range []string{"missing go.sum entry", "no required module provides", "cannot find module", sdkModule + "@"} {
		if strings.Contains(err.Error(), sign) {
			return fmt.Errorf("%w\nGo cannot find the SDK, module %s. `sparkhost plugin new` puts a copy into the project; to use it: "+
				"`go mod edit -replace %s=./spark`", err, sdkModule, sdkModule)
		}
	}
	return err
}

// buildC compiles every C file of the folder and of its copy of the SDK.
func buildC(j *job) error {
	tool := find("clang-19", "clang-20", "clang-18", "clang")
	if tool == "" || find("wasm-ld-19", "wasm-ld-20", "wasm-ld-18", "wasm-ld") == "" {
		return j.lacks("clang with wasm-ld")
	}
	j.tool = j.says(tool, "--version")
	var sources []string
	for _, pattern := range []string{"*.c", "spark/*.c"} {
		found, err := filepath.Glob(filepath.Join(j.dir, pattern))
		if err != nil {
			return err
		}
		for _, path := range found {
			relative, err := filepath.Rel(j.dir, path)
			if err != nil {
				return err
			}
			sources = append(sources, relative)
		}
	}
	if len(sources) == 0 {
		return fmt.Errorf("%s has no C files", j.project.Dir)
	}
	flags := []string{
		"--target=wasm32", "-std=c11", "-O2", "-nostdlib", "-ffreestanding", "-mbulk-memory", "-msign-ext", "-mnontrapping-fptoint",
		"-Wall", "-Wextra", "-Wl,--no-entry", "-Wl,--strip-all", "-Wl,--stack-first", "-o", j.out,
	}
	return j.run(nil, tool, append(flags, sources...)...)
}

// buildRust runs cargo with a compiler that has the WebAssembly library: the one in PATH, or
// Debian's, which needs a linker of its own version of LLVM.
func buildRust(j *job) error {
	for _, r := range []struct{ cargo, rustc string }{{"cargo", "rustc"}, {"/usr/bin/cargo", "/usr/bin/rustc"}} {
		cargo, rustc := find(r.cargo), find(r.rustc)
		if cargo == "" || rustc == "" || j.says(cargo, "--version") == "" { // rustup's cargo without a toolchain says nothing but how to get one
			continue
		}
		library := j.says(rustc, "--print", "target-libdir", "--target", "wasm32-unknown-unknown")
		if cores, _ := filepath.Glob(filepath.Join(library, "libcore-*.rlib")); library == "" || len(cores) == 0 {
			continue
		}
		return j.cargo(cargo, rustc, library)
	}
	return j.lacks("a Rust compiler with the target wasm32-unknown-unknown")
}

func (j *job) cargo(cargo, rustc, library string) error {
	j.tool = j.says(rustc, "--version")
	target := filepath.Join(j.work, "target")
	flags := []string{"--remap-path-prefix=" + j.dir + "=."}
	if strings.HasPrefix(library, "/usr/lib/") { // Debian has no rust-lld
		linker := find("wasm-ld-14", "wasm-ld-13", "wasm-ld")
		if linker == "" {
			return j.lacks("wasm-ld-14")
		}
		flags = append(flags, "-Clinker="+linker, "-Clinker-flavor=wasm-ld")
	}
	env := []string{"RUSTC=" + rustc, "CARGO_TARGET_DIR=" + target, "CARGO_ENCODED_RUSTFLAGS=" + strings.Join(flags, "\x1f")}
	if err := j.run(env, cargo, "build", "--release", "--target", "wasm32-unknown-unknown", "--quiet"); err != nil {
		return err
	}
	made := filepath.Join(target, "wasm32-unknown-unknown", "release", strings.ReplaceAll(j.project.Name, "-", "_")+".wasm")
	return os.Rename(made, j.out)
}

// buildAssemblyScript runs the project's own compiler, or the one that the script installed.
func buildAssemblyScript(j *job) error {
	installed, _ := filepath.Glob(filepath.Join(toolchains(), "assemblyscript-*", "node_modules", ".bin", "asc"))
	slices.Reverse(installed)
	asc := find(append([]string{filepath.Join(j.dir, "node_modules", ".bin", "asc")}, installed...)...)
	if asc == "" {
		return j.lacks("the npm package assemblyscript")
	}
	beside, _ := filepath.Glob(filepath.Join(filepath.Dir(asc), "..", "node-linux-*", "bin", "node")) // where the system's is too old
	node := find(append(beside, "node")...)
	if node == "" {
		return j.lacks("node")
	}
	j.tool = "asc " + j.says(node, asc, "--version")
	out, err := filepath.Rel(j.dir, j.out)
	if err != nil {
		return err
	}
	return j.run(nil, node, asc, "assembly/index.ts", "-O3", "--runtime", "minimal", "--use", "abort=assembly/spark/guest/abort", "-o", out)
}
