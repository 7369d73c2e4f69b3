// Package binding reads what the flag --model says: which model a role is bound to, without a policy that names it.
//
//	anthropic:claude-haiku-4-5                     every role
//	judge=openai:gpt-5.4-mini                      one role, whatever the others are bound to
//	llamacpp:qwen3@http://127.0.0.1:8080/v1        a server of your own
//	rerank=tei:bge-reranker-base                   a model without chat; the role says what is asked of it
package binding

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/model/flavour"
)

// A Binding binds a role, or all roles, to a model.
type Binding struct {
	Role    string // empty: every role that has no binding of its own, but for rerank, embed and nli
	Flavour string // "anthropic", "openai" or a name of package flavour
	Name    string // as the endpoint calls the model
	BaseURL string // empty: the flavour's own address
	text    string
}

// Flavours lists the words that may stand before the colon, in order.
func Flavours() []string {
	return slices.Sorted(slices.Values(append(flavour.Names(nil), anthropic, openai)))
}

const (
	anthropic = "anthropic"
	openai    = "openai"
)

// Parse reads [ROLE=]FLAVOUR:NAME[@URL]. The name may hold colons. The address begins with http:// or https://.
func Parse(text string) (Binding, error) {
	b := Binding{text: text}
	rest := text
	if role, after, ok := strings.Cut(text, "="); ok && !strings.Contains(role, ":") {
		b.Role, rest = role, after
		if role == "" {
			return b, fmt.Errorf("model %q: the role before \"=\" is missing", text)
		}
	}
	if i := strings.LastIndex(rest, "@http"); i >= 0 {
		rest, b.BaseURL = rest[:i], rest[i+1:]
	}
	var ok bool
	b.Flavour, b.Name, ok = strings.Cut(rest, ":")
	switch {
	case !ok || b.Name == "":
		return b, fmt.Errorf("model %q: write FLAVOUR:NAME, such as anthropic:claude-haiku-4-5, or ROLE=FLAVOUR:NAME", text)
	case !slices.Contains(Flavours(), b.Flavour):
		return b, fmt.Errorf("model %q: no flavour %q; must be one of %s", text, b.Flavour, strings.Join(Flavours(), ", "))
	}
	if err := b.checkForm(); err != nil {
		return b, err
	}
	return b, b.checkAddress()
}

// checkForm refuses a role that the flavour cannot serve.
func (b Binding) checkForm() error {
	f, _ := flavour.Of(b.kind())
	switch {
	case !flavour.Serves(b.Wire(), b.Role):
		return fmt.Errorf("model %q: flavour %q makes no vectors", b.text, b.Flavour)
	case b.Wire() == openai && f.OnlyScores:
		return fmt.Errorf("model %q: flavour %q has no chat; write %s=%s:%s for a role that it serves", b.text, b.Flavour, b.servable(f), b.Flavour, b.Name)
	}
	return nil
}

// servable returns a role that a flavour without chat serves.
func (b Binding) servable(f flavour.Flavour) string {
	for _, role := range []string{"rerank", "embed", "nli"} {
		if f.Has(flavour.FormOf(role)) {
			return role
		}
	}
	return "ROLE"
}

func (b Binding) checkAddress() error {
	if b.BaseURL == "" {
		if f, _ := flavour.Of(b.kind()); b.Flavour != anthropic && f.Base == "" {
			return fmt.Errorf("model %q: flavour %q has no address of its own; add @URL, such as @http://127.0.0.1:8080/v1", b.text, b.Flavour)
		}
		return nil
	}
	u, err := url.Parse(b.BaseURL)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("model %q: the address must be http://HOST or https://HOST with an optional path, without user and query", b.text)
	}
	return nil
}

// Wire returns the wire format: the form of the role where the flavour has it, else "anthropic" or "openai".
func (b Binding) Wire() string {
	if b.Flavour == anthropic {
		return anthropic
	}
	if f, _ := flavour.Of(b.kind()); f.Has(flavour.FormOf(b.Role)) {
		return string(flavour.FormOf(b.Role))
	}
	return openai
}

// Dialect returns the flavour as settings name it: empty for the wire's own.
func (b Binding) Dialect() string { return b.kind() }

func (b Binding) kind() string {
	if b.Flavour == anthropic || b.Flavour == openai {
		return ""
	}
	return b.Flavour
}

// KeyEnv names the environment variable with the key, as the vendor's own tools call it. A model at an address of your own gets no
// key: a key goes to the vendor that gave it and nowhere else.
func (b Binding) KeyEnv() string {
	if b.BaseURL != "" {
		return ""
	}
	return map[string]string{
		anthropic: "ANTHROPIC_API_KEY", openai: "OPENAI_API_KEY", "deepseek": "DEEPSEEK_API_KEY", "gemini": "GEMINI_API_KEY", "kimi": "MOONSHOT_API_KEY",
		"cohere": "COHERE_API_KEY", "jina": "JINA_API_KEY",
	}[b.Flavour]
}

// Endpoint returns a name for the model in policies and records: its flavour and name in lower case, and a digest where the address is
// not the flavour's own or the name has more than small letters, digits and dashes, so that two models never share one.
func (b Binding) Endpoint() string {
	full := b.Flavour + "_" + b.Name
	if wire := b.Wire(); wire != anthropic && wire != openai {
		sum := sha256.Sum256([]byte(full + "@" + b.BaseURL))
		return wire + "_" + b.Flavour + "_" + hex.EncodeToString(sum[:3])
	}
	plain := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToLower(full))
	if len(plain) <= 40 && b.BaseURL == "" && strings.ReplaceAll(b.Name, "-", "_") == strings.TrimPrefix(plain, b.Flavour+"_") && !strings.Contains(b.Name, "_") {
		return plain
	}
	sum := sha256.Sum256([]byte(full + "@" + b.BaseURL))
	return plain[:min(len(plain), 33)] + "_" + hex.EncodeToString(sum[:3])
}
