package declared

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// A node is a value of an answer, JSON or XML: fields of objects, elements of lists and XML elements are children by name. The elements of
// a list are siblings of one name, and attributes of XML are children whose names begin with @.
type node struct {
	name     string
	text     string // of a leaf
	inner    []byte // of an element: what stands in it, with its tags
	children []*node
}

// mostDeep bounds the depth of an answer, mostNodes its size.
const (
	mostDeep  = 64
	mostNodes = 2_000_000
)

var errTooDeep = errors.New("the answer is nested too deeply or has too many values")

// value returns a node's text without tags, on one line.
func (n *node) value() string {
	if n.inner != nil {
		return markup.Text(string(n.inner))
	}
	return strings.TrimSpace(n.text)
}

// raw returns a node's text with its tags.
func (n *node) raw() string {
	if n.inner != nil {
		return string(n.inner)
	}
	return n.text
}

// parse reads an answer.
func parse(format string, body []byte) (*node, error) {
	if format == "xml" {
		return parseXML(body)
	}
	return parseJSON(body)
}

func parseJSON(body []byte) (*node, error) {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	r := jsonReader{dec: dec}
	root := &node{}
	if err := r.into(root, "", 0); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the answer")
	}
	if len(root.children) == 1 && !bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) {
		return root.children[0], nil
	}
	return root, nil // "*" goes to the elements of a list
}

type jsonReader struct {
	dec   *json.Decoder
	nodes int
}

// into adds the next value to parent under a name; the elements of a list are added one by one.
func (r *jsonReader) into(parent *node, name string, depth int) error {
	tok, err := r.dec.Token()
	if err != nil {
		return err
	}
	if r.nodes++; depth > mostDeep || r.nodes > mostNodes {
		return errTooDeep
	}
	n := &node{name: name}
	switch v := tok.(type) {
	case json.Delim:
		if v == '[' {
			for r.dec.More() {
				if err := r.into(parent, name, depth+1); err != nil {
					return err
				}
			}
			_, err := r.dec.Token()
			return err
		}
		for r.dec.More() {
			key, err := r.dec.Token()
			if err != nil {
				return err
			}
			if err := r.into(n, key.(string), depth+1); err != nil { // keys of objects are strings
				return err
			}
		}
		if _, err := r.dec.Token(); err != nil {
			return err
		}
	case string:
		n.text = v
	case json.Number:
		n.text = v.String()
	case bool:
		n.text = map[bool]string{true: "true", false: "false"}[v]
	case nil:
		return nil
	}
	parent.children = append(parent.children, n)
	return nil
}

func parseXML(body []byte) (*node, error) {
	dec := xml.NewDecoder(bytes.NewReader(body))
	dec.Strict, dec.Entity = false, xml.HTMLEntity
	dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // the text is UTF-8 by now
	root := &node{}
	stack, starts, shut, nodes := []*node{root}, []int64{0}, int64(-1), 0
	for {
		before := dec.InputOffset()
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) && len(stack) == 1 && len(root.children) > 0 {
			return root.children[0], nil
		}
		if err != nil {
			return nil, err
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			if nodes++; len(stack) > mostDeep || nodes > mostNodes {
				return nil, errTooDeep
			}
			n := &node{name: tok.Name.Local, inner: []byte{}}
			for _, a := range tok.Attr {
				n.children = append(n.children, &node{name: "@" + a.Name.Local, text: a.Value})
			}
			top := stack[len(stack)-1]
			top.children = append(top.children, n)
			stack, starts = append(stack, n), append(starts, dec.InputOffset())
		case xml.EndElement:
			last := len(stack) - 1
			if bytes.HasPrefix(body[before:dec.InputOffset()], []byte("</")) { // not of <a/>
				shut = before
			}
			if shut >= starts[last] { // an end may shut several elements
				stack[last].inner = body[starts[last]:shut]
			}
			stack, starts = stack[:last], starts[:last]
		}
	}
}
