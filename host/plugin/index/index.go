// Package index lists plugins that a team shares: a JSON document in a registry or a file, with what each plugin declares,
// where it is and what was attested of it.
//
// Each change raises the index's serial. A reader remembers the last serial that it saw of an index in [Serials], and refuses
// an older one: whoever runs the registry cannot show a team the plugins of last year.
package index

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/plugin/behaviour"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/sign"
	"github.com/sparkhost/sparkhost/internal/plainjson"
)

// MediaType is the type of an index in a registry.
const MediaType = "application/vnd.sparkhost.index.v1+json"

// FormatVersion is the version of the index's form that this package writes, and the newest that it reads.
const FormatVersion = 1

// Errors that callers branch on.
var (
	ErrForm       = errors.New("X001 index-form")        // the text is not an index
	ErrRolledBack = errors.New("X101 index-rolled-back") // an older index than one that was seen before
	ErrReplaced   = errors.New("X102 index-replaced")    // another text under a serial that was seen before
)

// An Index is a list of plugins, sorted by name, version and source.
type Index struct {
	FormatVersion int     `json:"format_version"`
	Serial        uint64  `json:"serial"` // raised by each change, from 1
	Plugins       []Entry `json:"plugins"`
}

// An Entry describes one plugin.
type Entry struct {
	Name     string             `json:"name"`
	Version  string             `json:"version"`
	Kind     string             `json:"kind"`
	Contract uint32             `json:"contract"`
	Summary  string             `json:"summary,omitempty"`
	Source   string             `json:"source"` // as a policy names it
	SHA256   string             `json:"sha256"`
	Columns  []behaviour.Column `json:"columns"`
	Outputs  []behaviour.Output `json:"outputs"`
	// Attestation is the signed bundle of the plugin's behaviour, not verified by who listed it.
	Attestation json.RawMessage `json:"attestation,omitempty"`
}

// Parse reads an index. The error matches [ErrForm].
func Parse(text []byte) (*Index, error) {
	var x Index
	if err := json.Unmarshal(text, &x); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrForm, plainjson.Error(err))
	}
	switch {
	case x.FormatVersion < 1 || x.FormatVersion > FormatVersion:
		return nil, fmt.Errorf("%w: its format_version is %d, and this program reads 1 to %d", ErrForm, x.FormatVersion, FormatVersion)
	case x.Serial == 0:
		return nil, fmt.Errorf("%w: it has no serial", ErrForm)
	}
	seen := map[string]bool{}
	for _, e := range x.Plugins {
		if seen[same(e.Source)] {
			return nil, fmt.Errorf("%w: %s is listed twice", ErrForm, e.Source)
		}
		seen[same(e.Source)] = true
		if e.Name == "" || e.Source == "" || len(e.SHA256) != 64 {
			return nil, fmt.Errorf("%w: plugin %q needs name, source and sha256", ErrForm, e.Name)
		}
	}
	return &x, nil
}

// Put adds an entry, or replaces the one of the same source, raises the serial and says whether that changed anything.
func (x *Index) Put(e Entry) bool {
	i := slices.IndexFunc(x.Plugins, func(old Entry) bool { return same(old.Source) == same(e.Source) })
	if i >= 0 {
		if equal(x.Plugins[i], e) {
			return false
		}
		x.Plugins[i] = e
	} else {
		x.Plugins = append(x.Plugins, e)
	}
	slices.SortFunc(x.Plugins, func(a, b Entry) int {
		return strings.Compare(a.Name+"\x00"+a.Version+"\x00"+a.Source, b.Name+"\x00"+b.Version+"\x00"+b.Source)
	})
	x.Serial++
	return true
}

// same spells a source in one way: ./a.wasm is a.wasm.
func same(source string) string {
	if ref, err := fetch.Parse(source); err == nil && ref.Scheme == fetch.SchemePath {
		return path.Clean(source)
	}
	return source
}

func equal(a, b Entry) bool {
	one, _ := json.Marshal(a)
	two, _ := json.Marshal(b)
	return bytes.Equal(one, two)
}

// Search lists the entries that hold each of the words in name, kind, summary or columns, without regard to case.
func (x *Index) Search(words []string, kind string) []Entry {
	var out []Entry
	for _, e := range x.Plugins {
		parts := []string{strings.ToLower(e.Name + " " + e.Kind + " " + e.Summary)}
		for _, c := range e.Columns {
			parts = append(parts, c.Name)
		}
		text := strings.Join(parts, " ")
		missing := slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, strings.ToLower(w)) })
		if !missing && (kind == "" || kind == e.Kind) {
			out = append(out, e)
		}
	}
	return out
}

// Open reads an index, verifies it by signers, if there are some, and holds it against the serial that known has of its reference.
func Open(ctx context.Context, ref string, by sign.Signers, known *Serials, o fetch.Options) (*Index, *fetch.Document, error) {
	d, err := fetch.OpenDocument(ctx, ref, MediaType, o)
	if err != nil {
		return nil, nil, err
	}
	if err := verified(d, by); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", ref, err)
	}
	x, err := Parse(d.Text)
	if err == nil {
		err = known.See(ref, x.Serial, d.Text)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", ref, err)
	}
	return x, d, nil
}

func verified(d *fetch.Document, by sign.Signers) error {
	if len(by.Keys)+len(by.Identities) == 0 {
		return nil
	}
	var bundles [][]byte
	if d.Bundle != nil {
		bundles = append(bundles, d.Bundle)
	}
	_, err := sign.Verify(bundles, by, sign.ArtifactOf(d.Text), sign.PredicateSignature)
	return err
}

// Document returns the index as it is stored, signed if there is a key.
func (x *Index) Document(key *sign.PrivateKey) (*fetch.Document, error) {
	text, err := json.MarshalIndent(x, "", "  ")
	if err != nil {
		return nil, err
	}
	d := &fetch.Document{Text: append(text, '\n')}
	if key == nil {
		return d, nil
	}
	b, err := key.SignBytes(d.Text)
	if err != nil {
		return nil, err
	}
	d.Bundle, err = b.JSON()
	return d, err
}
