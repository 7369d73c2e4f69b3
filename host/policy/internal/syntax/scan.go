package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
)

// The limits that keep hostile text harmless: hcl's parser recurses, and a Go
// stack overflow cannot be caught (trap 3).
const (
	MaxFileBytes     = 256 << 10
	MaxFolderBytes   = 256 << 10 // of a folder's files together
	MaxFiles         = 1000      // of a folder
	maxTokens        = 100_000   // of a file; ordinary ones have one in five bytes
	maxNesting       = 64
	maxSyntaxReports = 20
	maxTextLines     = 200 // of a heredoc; hcl joins them in quadratic time
)

// Parse turns a file's bytes into its body, after the checks of phase A. Its operators are those of this language ([expr.Harden]), so
// that nothing needs to write into it afterwards.
func Parse(name string, src []byte) (*hcl.File, hcl.Diagnostics) {
	file := &hcl.File{Bytes: src}
	if d := Guard(name, src); d != nil {
		return file, hcl.Diagnostics{d}
	}
	parsed, diags := hclsyntax.ParseConfig(src, name, hcl.InitialPos)
	if diags.HasErrors() {
		return file, SyntaxReports(diags, src)
	}
	expr.Harden(parsed.Body.(*hclsyntax.Body))
	return parsed, nil
}

// Guard refuses what the parser must not see.
func Guard(name string, src []byte) *hcl.Diagnostic {
	start := hcl.Range{Filename: name, Start: hcl.InitialPos, End: hcl.InitialPos}
	if len(src) > MaxFileBytes {
		return diag.Error(diag.CodeTooLarge, start, "File too large", fmt.Sprintf("The limit is %d KiB per policy file.", MaxFileBytes>>10))
	}
	if !utf8.Valid(src) {
		return diag.Error(diag.CodeNotUTF8, start, "Not UTF-8", "Save the file as UTF-8.")
	}
	tokens, _ := hclsyntax.LexConfig(src, name, hcl.InitialPos)
	if d := nesting(tokens); d != nil {
		return d
	}
	if d := numbers(tokens); d != nil {
		return d
	}
	if len(tokens) > maxTokens {
		return diag.Error(diag.CodeTooLarge, tokens[maxTokens].Range, "Too many tokens in one file", fmt.Sprintf("The limit is %d tokens per policy file.", maxTokens))
	}
	return nil
}

// A level holds what one open bracket has gathered: conditionals and unary operators
// nest as deep as brackets do.
type level struct {
	open             hclsyntax.TokenType
	questions, unary int
	lines            bool // a newline ends an expression here
}

// nesting finds the first token that is nested too deep, and the template
// directives and splats that this language leaves out.
func nesting(tokens hclsyntax.Tokens) *hcl.Diagnostic {
	stack, depth := []level{{lines: true}}, 0
	previous, lines := hclsyntax.TokenNil, 0
	for _, t := range tokens {
		if lines = textLines(lines, t.Type); lines > maxTextLines {
			return diag.Error(diag.CodeTooLarge, t.Range, "String too long", fmt.Sprintf("The limit is %d lines.", maxTextLines))
		}
		top := &stack[len(stack)-1]
		switch t.Type {
		case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenTemplateInterp, hclsyntax.TokenOQuote, hclsyntax.TokenOHeredoc:
			stack, depth = append(stack, level{open: t.Type, lines: t.Type == hclsyntax.TokenOBrace}), depth+1
		case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenTemplateSeqEnd, hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc:
			for left := closed(stack, t.Type); len(stack) > left; stack = stack[:len(stack)-1] {
				top = &stack[len(stack)-1]
				depth -= 1 + top.questions + top.unary
			}
		case hclsyntax.TokenQuestion:
			top.questions, depth = top.questions+1, depth+1
		case hclsyntax.TokenBang, hclsyntax.TokenMinus:
			if !endsOperand(previous) {
				top.unary, depth = top.unary+1, depth+1
			}
		case hclsyntax.TokenNewline, hclsyntax.TokenComma:
			if t.Type == hclsyntax.TokenComma || top.lines {
				depth -= top.questions + top.unary
				top.questions, top.unary = 0, 0
			}
		case hclsyntax.TokenTemplateControl:
			return diag.Error(diag.CodeConstruct, t.Range, "No template directives", "Policies do not support %{ if } and %{ for }; write the text out.")
		case hclsyntax.TokenStar:
			if previous == hclsyntax.TokenDot || previous == hclsyntax.TokenOBrack {
				return diag.Error(diag.CodeConstruct, t.Range, "No splat", "Policies do not support [*]; name the value.")
			}
		}
		if depth > maxNesting {
			return diag.Error(diag.CodeTooDeep, t.Range, "Nested too deep", fmt.Sprintf("The nesting limit of brackets, unary operators and conditionals is %d.", maxNesting))
		}
		previous = t.Type
	}
	return nil
}

// closed returns how many levels a closing token leaves open: those ahead of what it closes. A bracket or parenthesis that closes nothing in its
// block leaves all, as the parser does: it goes on in the same block.
func closed(stack []level, by hclsyntax.TokenType) int {
	for i := len(stack) - 1; i > 0; i-- {
		switch open := stack[i].open; {
		case open == opening[by]:
			return i
		case open == hclsyntax.TokenOBrace && (by == hclsyntax.TokenCBrack || by == hclsyntax.TokenCParen):
			return len(stack)
		}
	}
	return len(stack)
}

// opening are the tokens that others close.
var opening = map[hclsyntax.TokenType]hclsyntax.TokenType{
	hclsyntax.TokenCBrace: hclsyntax.TokenOBrace, hclsyntax.TokenCBrack: hclsyntax.TokenOBrack, hclsyntax.TokenCParen: hclsyntax.TokenOParen,
	hclsyntax.TokenTemplateSeqEnd: hclsyntax.TokenTemplateInterp, hclsyntax.TokenCQuote: hclsyntax.TokenOQuote, hclsyntax.TokenCHeredoc: hclsyntax.TokenOHeredoc,
}

// textLines counts the lines of one heredoc.
func textLines(lines int, t hclsyntax.TokenType) int {
	switch t {
	case hclsyntax.TokenStringLit, hclsyntax.TokenQuotedLit:
		return lines + 1
	case hclsyntax.TokenOHeredoc, hclsyntax.TokenCHeredoc, hclsyntax.TokenCQuote:
		return 0
	}
	return lines
}

// endsOperand says whether a minus after t is binary.
func endsOperand(t hclsyntax.TokenType) bool {
	switch t {
	case hclsyntax.TokenIdent, hclsyntax.TokenNumberLit, hclsyntax.TokenCParen, hclsyntax.TokenCBrack, hclsyntax.TokenCBrace, hclsyntax.TokenCQuote:
		return true
	}
	return false
}

// SyntaxReports gives hcl's own diagnostics our code, and only the first few.
func SyntaxReports(diags hcl.Diagnostics, src []byte) hcl.Diagnostics {
	var out hcl.Diagnostics
	for _, d := range diags {
		if len(out) == maxSyntaxReports {
			break
		}
		code := diag.CodeSyntax
		if d.Summary == "Attribute redefined" {
			code = diag.CodeDuplicate
		}
		d.Summary, d.Extra = code.String()+": "+d.Summary, code
		if d.Subject != nil && code == diag.CodeSyntax {
			d.Detail = slip(d.Subject.SliceBytes(src), d.Detail)
		}
		out = append(out, d)
	}
	return out
}

// slip recognises what people write who think in another language, where hcl expected
// the end of a line; else it keeps hcl's detail.
func slip(text []byte, detail string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
	switch word {
	case "=":
		return "Write == to compare."
	case "and":
		return "Write && for and."
	case "or":
		return "Write || for or."
	case "not":
		return "Write ! for not."
	case "is":
		return "Write == to compare."
	case "in":
		return "Write contains(list, value)."
	case ";":
		return "Remove the semicolon: write each attribute on its own line."
	case ",":
		return "Remove the comma: write each attribute on its own line."
	}
	return detail
}
