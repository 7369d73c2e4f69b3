package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// A module is one that is linked into a program.
type module struct {
	Path, Version, Sum string
	licence            string // SPDX id, "" if it is none of the usual ones
}

// modulesOf reads which modules a program is made of.
func modulesOf(program string) ([]*module, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	var out []*module
	for _, d := range info.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		out = append(out, &module{Path: d.Path, Version: d.Version, Sum: d.Sum})
	}
	return out, nil
}

// licenceFile matches the names of files that state a licence.
var licenceFile = regexp.MustCompile(`(?i)^((un)?licen[cs]e|copying|notice|patents|authors)([-._].*)?$`)

// licences collects the licence files of modules and of Go itself. A module without one is an error: it may not be released.
func (s *source) licences(modules []*module) (tree, error) {
	all, err := s.licencesIn(filepath.Join(runtime.GOROOT()), "go")
	if err != nil {
		return nil, err
	}
	for _, m := range modules {
		dir, err := s.dirOf(m)
		if err != nil {
			return nil, err
		}
		found, err := s.licencesIn(dir, m.Path+"@"+m.Version)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("module %s has no licence file", m.Path)
		}
		for _, f := range found {
			if id := spdx(f.data); id != "" && m.licence == "" {
				m.licence = id
			}
		}
		all = append(all, found...)
	}
	return all, nil
}

func (s *source) licencesIn(dir, name string) (tree, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var t tree
	for _, e := range entries {
		if !e.Type().IsRegular() || !licenceFile.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		t = append(t, file{path: "licenses/" + name + "/" + e.Name(), mode: 0o644, data: b})
	}
	return t, nil
}

// dirOf finds a module in Go's module cache, and fetches it if it is not there.
func (s *source) dirOf(m *module) (string, error) {
	c := exec.Command("go", "mod", "download", "-json", m.Path+"@"+m.Version)
	c.Dir = s.root
	text, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("go mod download %s: %w", m.Path, err)
	}
	var at struct{ Dir string }
	return at.Dir, json.Unmarshal(text, &at)
}

// spdx recognises the usual licences by a sentence of each.
func spdx(text []byte) string {
	words := strings.Join(strings.Fields(string(text)), " ")
	for _, l := range []struct{ id, has string }{
		{"Apache-2.0", "Apache License Version 2.0"},
		{"MPL-2.0", "Mozilla Public License Version 2.0"},
		{"MPL-2.0", "Mozilla Public License, version 2.0"},
		{"BSD-3-Clause", "Redistribution and use in source and binary forms"},
		{"MIT", "Permission is hereby granted, free of charge"},
		{"Unlicense", "free and unencumbered software released into the public domain"},
		{"ISC", "Permission to use, copy, modify, and/or distribute"},
		{"ISC", "Permission to use, copy, modify, and distribute"},
	} {
		if !strings.Contains(words, l.has) {
			continue
		}
		if l.id == "BSD-3-Clause" && !bytes.Contains(text, []byte("Neither the name")) && !bytes.Contains(text, []byte("names of its")) {
			return "BSD-2-Clause"
		}
		return l.id
	}
	return ""
}
