package lock

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/host/policy/diag"
)

// The codes of a lock file's problems, as those of policies.
var (
	codeSyntax    = diag.Code{ID: "L001", Name: "lock-syntax", Phase: "I", Doc: "the lock file is not in its own form"}
	codeUnknown   = diag.Code{ID: "L002", Name: "lock-unknown", Phase: "I", Doc: "the lock file has a block or attribute that it knows nothing of"}
	codeDuplicate = diag.Code{ID: "L003", Name: "lock-duplicate", Phase: "I", Doc: "the lock file pins a plugin twice"}
	codeValue     = diag.Code{ID: "L004", Name: "lock-value", Phase: "I", Doc: "a value of the lock file is missing or wrong"}
	codeUnpinned  = diag.Code{ID: "L101", Name: "unpinned", Phase: "I", Doc: "nothing says which bytes a plugin from outside must have"}
	codeDisagree  = diag.Code{ID: "L102", Name: "lock-disagrees", Phase: "I", Doc: "policy and lock pin different modules"}
	codeSource    = diag.Code{ID: "L103", Name: "lock-source", Phase: "I", Doc: "the lock pins a plugin of another source"}
	codeUnlocked  = diag.Code{ID: "L104", Name: "not-locked", Phase: "I", Doc: "under --frozen, a plugin is not in the lock"}
)

// Codes lists the codes of this package, by ID.
func Codes() []diag.Code {
	return []diag.Code{codeSyntax, codeUnknown, codeDuplicate, codeValue, codeUnpinned, codeDisagree, codeSource, codeUnlocked}
}

// maxFile bounds a lock file: some thousand plugins.
const maxFile = 1 << 20

// rewrite is the next step for a file that somebody has damaged.
const rewrite = "A lock file is written by `sparkhost lock`: delete it and run that, and look at what changed."

func problem(c diag.Code, at hcl.Range, summary, detail string) *hcl.Diagnostic {
	return &hcl.Diagnostic{Severity: hcl.DiagError, Summary: c.String() + ": " + summary, Detail: detail, Subject: &at, Extra: c}
}

// tokens are all that a lock file is made of, each with a letter for [line].
var tokens = map[hclsyntax.TokenType]byte{
	hclsyntax.TokenIdent: 'i', hclsyntax.TokenOQuote: 'o', hclsyntax.TokenQuotedLit: 'q', hclsyntax.TokenCQuote: 'c', hclsyntax.TokenNumberLit: 'n',
	hclsyntax.TokenEqual: '=', hclsyntax.TokenOBrace: '{', hclsyntax.TokenCBrace: '}', hclsyntax.TokenNewline: 0, hclsyntax.TokenComment: 0, hclsyntax.TokenEOF: 0,
}

// line matches what a line may hold: the beginning of a block, an attribute, the end of a block, or all of it. Of other lines the parser loses
// sight of where blocks end: it would nest one in the other, and exhaust its stack.
var line = regexp.MustCompile(`^(i(oq*c|i)*\{(i=(n|oq*c|i))?\}?|i=(n|oq*c|i)|\})?$`)

// Parse reads the text of a lock file, named in diagnostics by name. The file is never nil; with
// errors it holds the entries that could be read.
func Parse(name string, src []byte) (*File, hcl.Diagnostics) {
	f := New(name)
	f.Source = &hcl.File{Bytes: src}
	if d := scan(name, src); d != nil {
		return f, hcl.Diagnostics{d}
	}
	parsed, diags := hclsyntax.ParseConfig(src, name, hcl.InitialPos)
	if diags.HasErrors() {
		for _, d := range diags {
			d.Summary, d.Extra = codeSyntax.String()+": "+d.Summary, codeSyntax
		}
		return f, few(diags)
	}
	f.Source = parsed
	body := parsed.Body.(*hclsyntax.Body) //nolint:forcetypeassert // what hclsyntax makes
	var out hcl.Diagnostics
	for _, a := range body.Attributes {
		out = append(out, problem(codeUnknown, a.NameRange, fmt.Sprintf("A lock file has no attribute %q", a.Name), "It holds plugin blocks."))
	}
	for _, b := range body.Blocks {
		out = append(out, f.block(b)...)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Subject.Start.Byte < out[j].Subject.Start.Byte })
	return f, few(out)
}

// mostProblems of a file are told: to show each of 90,000 took hours.
const mostProblems = 50

// few returns the first problems, and how many more there are.
func few(all hcl.Diagnostics) hcl.Diagnostics {
	if len(all) <= mostProblems {
		return all
	}
	var at hcl.Range
	if next := all[mostProblems].Subject; next != nil {
		at = *next
	}
	more := problem(codeSyntax, at, fmt.Sprintf("%d more problems from here on", len(all)-mostProblems), rewrite)
	return append(all[:mostProblems:mostProblems], more)
}

// scan refuses everything that a lock file has no use for.
func scan(name string, src []byte) *hcl.Diagnostic {
	list, _ := hclsyntax.LexConfig(src, name, hcl.InitialPos) // what it complains of, the parser does again
	depth, begin := 0, 0
	var letters []byte
	for i, t := range list {
		letter, known := tokens[t.Type]
		switch letter {
		case '{':
			depth++
		case '}':
			depth--
		}
		if !known || depth < 0 || depth > 1 {
			return unexpected(src, t)
		}
		if letter != 0 {
			letters = append(letters, letter)
			continue
		}
		if !line.Match(letters) {
			return problem(codeSyntax, list[begin].Range, "A line of a lock file begins a block, sets an attribute or ends a block", rewrite)
		}
		letters, begin = letters[:0], i+1
	}
	return nil
}

// unexpected returns the problem of a token that a lock file does not have where it stands.
func unexpected(src []byte, t hclsyntax.Token) *hcl.Diagnostic {
	summary := fmt.Sprintf("A lock file has no %q", string(t.Bytes))
	if t.Type == hclsyntax.TokenCBrace {
		summary = "A block ends that has not begun"
	}
	if strings.Contains(string(src), "<<<<<<<") {
		summary = "The lock file holds both sides of a merge"
	}
	return problem(codeSyntax, t.Range, summary, rewrite)
}

func (f *File) block(b *hclsyntax.Block) hcl.Diagnostics {
	switch {
	case b.Type != "plugin":
		return hcl.Diagnostics{problem(codeUnknown, b.TypeRange, fmt.Sprintf("A lock file has no block %q", b.Type), "It holds plugin blocks.")}
	case len(b.Labels) != 1:
		return hcl.Diagnostics{problem(codeValue, b.DefRange(), "A plugin has one name", rewrite)}
	}
	name := b.Labels[0]
	if first, ok := f.entries[name]; ok {
		return hcl.Diagnostics{problem(codeDuplicate, b.DefRange(), fmt.Sprintf("plugin %q is pinned twice", name), "It is first pinned at "+first.At.String()+". "+rewrite)}
	}
	e := Entry{Name: name, At: b.DefRange()}
	diags := e.read(b)
	f.entries[name] = e
	return diags
}

var hexDigest = regexp.MustCompile(`^[0-9a-f]{64}$`)

// read decodes the attributes of an entry.
func (e *Entry) read(b *hclsyntax.Block) hcl.Diagnostics {
	var diags hcl.Diagnostics
	texts := map[string]*string{"source": &e.Source, "version": &e.Version, "kind": &e.Kind, "sha256": &e.SHA256, "signer": &e.Signer}
	for name, a := range b.Body.Attributes {
		v, _ := a.Expr.Value(nil) // literals only: scan has seen to it
		into, known := texts[name]
		switch {
		case name == "contract":
			e.Contract = whole(v)
		case !known:
			diags = append(diags, problem(codeUnknown, a.NameRange, fmt.Sprintf("A pinned plugin has no %q", name), "It has source, version, contract, kind, sha256 and signer."))
		case v.Type() == cty.String && v.IsKnown() && !v.IsNull():
			*into = v.AsString()
		}
	}
	for _, n := range b.Body.Blocks {
		diags = append(diags, problem(codeUnknown, n.TypeRange, "A pinned plugin has no blocks", rewrite))
	}
	return append(diags, e.wrong(b)...)
}

// whole returns a number from 1 on, or 0.
func whole(v cty.Value) uint32 {
	if v.Type() != cty.Number || !v.IsKnown() || v.IsNull() {
		return 0
	}
	n, accuracy := v.AsBigFloat().Uint64()
	if accuracy != big.Exact || n > 1<<31 {
		return 0
	}
	return uint32(n)
}

func (e *Entry) wrong(b *hclsyntax.Block) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, c := range []struct {
		name, want string
		ok         bool
	}{
		{"source", "where the module comes from", e.Source != ""},
		{"version", "the plugin's version", e.Version != ""},
		{"contract", "a whole number from 1", e.Contract > 0},
		{"kind", "score, assess or calibrate", slices.Contains([]string{"score", "assess", "calibrate"}, e.Kind)},
		{"sha256", "the module's sha256, 64 hex digits in lower case", hexDigest.MatchString(e.SHA256)},
		{"signer", "the sha256 of the signer's public key or identity, 64 hex digits in lower case", !has(b, "signer") || hexDigest.MatchString(e.Signer)},
	} {
		if c.ok {
			continue
		}
		at, what := b.DefRange(), "is missing"
		if a := b.Body.Attributes[c.name]; a != nil {
			at, what = a.Expr.Range(), "is wrong"
		}
		diags = append(diags, problem(codeValue, at, fmt.Sprintf("%s of plugin %q %s", c.name, e.Name, what), "Wanted: "+c.want+". "+rewrite))
	}
	return diags
}

func has(b *hclsyntax.Block, name string) bool { return b.Body.Attributes[name] != nil }
