package fetch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"time"
)

// Defaults of [Options].
const (
	DefaultMaxBytes = 32 << 20         // as much as a sandbox loads
	DefaultTimeout  = 60 * time.Second // of everything that one reference needs
)

// Options say how a module is read. The zero value reads files, folders and registries without
// credentials, and keeps nothing.
type Options struct {
	Name    string                            // of the plugin: of a bare "builtin", and of the module in a folder
	Base    string                            // folder that relative paths start from; empty: the working folder
	Builtin func(name string) ([]byte, error) // modules of this binary; nil: there are none
	Digest  string                            // sha256 that the module must have, lower-case hex; an https address needs it
	Dir     string                            // keeps what came over the network, by digest; empty: nothing is kept
	Offline bool                              // the network is not asked
	// Mirrors are further folders like Dir that are only read, such as those that `plugin mirror` fills.
	Mirrors []string

	MaxBytes    int64         // of a module; default 32 MiB
	Timeout     time.Duration // default 60 s
	Proxy       *url.URL      // that https goes through; nil: none
	Credentials string        // a Docker config file with credentials of registries; empty or missing: none
}

func (o Options) withDefaults() Options {
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	return o
}

// A Module is a module that was found.
type Module struct {
	Reference   Reference
	Wasm        []byte
	Digest      string            // sha256 of Wasm, lower-case hex
	Resolved    string            // the exact place: a path, an address, an artifact by its manifest's digest
	Kept        bool              // it was answered from Options.Dir, without the network
	NotKept     error             // why it could not be kept: no reason not to use it
	Annotations map[string]string // of an artifact's manifest; nil where it was not asked for
}

// Open reads the module that text refers to. All errors are of type [*Error], or ctx's own.
func Open(ctx context.Context, text string, o Options) (*Module, error) {
	ref, err := Parse(text)
	if err != nil {
		return nil, err
	}
	o = o.withDefaults()
	m := &Module{Reference: ref, Resolved: ref.Text}
	switch {
	case ref.Scheme == SchemeBuiltin:
		err = m.builtin(o)
	case ref.Scheme == SchemePath:
		err = m.file(o)
	default:
		err = m.network(ctx, o)
	}
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(m.Wasm)
	m.Digest = hex.EncodeToString(sum[:])
	if o.Digest != "" && o.Digest != m.Digest {
		return nil, mismatch(text, m.Digest, o.Digest)
	}
	if ref.Network() && !m.Kept {
		m.NotKept = keep(o.Dir, m.Digest, m.Wasm)
	}
	return m, nil
}

func (m *Module) builtin(o Options) (err error) {
	name := m.Reference.Name
	if name == "" {
		name = o.Name
	}
	m.Resolved = "builtin:" + name
	if o.Builtin == nil {
		return &Error{Reference: m.Resolved, Reason: "is not carried by this program"}
	}
	if m.Wasm, err = o.Builtin(name); err != nil {
		return &Error{Reference: m.Resolved, Reason: "is not built in", Err: err}
	}
	return nil
}

// network reads from what is kept, else over the network.
func (m *Module) network(ctx context.Context, o Options) error {
	if o.Digest == "" && m.Reference.Scheme == SchemeHTTPS {
		return &Error{
			Reference: m.Reference.Text, Reason: "is an address without a digest, and whoever serves it could change it", Kind: ErrUnpinned,
			Next: "give the module's sha256, which its publisher states: digest = \"…\" in the policy's plugin block, or --digest",
		}
	}
	for _, dir := range append([]string{o.Dir}, o.Mirrors...) {
		if b, ok := kept(dir, o.Digest, o.MaxBytes); ok {
			m.Wasm, m.Kept = b, true
			return nil
		}
	}
	if o.Offline {
		return offline(m.Reference.Text, o)
	}
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	if m.Reference.Scheme == SchemeHTTPS {
		return m.download(ctx, o)
	}
	return m.pull(ctx, o)
}

func offline(text string, o Options) error {
	reason := "is not kept on this machine, and --offline forbids to ask for it"
	if o.Digest == "" {
		reason = "is not pinned, so that what is kept cannot be recognised, and --offline forbids to ask for it"
	}
	return &Error{Reference: text, Reason: reason, Next: "run once without --offline", Kind: ErrOffline}
}
