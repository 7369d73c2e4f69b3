package declared

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A path leads to values of an answer: "message.items", "dates[dateType=Issued].date", "authors[0].name",
// "ArticleIdList.ArticleId[@IdType=doi]", "AuthorList.Author(ForeName LastName)". Lists are walked through: of a list of objects, a name
// means the field of each. Several paths parted by " | " are tried in turn, and the first that leads to something counts.
type path [][]step

// A step goes from a node to its children of a name.
type step struct {
	name    string // "*": any
	index   int    // from 0; -1: all
	filters []filter
	join    []string // the values of these children, with spaces between them, instead of the node's own
}

// A filter keeps nodes of which a child has that value.
type filter struct{ name, value string }

var (
	stepForm   = regexp.MustCompile(`^(\*|@?[A-Za-z_$][\w:$-]*)((?:\[[^\[\]]+\])*)(?:\(([^()]+)\))?$`)
	filterForm = regexp.MustCompile(`^(@?[\w:-]+)=(.*)$`)
	bracket    = regexp.MustCompile(`\[([^\[\]]+)\]`)
	childName  = regexp.MustCompile(`^@?[\w:-]+$`)
)

// parsePath reads a path.
func parsePath(s string) (path, error) {
	var out path
	for _, one := range strings.Split(s, "|") {
		steps, err := parseSteps(strings.TrimSpace(one))
		if err != nil {
			return nil, err
		}
		out = append(out, steps)
	}
	return out, nil
}

func parseSteps(s string) ([]step, error) {
	if s == "" {
		return nil, errors.New("the path is empty")
	}
	var out []step
	for _, part := range splitSteps(strings.TrimPrefix(s, "$.")) {
		m := stepForm.FindStringSubmatch(part)
		if m == nil {
			return nil, fmt.Errorf("%q is not a step of a path, such as items, authors[0], dates[dateType=Issued] or Author(ForeName LastName)", part)
		}
		st := step{name: m[1], index: -1, join: strings.Fields(m[3])}
		for _, b := range bracket.FindAllStringSubmatch(m[2], -1) {
			if f := filterForm.FindStringSubmatch(b[1]); f != nil {
				st.filters = append(st.filters, filter{f[1], strings.Trim(f[2], `"'`)})
				continue
			}
			n, err := strconv.Atoi(b[1])
			if err != nil || n < 0 {
				return nil, fmt.Errorf("[%s]: a number from 0 or NAME=VALUE belongs in brackets", b[1])
			}
			st.index = n
		}
		for _, name := range st.join {
			if !childName.MatchString(name) {
				return nil, fmt.Errorf("(%s): names belong in parentheses", m[3])
			}
		}
		out = append(out, st)
	}
	return out, nil
}

// splitSteps cuts at dots outside brackets and parentheses.
func splitSteps(s string) []string {
	var out []string
	depth, start := 0, 0
	for i, r := range s {
		switch r {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		case '.':
			if depth == 0 {
				out, start = append(out, s[start:i]), i+1
			}
		}
	}
	return append(out, s[start:])
}

// find returns the nodes that a path leads to from n; of several paths, of the first that leads to a value.
func (p path) find(n *node) []*node {
	for _, steps := range p {
		var found []*node
		for _, f := range walk([]*node{n}, steps) {
			if len(f.children) > 0 || f.value() != "" {
				found = append(found, f)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

func walk(at []*node, steps []step) []*node {
	for _, s := range steps {
		var next []*node
		for _, n := range at {
			next = append(next, s.from(n)...)
		}
		at = next
	}
	return at
}

// from returns the children of a node that a step goes to.
func (s step) from(n *node) []*node {
	var out []*node
	for _, c := range n.children {
		if (s.name == "*" && !strings.HasPrefix(c.name, "@") || c.name == s.name) && s.passes(c) {
			out = append(out, s.joined(c))
		}
	}
	if s.index < 0 {
		return out
	}
	if s.index >= len(out) {
		return nil
	}
	return out[s.index : s.index+1]
}

func (s step) passes(n *node) bool {
	for _, f := range s.filters {
		ok := false
		for _, c := range n.children {
			ok = ok || c.name == f.name && c.value() == f.value
		}
		if !ok {
			return false
		}
	}
	return true
}

// joined returns a node, or one made of the values of some of its children.
func (s step) joined(n *node) *node {
	if len(s.join) == 0 {
		return n
	}
	var words []string
	for _, name := range s.join {
		for _, c := range n.children {
			if c.name == name && c.value() != "" {
				words = append(words, c.value())
				break
			}
		}
	}
	return &node{name: n.name, text: strings.Join(words, " ")}
}

// texts returns the values that a path leads to, without empty ones.
func (p path) texts(n *node) []string {
	var out []string
	for _, found := range p.find(n) {
		if v := found.value(); v != "" {
			out = append(out, v)
		}
	}
	return out
}

// text returns the first of them.
func (p path) text(n *node) string {
	for _, v := range p.texts(n) {
		return v
	}
	return ""
}
