package lsp

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A scope says in which part of a policy file a byte lies. It is read from tokens, so a text that does not parse has scopes, too.
type scope struct {
	blocks []header // around it, the outermost first
	line   []string // words of the statement before it: identifiers, strings, "=" and "{"
	value  bool     // it is in the value of an attribute, whose name is line[0]
	quoted bool     // it is within quotes
	opaque bool     // it is within an object, whose keys no schema knows
	word   string   // dotted word that ends at it
}

// A header is the type and the label of a block.
type header struct{ name, label string }

// scopeAt reads the scope of a byte.
func scopeAt(text string, at int) scope {
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", hcl.InitialPos) // mistakes are diagnostics elsewhere
	s := scope{word: wordBefore(text, at)}
	depth, objects := 0, []bool{}
	for _, t := range tokens {
		if t.Range.Start.Byte >= at {
			break
		}
		switch t.Type {
		case hclsyntax.TokenOBrace, hclsyntax.TokenTemplateInterp:
			object := len(s.line) == 0 || len(s.line) > 1 && s.line[1] == "=" || depth > 0 || t.Type == hclsyntax.TokenTemplateInterp
			objects = append(objects, object)
			if !object {
				s.blocks = append(s.blocks, headerOf(s.line))
				s.line = nil
			}
		case hclsyntax.TokenCBrace, hclsyntax.TokenTemplateSeqEnd:
			if n := len(objects); n > 0 {
				if !objects[n-1] {
					s.blocks, s.line = s.blocks[:len(s.blocks)-1], nil
				}
				objects = objects[:n-1]
			}
		case hclsyntax.TokenOParen, hclsyntax.TokenOBrack:
			depth++
		case hclsyntax.TokenCParen, hclsyntax.TokenCBrack:
			depth = max(0, depth-1)
		case hclsyntax.TokenNewline, hclsyntax.TokenComment:
			ends := t.Type == hclsyntax.TokenNewline || bytes.HasSuffix(t.Bytes, []byte("\n")) // of comments, those at the end of a line
			if ends && depth == 0 && (len(objects) == 0 || !objects[len(objects)-1]) {
				s.line = nil
			}
		case hclsyntax.TokenOQuote:
			s.quoted = true
		case hclsyntax.TokenCQuote:
			s.quoted = s.quoted && t.Range.End.Byte > at
		case hclsyntax.TokenIdent, hclsyntax.TokenQuotedLit, hclsyntax.TokenEqual:
			s.line = append(s.line, string(t.Bytes))
		}
	}
	s.value = len(s.line) > 1 && s.line[1] == "="
	s.opaque = len(objects) > 0 && objects[len(objects)-1]
	return s
}

func headerOf(line []string) header {
	h := header{name: line[0]}
	if len(line) > 1 {
		h.label = line[1]
	}
	return h
}

// block returns the schema of the innermost block; nil if the schema does not know it.
func (s scope) block() *schema.Block {
	b := schema.File()
	at := &b
	for _, h := range s.blocks {
		if at = at.Block(h.name); at == nil {
			return nil
		}
	}
	return at
}

// attr returns the schema of the attribute whose value the scope is in; nil: there is none.
func (s scope) attr() *schema.Attr {
	b := s.block()
	if b == nil || !s.value {
		return nil
	}
	return b.Attr(s.line[0])
}

func wordBefore(text string, at int) string {
	from := at
	for from > 0 && wordPart(text[from-1]) {
		from--
	}
	return text[from:at]
}

// wordAt returns the dotted word that a byte lies in, up to the end of the name under it, and its first byte.
func wordAt(text string, at int) (word string, from int) {
	to := at
	for to < len(text) && wordPart(text[to]) && text[to] != '.' {
		to++
	}
	word = wordBefore(text, to)
	return word, to - len(word)
}

func wordPart(c byte) bool {
	return c == '_' || c == '.' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
