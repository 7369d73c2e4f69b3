package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// A source is a clone at a commit.
type source struct {
	root, work string
	Version    string    `json:"version"`
	Commit     string    `json:"commit"`
	Time       time.Time `json:"time"`
	Modified   bool      `json:"modified"`
	man        string    // a program with the command manpages
}

// sourceOf builds the program for this machine, with its man pages, and asks it what it was built from.
func sourceOf(root, work string) (*source, error) {
	s := &source{root: root, work: work}
	var err error
	if s.man, err = s.build(platform{runtime.GOOS, runtime.GOARCH}, "manpages"); err != nil {
		return nil, err
	}
	text, err := exec.Command(s.man, "version", "--format", "json").Output()
	if err == nil {
		err = json.Unmarshal(text, s)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("version of the program: %w", err)
	case s.Commit == "":
		return nil, fmt.Errorf("%s is no git clone; a release is made of a commit", root)
	case s.Modified:
		return nil, fmt.Errorf("%s has changes that are not committed", root)
	}
	return s, nil
}

// A platform is one that a program is built for.
type platform struct{ os, arch string }

func parsePlatform(text string) (platform, error) {
	os, arch, ok := strings.Cut(text, "/")
	if !ok {
		return platform{}, fmt.Errorf("a platform is OS/ARCHITECTURE, such as linux/amd64")
	}
	return platform{os, arch}, nil
}

func (p platform) suffix() string {
	if p.os == "windows" {
		return ".exe"
	}
	return ""
}

// name begins the names of a platform's files.
func (s *source) name(p platform) string {
	return fmt.Sprintf("sparkhost_%s_%s_%s", s.Version, p.os, p.arch)
}

// build compiles the program for a platform. Neither paths nor a build id of the machine get into it.
func (s *source) build(p platform, tags string) (string, error) {
	out := filepath.Join(s.work, tags, p.os+"_"+p.arch, "sparkhost"+p.suffix())
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-tags", tags, "-ldflags", "-s -w -buildid=", "-o", out, "./cmd/sparkhost")
	c.Dir, c.Stderr = s.root, os.Stderr
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch, "GOAMD64=v1", "GOFLAGS=", "GOWORK=off")
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("go build for %s/%s: %w", p.os, p.arch, err)
	}
	return out, nil
}

// documents returns the files that every platform has.
func (s *source) documents() (tree, error) {
	var t tree
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
		b, err := os.ReadFile(filepath.Join(s.root, name))
		if err != nil {
			return nil, err
		}
		t = append(t, file{path: name, mode: 0o644, data: b})
	}
	for _, shell := range []struct{ name, file string }{{"bash", "sparkhost.bash"}, {"zsh", "_sparkhost"}, {"fish", "sparkhost.fish"}, {"powershell", "sparkhost.ps1"}} {
		b, err := exec.Command(s.man, "completion", shell.name).Output()
		if err != nil {
			return nil, fmt.Errorf("completion for %s: %w", shell.name, err)
		}
		t = append(t, file{path: "completions/" + shell.file, mode: 0o644, data: b})
	}
	dir := filepath.Join(s.work, "man")
	if err := exec.Command(s.man, "manpages", dir).Run(); err != nil {
		return nil, fmt.Errorf("man pages: %w", err)
	}
	pages, err := readTree(dir, "man/")
	return append(t, withoutOwn(pages)...), err
}

// withoutOwn leaves out the page of the command that wrote them.
func withoutOwn(t tree) tree {
	var out tree
	for _, f := range t {
		if !strings.Contains(f.path, "manpages") {
			out = append(out, f)
		}
	}
	return out
}
