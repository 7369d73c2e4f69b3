package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"github.com/sparkhost/sparkhost/internal/thorough"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/creachadair/jrpc2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

// answers takes what a server says, and counts the messages until there are enough.
type answers struct {
	left   int
	enough chan struct{}
}

func (a *answers) Write(b []byte) (int, error) {
	if a.left--; a.left == 0 {
		close(a.enough)
	}
	return len(b), nil
}

func (a *answers) Close() error { return nil }

// served sends messages to a server, each behind a line with its length, and waits for n answers.
func served(t testing.TB, n int, messages ...string) {
	in, out := &strings.Builder{}, &answers{n, make(chan struct{})}
	for _, m := range messages {
		fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(m), m)
	}
	open, end := io.Pipe()
	go func() { <-out.enough; _ = end.Close() }()
	err := New(Options{Shipped: fstest.MapFS{}}).Serve(context.Background(), io.MultiReader(strings.NewReader(in.String()), open), out)
	assert.ErrorIs(t, err, ErrNoShutdown)
}

// told is a notification about the text of a document.
func told(t testing.TB, path, text string) string {
	var p openParams
	p.TextDocument.URI, p.TextDocument.Text = uriOf(path), text
	m, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": p})
	require.NoError(t, err)
	return string(m)
}

// edited does with a text all that an editor can ask for, at its end.
func edited(t testing.TB, path, text string) {
	s := New(Options{Shipped: fstest.MapFS{"base.policy.hcl": {Data: []byte("policy \"base\" {\n}\n")}}})
	d := &document{uri: uriOf(path), path: path, text: text}
	s.open[d.uri] = d
	s.check(d)
	at := positionParams{TextDocument: documentID{d.uri}, Position: place(text, len(text))}
	_, cerr := s.completion(t.Context(), at)
	_, herr := s.hover(t.Context(), at)
	_, derr := s.definition(t.Context(), at)
	_, ferr := s.formatting(t.Context(), documentParams{at.TextDocument})
	assert.NoError(t, errors.Join(cerr, herr, derr, ferr))
}

// TestTheWorkOfADocumentGrowsWithIt has many blocks and names, long lines, mistakes and blocks within each other.
func TestTheWorkOfADocumentGrowsWithIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.policy.hcl")
	edit := func(text string) { edited(t, path, text) }
	doubling.Repeated(t, "", "variable \"v#\" {\n type = number\n}\n", "policy \"p\" {\n gate \"g\" {\n  condition = var.v1", edit)
	doubling.Repeated(t, "locals {\n", "l# = [1]\n", "}\npolicy \"p\" {\n gate \"g\" {\n  condition = local.l1", edit)
	doubling.Repeated(t, "policy \"p\" {\n", "round \"r#\" {\n}\n", "gate \"g\" {\n  condition = rounds.r1.", edit)
	for _, text := range thorough.Each([]string{"a# = 1\n", "a = ", "\"", "{", "# remark\n", "é𝄞", "<<A\n", "12."}, 4) {
		doubling.Repeated(t, "", text, "", edit)
	}
	doubling.Nested(t, "policy {\n", "a = ", "}\n", edit)
}

// TestTheWorkOfASessionGrowsWithItsMessages has many messages, long ones, batches, and ones that cannot be requests.
func TestTheWorkOfASessionGrowsWithItsMessages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.tfvars")
	doubling.Numbered(t, 50, func(n int) { served(t, n, slices.Repeat([]string{told(t, path, "a = ")}, n)...) })
	doubling.Repeated(t, "a = [", "1,\n", "]\n", func(text string) { served(t, 1, told(t, path, text)) })
	for _, text := range [][3]string{
		{`[{}`, `,{"jsonrpc":"2.0","id":#,"method":"none"}`, `]`},
		{`[1`, `,2`, `]`},
		{`{"jsonrpc":"2.0","id":1,"method":"`, `é`, `"}`},
		{`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"a":1`, `,"b#":[{}]`, `}}`},
	} {
		doubling.Repeated(t, text[0], text[1], text[2], func(text string) { served(t, 1, text) })
	}
	doubling.Nested(t, `{"a":`, `1`, `}`, func(text string) { served(t, 1, text) })
}

// FuzzWork holds messages to work that grows with them and not faster.
func FuzzWork(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		requests, _ := jrpc2.ParseRequests([]byte(text)) // a text of another form has no requests
		for _, r := range requests {
			for _, into := range []any{&openParams{}, &changeParams{}, &documentParams{}, &positionParams{}} {
				_ = json.Unmarshal(r.Params, into)
			}
		}
	}, `[{"jsonrpc":"2.0","id":#,"method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.tfvars","text":"a = #"}}}]`)
}
