package lsp

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// definition finds the block that the name at a position stands for. Null: it stands for none.
func (s *Server) definition(_ context.Context, p positionParams) (*location, error) {
	d := s.document(p.TextDocument.URI)
	if d == nil || !strings.HasSuffix(d.path, schema.Suffix) {
		return nil, nil
	}
	word, from := wordAt(d.text, offset(d.text, p.Position))
	n := referred(s.names(d), scopeAt(d.text, from), word)
	if n == nil {
		return nil, nil
	}
	uri := n.uri
	if uri == "" {
		path, err := s.shippedFile(n.file)
		if err != nil {
			return nil, err
		}
		uri = uriOf(path)
	}
	return &location{uri, rangeOf(n.text, n.at)}, nil
}

// referred returns the block that a word of a scope names: by its first name, as in var.x, or by what the attribute refers to.
func referred(all []named, sc scope, word string) *named {
	if first, rest, ok := strings.Cut(word, "."); ok {
		label, _, _ := strings.Cut(rest, ".")
		return find(all, kindOf[first], label)
	}
	if a := sc.attr(); a != nil && a.Refers != "" {
		return find(all, a.Refers, word)
	}
	return nil
}

// shippedFile writes a shipped policy where an editor can show it, and returns the path. It is read-only, since changes would have no effect.
func (s *Server) shippedFile(name string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "sparkhost", "shipped-"+s.o.Version)
	text, err := fs.ReadFile(s.o.Shipped, name)
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, name)
	if have, err := os.ReadFile(path); err == nil && string(have) == string(text) {
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return path, os.WriteFile(path, text, 0o400)
}
