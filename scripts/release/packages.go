package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/apk"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// packages writes the packages of Debian, RPM and Alpine.
func (s *source) packages(p platform, all tree, out string) error {
	dir := filepath.Join(s.work, "package", p.arch)
	contents, err := s.contents(all, dir)
	if err != nil {
		return err
	}
	for _, format := range []string{"deb", "rpm", "apk"} {
		info := nfpm.WithDefaults(&nfpm.Info{
			Name: "sparkhost", Arch: p.arch, Platform: "linux", Version: s.Version, Section: "science", Priority: "optional", Maintainer: "sparkhost",
			Description: "Answers scientific questions from literature, and shows its work", License: "Apache-2.0", MTime: s.Time,
			Overridables: nfpm.Overridables{Contents: contents, RPM: nfpm.RPM{BuildHost: "sparkhost", Compression: "gzip"}},
		})
		packager, err := nfpm.Get(format)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := packager.Package(info, &b); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, packager.ConventionalFileName(info)), b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// contents lays the files of an archive where packages install them.
func (s *source) contents(all tree, dir string) (files.Contents, error) {
	var out files.Contents
	for _, f := range all.sorted() {
		target := installed(f.path)
		if target == "" {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, f.data, f.mode); err != nil {
			return nil, err
		}
		out = append(out, &files.Content{Source: path, Destination: target, FileInfo: &files.ContentFileInfo{Mode: f.mode, MTime: s.Time, Owner: "root", Group: "root"}})
	}
	return out, nil
}

// installed returns the path of an archive's file on a system, "" for those that packages leave out.
func installed(path string) string {
	switch {
	case path == "sparkhost":
		return "/usr/bin/sparkhost"
	case path == "completions/sparkhost.bash":
		return "/usr/share/bash-completion/completions/sparkhost"
	case path == "completions/_sparkhost":
		return "/usr/share/zsh/vendor-completions/_sparkhost"
	case path == "completions/sparkhost.fish":
		return "/usr/share/fish/vendor_completions.d/sparkhost.fish"
	case strings.HasPrefix(path, "man/"):
		return "/usr/share/man/man1/" + strings.TrimPrefix(path, "man/")
	case strings.HasPrefix(path, "completions/"):
		return ""
	}
	return "/usr/share/doc/sparkhost/" + path
}
