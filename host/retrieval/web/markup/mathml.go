package markup

import (
	"encoding/xml"
	"strings"

	"github.com/sparkhost/sparkhost/internal/pattern"
)

// formula is MathML, with or without the element around it.
var formula = pattern.New(`(?s)<(mml:|m:)?math\b[^<>]*>.*?</(?:mml:|m:)?math>`)

// A node is an element of MathML, or a text.
type node struct {
	name, text string
	parts      []*node
}

// mathML writes the formulas in a text on one line: fractions as a/b, roots as √a, powers of numbers as 10^6. What is not well-formed stays.
func mathML(s string) string {
	if !strings.Contains(s, "math") {
		return s
	}
	return formula.ReplaceAllStringFunc(s, func(f string) string {
		tree := parseMath(f)
		if tree == nil {
			return f
		}
		return escapeText(tree.line())
	})
}

// mostDeep bounds the depth of a formula.
const mostDeep = 40

// parseMath reads a formula; nil: it is not well-formed.
func parseMath(s string) *node {
	dec := xml.NewDecoder(strings.NewReader(s))
	dec.Strict, dec.Entity = false, xml.HTMLEntity
	stack := []*node{{}}
	for {
		tok, err := dec.RawToken()
		if err != nil {
			if len(stack) == 1 && len(stack[0].parts) > 0 {
				return stack[0]
			}
			return nil
		}
		top := stack[len(stack)-1]
		switch tok := tok.(type) {
		case xml.StartElement:
			if len(stack) > mostDeep {
				return nil
			}
			n := &node{name: strings.ToLower(tok.Name.Local)}
			top.parts = append(top.parts, n)
			stack = append(stack, n)
		case xml.EndElement:
			if len(stack) == 1 || top.name != strings.ToLower(tok.Name.Local) {
				return nil
			}
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.parts = append(top.parts, &node{text: string(tok)})
		}
	}
}

var number = pattern.New(`^[0-9][0-9.,]*$`)

// line returns a formula in a line of text.
func (n *node) line() string {
	args := n.arguments()
	switch {
	case n.name == "annotation" || n.name == "annotation-xml":
		return ""
	case n.name == "mspace":
		return " "
	case len(args) == 2 && n.name == "mfrac":
		return enclosed(args[0]) + "/" + enclosed(args[1])
	case n.name == "msqrt":
		return "√" + enclosed(strings.Join(args, ""))
	case len(args) == 2 && n.name == "mroot":
		return root("["+args[1]+"]") + enclosed(args[0])
	case len(args) == 2 && n.name == "msup" && number.MatchString(args[0]):
		return args[0] + "^" + args[1]
	}
	return n.text + strings.Join(args, "")
}

// arguments returns the parts that say something: white space between elements does not.
func (n *node) arguments() []string {
	var out []string
	leaf := strings.HasPrefix(n.name, "m") && len(n.name) == 2 || n.name == "mtext"
	for _, p := range n.parts {
		if s := p.line(); leaf || strings.TrimSpace(s) != "" || p.name == "mspace" {
			out = append(out, s)
		}
	}
	if leaf {
		all := strings.Join(out, "")
		if n.name != "mtext" {
			all = strings.TrimSpace(all)
		}
		return []string{all}
	}
	return out
}

var oneName = pattern.New(`^√?[\pL\pN.]+(?:\^[\pL\pN]+)?$`)

// enclosed puts what is more than one name or number in parentheses.
func enclosed(s string) string {
	if s = strings.TrimSpace(s); oneName.MatchString(s) {
		return s
	}
	return "(" + s + ")"
}

// escapeText keeps signs of a formula, such as <, from being read as tags.
func escapeText(s string) string { return strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(s) }
