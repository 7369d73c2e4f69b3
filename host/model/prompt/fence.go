package prompt

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxText caps a text that is shown, in bytes; what is cut says so.
const MaxText = 16 << 10

// blocks are the texts of a request that come from outside. The codes of their marks are known only when all are in. Documents have
// a code of their own, which depends on them alone, so that equal documents are shown in equal bytes whatever is asked of them.
type blocks struct {
	texts            map[string]string // by what was added
	all, shared      []string
	code, sharedCode string
}

// add takes in texts before the request is rendered.
func (b *blocks) add(texts ...string) {
	for _, t := range texts {
		if b.clean(t) {
			b.all = append(b.all, b.texts[t])
		}
	}
}

// share takes in a document before the request is rendered.
func (b *blocks) share(text string) {
	b.clean(text)
	b.shared = append(b.shared, b.texts[text])
}

// clean keeps a text as it will be shown. False: it is there already.
func (b *blocks) clean(text string) bool {
	if b.texts == nil {
		b.texts = map[string]string{}
	}
	if _, ok := b.texts[text]; ok {
		return false
	}
	b.texts[text] = Clean(text)
	return true
}

// seal derives the codes, neither of which stands in any text.
func (b *blocks) seal() {
	b.sharedCode = b.codeOf(b.shared)
	b.code = b.codeOf(append(slices.Clone(b.shared), b.all...), b.sharedCode)
}

// codeOf returns the start of a hash of the texts, hashed again for as long as a text holds it or it is taken.
func (b *blocks) codeOf(texts []string, taken ...string) string {
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d\n%s", len(t), t)
	}
	sum := h.Sum(nil)
	for {
		code := hex.EncodeToString(sum[:6])
		if !b.holds(code) && !slices.Contains(taken, code) {
			return code
		}
		next := sha256.Sum256(sum)
		sum = next[:]
	}
}

func (b *blocks) holds(code string) bool {
	for _, t := range append(slices.Clone(b.shared), b.all...) {
		if strings.Contains(strings.ToLower(t), code) {
			return true
		}
	}
	return false
}

// wrap shows a text that was added. One that was not is shown as nothing: its content may hold the code.
func (b *blocks) wrap(name, text, code string) string {
	clean, ok := b.texts[text]
	if !ok {
		clean = ""
	}
	return fmt.Sprintf("<<<data %s %s>>>\n%s\n<<<end %s %s>>>", name, code, clean, name, code)
}

// special are the marks by which servers know turns and ends of a conversation, in the words of the usual families. Where a server
// reads them in any text, a document could speak as the user or the model.
var special = regexp.MustCompile(`(?i)<[|\x{ff5c}]|[|\x{ff5c}]>|</?(?:s|bos|eos|pad|unk|start_of_turn|end_of_turn|start_of_image|end_of_image)>|\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_RESULTS|TOOL_CALLS)\]|<</?SYS>>`)

// apart puts a blank behind the first character of a special mark, so that people read it and no server does.
func apart(mark string) string {
	_, size := utf8.DecodeRuneInString(mark)
	return mark[:size] + " " + mark[size:]
}

// Clean returns a text as models see it: valid UTF-8 without control and format characters, which hide or turn around what
// people would read, with special marks set apart, and at most MaxText bytes.
func Clean(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085' || r == '\v' || r == '\f':
			return '\n'
		case r == utf8.RuneError, unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r), unicode.Is(unicode.Variation_Selector, r):
			return -1
		case unicode.IsControl(r):
			return ' '
		}
		return r
	}, text)
	text = special.ReplaceAllStringFunc(text, apart)
	if len(text) > MaxText {
		text = strings.ToValidUTF8(text[:MaxText], "") + " […]"
	}
	return strings.TrimSpace(text)
}

// A Block is a text between marks, as [Blocks] finds it.
type Block struct{ Name, Text string }

// Blocks reads the blocks of a prompt, in order. It is for stand-ins and tests, which have only the prompt.
func Blocks(text string) []Block {
	var list []Block
	for {
		_, rest, ok := strings.Cut(text, "<<<data ")
		if !ok {
			return list
		}
		head, rest, ok := strings.Cut(rest, ">>>\n")
		name, code, two := strings.Cut(head, " ")
		if !ok || !two || strings.ContainsAny(head, "<\n") {
			text = rest
			continue
		}
		body, after, ok := strings.Cut("\n"+rest, fmt.Sprintf("\n<<<end %s %s>>>", name, code))
		if !ok {
			return list
		}
		list = append(list, Block{name, strings.TrimPrefix(body, "\n")})
		text = after
	}
}
