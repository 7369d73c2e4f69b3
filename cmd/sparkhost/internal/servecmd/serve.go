// Package servecmd holds the commands that offer the service: `serve` over HTTP, and `mcp` to an agent.
package servecmd

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/queueflags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/serve/auth"
	"github.com/sparkhost/sparkhost/host/serve/catalog"
	"github.com/sparkhost/sparkhost/host/serve/quota"
)

// A Shell holds what the command takes from the rest of the command line.
type Shell struct {
	// Describe shows a policy's mistakes and returns the error that carries the exit code.
	Describe func(stderr io.Writer, err error) error
	// CacheDir is the folder that --cache names, or the default.
	CacheDir func(flag string) (string, error)
}

type flags struct {
	shell                      Shell
	listen                     string
	hosts                      []string
	policy, policies           string
	corpus, sources            []string
	skipBadLines, offline      bool
	cache, record, credentials string
	prices, lock               string
	frozen                     bool
	tokens                     string
	open                       bool
	questions                  int64
	usd                        float64
	certificate, key           string
	concurrency, queue, conns  int
	drain                      time.Duration
	workers                    int
	fleet                      queueflags.Queue
	seed                       uint64
	year                       int
	logFormat, logLevel        string
}

// New makes the command.
func New(of Shell) *cobra.Command {
	f := &flags{shell: of}
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve questions over HTTP: an API, live events, and a page for people",
		Long: "Answers questions over HTTP, several policies at once. The API is versioned under /v1 and described by\n" +
			"/v1/openapi.json; results are those of `sparkhost run`, byte for byte but for the elapsed time.\n\n" +
			"The service listens on the loopback address only, unless --listen says otherwise, and needs a token: one that it makes\n" +
			"for this start and prints as a link, or those of --tokens. Policies of --policies are reloaded when a file changes; where\n" +
			"a file is wrong, the version in force stays and the service says so. SIGTERM and Ctrl-C end the service after the\n" +
			"questions that it has accepted, or hand them back when --drain is over. See docs/service.md.\n\n" +
			"Exit codes: 0 ended on request, 1 failed, 2 a policy is wrong.",
		Example: `  # ask your own papers in the browser
  sparkhost serve --corpus papers.jsonl

  # policies of a folder, reloaded on change; tokens with budgets; for other machines, by TLS
  sparkhost serve token alice --role ask --questions-per-day 200 --usd-per-day 5 >> tokens.hcl
  sparkhost serve --corpus papers.jsonl --policies policies/ --tokens tokens.hcl \
    --listen 0.0.0.0:8443 --host sparkhost.example.org --tls-cert cert.pem --tls-key key.pem

  # take batches and answer them here; or hand them to the workers of a fleet
  sparkhost serve --corpus papers.jsonl --workers 2
  sparkhost serve --corpus /data/papers.jsonl --nats nats://queue:4222

  # ask from a script
  curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/jsonl" --data-binary @questions.jsonl http://127.0.0.1:8080/v1/ask`,
		Args: shell.None,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	f.register(c)
	c.AddCommand(newToken())
	return c
}

func (f *flags) register(c *cobra.Command) {
	f.registerConfig(c)
	f.registerLimits(c)
	f.registerFleet(c)
	fs := c.Flags()
	fs.StringVar(&f.listen, "listen", "127.0.0.1:8080", "`address` to listen on; port 0 takes a free one")
	fs.StringArrayVar(&f.hosts, "host", nil, "`name` that clients reach the service by, beside localhost; others are refused (repeatable)")
	fs.StringVar(&f.tokens, "tokens", "", "`file` of tokens (see `sparkhost serve token`); default: one token for this start")
	fs.BoolVar(&f.open, "no-token", false, "let every local user in; for a loopback address only")
	fs.StringVar(&f.certificate, "tls-cert", "", "certificate `file` in PEM: speak TLS")
	fs.StringVar(&f.key, "tls-key", "", "private key `file` in PEM")
	fs.IntVar(&f.conns, "connections", 0, "most open connections; more close the one that was idle longest (0: 4096)")
	fs.DurationVar(&f.drain, "drain", 30*time.Second, "how long the end waits for accepted questions before it hands them back")
	c.MarkFlagsMutuallyExclusive("tokens", "no-token")
	c.MarkFlagsRequiredTogether("tls-cert", "tls-key")
}

// registerConfig adds the flags that say what is asked, and under which policies.
func (f *flags) registerConfig(c *cobra.Command) {
	fs := c.Flags()
	fs.StringVar(&f.policy, "policy", "standard", "policy of requests that name none: a shipped one, or one of --policies")
	fs.StringVar(&f.policies, "policies", "", "`folder` of more policies, reloaded when a file changes")
	fs.StringArrayVar(&f.corpus, "corpus", nil, shell.CorpusFlagText)
	fs.BoolVar(&f.skipBadLines, "skip-bad-lines", false, "leave bad corpus lines out instead of failing")
	fs.StringArrayVar(&f.sources, "source", nil, "search this source in place of those of the policies, `NAME` (repeatable)")
	fs.BoolVar(&f.offline, "offline", false, "make no network requests")
	fs.StringVar(&f.cache, "cache", "", "`folder` of cache, index and records (default: the user's cache folder; env SPARKHOST_CACHE)")
	fs.StringVar(&f.record, "record", "", "`folder` that also gets each run's record as a JSON lines file")
	fs.StringVar(&f.credentials, "credentials", "", "`file` of keys of sources, NAME=VALUE a line; the environment wins")
	fs.StringVar(&f.prices, "prices", "", "`file` of prices of models (docs/models.md)")
	fs.StringVar(&f.lock, "lock", "", "lock `file` that pins the plugins")
	fs.BoolVar(&f.frozen, "frozen", false, "refuse plugins that are not in the lock, where there is one")
	fs.Uint64Var(&f.seed, "seed", 0, "seed; part of every run's identity")
	fs.IntVar(&f.year, "year", 0, "year that recency is measured against (default: the newest found)")
}

// registerLimits adds the flags that bound what clients use, and those of the log.
func (f *flags) registerLimits(c *cobra.Command) {
	fs := c.Flags()
	fs.Int64Var(&f.questions, "questions-per-day", 0, "questions that one client may ask in a day (0: no limit)")
	fs.Float64Var(&f.usd, "usd-per-day", 0, "money that one client may spend in a day (0: no limit)")
	fs.IntVar(&f.concurrency, "concurrency", 0, "questions answered side by side (0: the number of processors)")
	fs.IntVar(&f.queue, "queue", 0, "most questions that wait (0: 1000)")
	fs.StringVar(&f.logFormat, "log-format", "text", "format of the log on standard error: text or json")
	fs.StringVar(&f.logLevel, "log-level", "info", "least level of the log: debug, info, warn or error")
}

func (f *flags) run(c *cobra.Command) error {
	o, login, err := f.options(c.ErrOrStderr())
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", f.listen)
	if err != nil {
		return unheard(f.listen, err)
	}
	end, err := f.telemetry(&o)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	defer end()
	leave, err := f.join(c.Context(), &o)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	s, err := serve.New(c.Context(), o)
	if err != nil {
		if c.Context().Err() != nil {
			err = nil // ended on request, before it could answer
		}
		return errors.Join(f.unopened(c.ErrOrStderr(), err), leave(), l.Close())
	}
	f.greet(c.ErrOrStderr(), l.Addr(), login)
	return errors.Join(s.Serve(c.Context(), l), leave())
}

// unopened says why the service could not be opened, with the exit code for that.
func (f *flags) unopened(stderr io.Writer, err error) error {
	if errors.Is(err, catalog.ErrUnknown) {
		return shell.Fail(shell.ExitPolicy, "--policy: %w", err)
	}
	return f.shell.Describe(stderr, err)
}

// options turns the flags into what to serve. login is the token of this start, if one was made.
func (f *flags) options(stderr io.Writer) (o serve.Options, login string, err error) {
	if o, err = f.config(stderr); err != nil {
		return o, "", err
	}
	o.Hosts, o.Connections, o.Drain = f.hosts, f.conns, f.drain
	if f.certificate != "" {
		pair, err := tls.LoadX509KeyPair(f.certificate, f.key)
		if err != nil {
			return o, "", fmt.Errorf("--tls-cert, --tls-key: %w", err)
		}
		o.Certificate = &pair
	}
	o.Keys, login, err = f.keys()
	return o, login, err
}

// config returns the options that all ways to serve have in common.
func (f *flags) config(stderr io.Writer) (o serve.Options, err error) {
	if o.Log, err = f.logger(stderr); err != nil {
		return o, err
	}
	home, err := f.shell.CacheDir(f.cache)
	if err != nil {
		return o, err
	}
	if !(f.questions >= 0 && f.usd >= 0) {
		return o, errors.New("--questions-per-day and --usd-per-day must not be negative")
	}
	o.Config = host.Config{
		Policy: f.policy, Environ: os.Environ(), Corpus: f.corpus, SkipBadLines: f.skipBadLines, Sources: f.sources, Offline: f.offline,
		Home: home, RecordDir: f.record, Credentials: f.credentials, Prices: f.prices, Lock: f.lock, Frozen: f.frozen, Seed: f.seed, Year: f.year,
		Notify: func(m string) { o.Log.Info(m) }, Wait: 5 * time.Second,
	}
	o.Folder, o.Concurrency, o.Queue = f.policies, f.concurrency, f.queue
	o.Limits = quota.Limits{Questions: f.questions, CostMicroUSD: int64(f.usd * 1e6)}
	return o, nil
}

// keys returns the tokens that let clients in.
func (f *flags) keys() (keys *auth.Keyring, login string, err error) {
	switch {
	case f.tokens != "":
		keys, err = auth.ReadFile(f.tokens)
		if err != nil {
			err = fmt.Errorf("--tokens: %w", err)
		}
		return keys, "", err
	case f.open:
		if !f.loopback() {
			return nil, "", fmt.Errorf("--no-token would let everybody in who reaches %s; give --tokens, or listen on 127.0.0.1", f.listen)
		}
		return nil, "", nil
	}
	login = auth.NewSecret()
	keys, err = auth.NewKeyring([]auth.Token{{Name: "of this start", Hash: auth.Hash(login), Role: auth.Operate}})
	return keys, login, err
}

func (f *flags) loopback() bool {
	name, _, err := net.SplitHostPort(f.listen)
	if err != nil {
		return false
	}
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

func (f *flags) logger(w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(f.logLevel)); err != nil {
		return nil, fmt.Errorf("--log-level must be debug, info, warn or error, not %q", f.logLevel)
	}
	o := &slog.HandlerOptions{Level: level}
	switch f.logFormat {
	case "text":
		return slog.New(slog.NewTextHandler(w, o)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, o)), nil
	}
	return nil, fmt.Errorf("--log-format must be text or json, not %q", f.logFormat)
}

// greet says where the service is. The link with the token is for the one who started it, and stands in no log.
func (f *flags) greet(w io.Writer, at net.Addr, login string) {
	scheme := "http"
	if f.certificate != "" {
		scheme = "https"
	}
	address := strings.Replace(at.String(), "[::]", "localhost", 1)
	address = strings.Replace(address, "0.0.0.0", "localhost", 1)
	if login != "" {
		fmt.Fprintf(w, "sparkhost serves on %s://%s/\nopen %s://%s/login?token=%s\n", scheme, address, scheme, address, login)
		return
	}
	fmt.Fprintf(w, "sparkhost serves on %s://%s/\n", scheme, address)
}

// unheard says what to do about an address that cannot be listened on.
func unheard(address string, err error) error {
	next := "give HOST:PORT, such as 127.0.0.1:8080"
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		next = "another program listens there, maybe another serve: end it, or give another port, 0 for a free one"
	case errors.Is(err, syscall.EACCES):
		next = "ports below 1024 belong to the administrator: give a higher one"
	}
	return fmt.Errorf("--listen %s: %w; %s", address, err, next)
}
