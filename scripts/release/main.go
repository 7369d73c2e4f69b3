// Command release makes everything that a release consists of, so that two builds of one commit are equal to the byte: for each
// platform an archive with the program, man pages, completions and licences; packages for Debian, RPM and Alpine; an OCI image;
// a bill of materials; a Homebrew formula; checksums, and their signature.
//
// Usage, in any clone: scripts/release/run --out dist [--platform linux/amd64,…] [--key team.key]
//
// Nothing of the clone's path, the machine or the time of day gets into the files: their times are those of the commit.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const platforms = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64"

func main() {
	out := flag.String("out", "dist", "folder of the release; emptied first")
	list := flag.String("platform", platforms, "platforms, separated by commas")
	key := flag.String("key", "", "file of the private key that signs SHA256SUMS; its password is $SPARKHOST_KEY_PASSWORD")
	root := flag.String("root", ".", "the clone")
	flag.Parse()
	if err := release(*root, *out, strings.Split(*list, ","), *key); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release makes the files one after the other; each step is a function of this package.
func release(root, out string, list []string, key string) error {
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "sparkhost-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	s, err := sourceOf(root, work)
	if err != nil {
		return err
	}
	shared, err := s.documents()
	if err != nil {
		return err
	}
	for _, text := range list {
		p, err := parsePlatform(text)
		if err == nil {
			err = s.platform(p, shared, out)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	if err := s.formula(out); err != nil {
		return err
	}
	return s.checksums(out, key)
}

// platform makes the files of one platform.
func (s *source) platform(p platform, shared tree, out string) error {
	program, err := s.build(p, "roots")
	if err != nil {
		return err
	}
	modules, err := modulesOf(program)
	if err != nil {
		return err
	}
	licences, err := s.licences(modules)
	if err != nil {
		return err
	}
	binary, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	all := append(tree{{path: "sparkhost" + p.suffix(), mode: 0o755, data: binary}}, append(shared, licences...)...)
	if err := s.archive(p, all, out); err != nil {
		return err
	}
	if err := s.sbom(p, modules, filepath.Join(out, s.name(p)+".cdx.json")); err != nil {
		return err
	}
	if p.os != "linux" {
		return nil
	}
	if err := s.packages(p, all, out); err != nil {
		return err
	}
	return s.image(p, all, filepath.Join(out, s.name(p)+".oci.tar"))
}
