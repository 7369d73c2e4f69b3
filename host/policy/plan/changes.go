package plan

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
)

// A Change is one thing that two versions of a policy mean differently.
type Change struct {
	Path  string      `json:"path"` // as policy.Setting.Path
	Kind  string      `json:"kind"` // "changed", "added", "removed" or "moved"
	Block bool        `json:"block,omitempty"`
	Old   string      `json:"old,omitempty"` // value; for "moved" the blocks in their old order
	New   string      `json:"new,omitempty"`
	OldAt *policy.Pos `json:"old_at,omitempty"`
	NewAt *policy.Pos `json:"new_at,omitempty"`
}

// Compare lists what differs in meaning, in the order of the language: nothing for texts that
// differ in layout, comments or spelling only. Of a block that came or went, what it sets is
// listed behind it; what it leaves at its default is not.
func Compare(old, new []load.Setting) []Change {
	before, after := byPath(old), byPath(new)
	out := []Change{}
	for _, path := range paths(old, new) {
		a, had := before[path]
		b, has := after[path]
		switch {
		case had && has:
			if a.Value != b.Value {
				out = append(out, Change{Path: path, Kind: "changed", Old: a.Value, New: b.Value, OldAt: &a.At, NewAt: &b.At})
			}
		case has && (b.Block || !b.Default):
			out = append(out, Change{Path: path, Kind: "added", Block: b.Block, New: b.Value, NewAt: &b.At})
		case had && (a.Block || !a.Default):
			out = append(out, Change{Path: path, Kind: "removed", Block: a.Block, Old: a.Value, OldAt: &a.At})
		}
	}
	return append(out, moved(old, new)...)
}

func byPath(all []load.Setting) map[string]load.Setting {
	out := make(map[string]load.Setting, len(all))
	for _, s := range all {
		out[s.Path] = s
	}
	return out
}

// paths merges the paths of both: in the new order, with what is gone behind what it stood behind.
func paths(old, new []load.Setting) []string {
	after := byPath(new)
	gone, last := map[string][]string{}, ""
	for _, s := range old {
		if _, kept := after[s.Path]; kept {
			last = s.Path
			continue
		}
		gone[last] = append(gone[last], s.Path)
	}
	out := gone[""]
	for _, s := range new {
		out = append(append(out, s.Path), gone[s.Path]...)
	}
	return out
}

// moved finds the kinds of blocks whose order counts and has changed, among those that both
// versions have. Plugins and intents have no order of their own.
func moved(old, new []load.Setting) []Change {
	before, after := siblings(old), siblings(new)
	var out []Change
	for _, kind := range kinds(new) {
		a, b := common(before[kind], after[kind]), common(after[kind], before[kind])
		if slices.Equal(labels(a), labels(b)) || kind == "plugin" || kind == "intent" {
			continue
		}
		out = append(out, Change{
			Path: kind, Kind: "moved", Block: true, Old: strings.Join(labels(a), ", "), New: strings.Join(labels(b), ", "), OldAt: &a[0].At, NewAt: &b[0].At,
		})
	}
	return out
}

// siblings groups blocks by the path without their label.
func siblings(all []load.Setting) map[string][]load.Setting {
	out := map[string][]load.Setting{}
	for _, s := range all {
		if s.Block {
			out[kindOf(s.Path)] = append(out[kindOf(s.Path)], s)
		}
	}
	return out
}

func kinds(all []load.Setting) []string {
	var out []string
	for _, s := range all {
		if k := kindOf(s.Path); s.Block && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

func kindOf(path string) string { return path[:max(0, strings.LastIndexByte(path, '.'))] }

func common(of, with []load.Setting) []load.Setting {
	var out []load.Setting
	for _, s := range of {
		if slices.ContainsFunc(with, func(o load.Setting) bool { return o.Path == s.Path }) {
			out = append(out, s)
		}
	}
	return out
}

func labels(blocks []load.Setting) []string {
	var out []string
	for _, s := range blocks {
		out = append(out, s.Path[strings.LastIndexByte(s.Path, '.')+1:])
	}
	return out
}
