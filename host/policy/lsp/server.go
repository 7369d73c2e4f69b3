// Package lsp is a language server for policy files: diagnostics while one types, completion and hover from the schema, definitions, and
// formatting. It speaks the Language Server Protocol over a pair of streams.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"path/filepath"
	"strings"
	"sync"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/creachadair/jrpc2/handler"

	"github.com/sparkhost/sparkhost/host/policy/format"
)

// Options say what the server knows beside the documents.
type Options struct {
	Shipped fs.FS    // shipped policies, *.policy.hcl at its root
	Version string   // sparkhost's
	Sources []string // names of the sources that need no block, which are completed where a source is meant
	// Flips tells how many recorded answers change when the file with that path has another text in place of its present one, of how many. nil:
	// without records. It must honour ctx.
	Flips func(ctx context.Context, path, before, after string) (flipped, of int, err error)
}

// A Server serves one editor.
type Server struct {
	o    Options
	exit chan struct{}
	once sync.Once

	mu   sync.Mutex
	open map[string]*document
	down bool // shutdown was asked for
}

// A document is an open file. It is immutable; a change replaces it.
type document struct {
	uri, path, text string
	version         int
}

// ErrNoShutdown says that the editor ended the server without asking it to shut down first.
var ErrNoShutdown = errors.New("the editor left without a shutdown request")

// New makes a server.
func New(o Options) *Server {
	return &Server{o: o, exit: make(chan struct{}), open: map[string]*document{}}
}

// Serve answers an editor until it sends exit, closes the streams, or ctx ends. r is read until it ends, even after Serve has returned. The error is [ErrNoShutdown] or that of the streams.
func (s *Server) Serve(ctx context.Context, r io.Reader, w io.WriteCloser) error {
	server := jrpc2.NewServer(s.methods(), &jrpc2.ServerOptions{AllowPush: true, NewContext: func() context.Context { return ctx }})
	requests, feed := io.Pipe() // a read of standard input cannot be interrupted, one of a pipe can
	go func() {
		_, err := io.Copy(feed, r)
		_ = feed.CloseWithError(err) // always nil
	}()
	server.Start(channel.LSP(requests, w))
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	select {
	case err := <-ended:
		if err == nil && !s.isDown() {
			err = ErrNoShutdown
		}
		return err
	case <-ctx.Done():
	case <-s.exit:
	}
	server.Stop()
	_ = requests.Close() // always nil
	<-ended              // says that it was stopped
	if ctx.Err() == nil && !s.isDown() {
		return ErrNoShutdown
	}
	return nil
}

// methods returns the table of requests and notifications. Those of the protocol that are not in it are refused, as it asks for.
func (s *Server) methods() handler.Map {
	return handler.Map{
		"initialize":                       handler.New(func(context.Context, *jrpc2.Request) (any, error) { return capabilities(s.o.Version), nil }),
		"initialized":                      handler.New(func(context.Context, *jrpc2.Request) error { return nil }),
		"shutdown":                         handler.New(s.shutdown),
		"exit":                             handler.New(func(context.Context) error { s.once.Do(func() { close(s.exit) }); return nil }),
		"$/cancelRequest":                  handler.New(cancel),
		"$/setTrace":                       handler.New(func(context.Context, *jrpc2.Request) error { return nil }),
		"textDocument/didOpen":             handler.New(s.didOpen),
		"textDocument/didChange":           handler.New(s.didChange),
		"textDocument/didSave":             handler.New(s.didSave),
		"textDocument/didClose":            handler.New(s.didClose),
		"textDocument/completion":          handler.New(s.completion),
		"textDocument/hover":               handler.New(s.hover),
		"textDocument/definition":          handler.New(s.definition),
		"textDocument/formatting":          handler.New(s.formatting),
		"workspace/didChangeWatchedFiles":  handler.New(func(context.Context, *jrpc2.Request) error { return nil }),
		"workspace/didChangeConfiguration": handler.New(func(context.Context, *jrpc2.Request) error { return nil }),
	}
}

func (s *Server) shutdown(context.Context) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = true
	return nil, nil
}

func (s *Server) isDown() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.down
}

// cancel ends a request that the editor no longer waits for.
func cancel(ctx context.Context, p struct {
	ID json.RawMessage `json:"id"`
}) error {
	jrpc2.ServerFromContext(ctx).CancelRequest(string(p.ID))
	return nil
}

func (s *Server) document(uri string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open[uri]
}

// keep takes a text in and tells the editor what is wrong with it.
func (s *Server) keep(ctx context.Context, uri string, version int, text string) error {
	d := &document{uri: uri, path: pathOf(uri), text: text, version: version}
	s.mu.Lock()
	s.open[uri] = d
	s.mu.Unlock()
	return s.publish(ctx, d)
}

func (s *Server) publish(ctx context.Context, d *document) error {
	return jrpc2.ServerFromContext(ctx).Notify(ctx, "textDocument/publishDiagnostics", publishParams{d.uri, d.version, s.check(d)})
}

func (s *Server) didOpen(ctx context.Context, p openParams) error {
	return s.keep(ctx, p.TextDocument.URI, p.TextDocument.Version, p.TextDocument.Text)
}

func (s *Server) didChange(ctx context.Context, p changeParams) error {
	if len(p.ContentChanges) == 0 {
		return nil
	}
	return s.keep(ctx, p.TextDocument.URI, p.TextDocument.Version, p.ContentChanges[len(p.ContentChanges)-1].Text)
}

// didSave checks the other documents again, which may extend the one that was saved.
func (s *Server) didSave(ctx context.Context, _ documentParams) error {
	s.mu.Lock()
	var all []*document
	for _, d := range s.open {
		all = append(all, d)
	}
	s.mu.Unlock()
	for _, d := range all {
		if err := s.publish(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

func (s *Server) didClose(ctx context.Context, p documentParams) error {
	s.mu.Lock()
	delete(s.open, p.TextDocument.URI)
	s.mu.Unlock()
	return jrpc2.ServerFromContext(ctx).Notify(ctx, "textDocument/publishDiagnostics", publishParams{URI: p.TextDocument.URI, Diagnostics: []diagnostic{}})
}

// formatting returns one edit of the whole text, or none where nothing changes or the text does not parse.
func (s *Server) formatting(_ context.Context, p documentParams) ([]textEdit, error) {
	d := s.document(p.TextDocument.URI)
	if d == nil {
		return []textEdit{}, nil
	}
	out, diags := format.Source(filepath.Base(d.path), []byte(d.text))
	if diags.HasErrors() || string(out) == d.text {
		return []textEdit{}, nil
	}
	return []textEdit{{spanOf(d.text, 0, len(d.text)), string(out)}}, nil
}

// pathOf returns the file that a URI names; a URI of another scheme stands for a file that does not exist.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return filepath.FromSlash("/untitled/" + strings.NewReplacer("/", "_", ":", "_").Replace(uri))
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' {
		path = path[1:] // /C:/…
	}
	return filepath.FromSlash(path)
}

func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
