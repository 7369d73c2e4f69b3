package fetch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"

	ocispec "github.com/opencontainers/image-spec/specs-go/v1"

	"github.com/sparkhost/sparkhost/host/sign"
	"github.com/sparkhost/sparkhost/internal/atomicfile"
)

// Suffixes of the files that lie beside a module: its signature, and an attestation of its behaviour.
const (
	SignatureSuffix = ".sigstore.json"
	BehaviourSuffix = ".behaviour.sigstore.json"
)

// Evidence holds what was found beside a module: signatures and attestations, none of them verified.
type Evidence struct {
	Bundles [][]byte `json:"bundles"`
	// Manifests are those of the registry that hold the module; a signature may be of one of their digests.
	Manifests [][]byte `json:"manifests"`
	Kept      bool     `json:"-"` // it was answered from Options.Dir
}

// Most bundles and manifests that are read for one module.
const maxBundles = 32

// Evidence reads the signatures of a module that [Open] returned: beside its file or address, or as referrers of its
// manifest in a registry. What came over the network is kept beside the module in Options.Dir, and answers from there until
// fresh asks again. A missing signature is not an error. A built-in module has none: it is part of this binary.
func (m *Module) Evidence(ctx context.Context, o Options, fresh bool) (*Evidence, error) {
	o = o.withDefaults()
	switch {
	case m.Reference.Scheme == SchemeBuiltin:
		return &Evidence{}, nil
	case m.Reference.Scheme == SchemePath:
		return m.besides()
	}
	for _, dir := range append([]string{o.Dir}, o.Mirrors...) {
		if e := keptEvidence(dir, m.Digest); e != nil && (!fresh || o.Offline) {
			return e, nil
		}
	}
	if o.Offline {
		return &Evidence{Kept: true}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	find := m.referrers
	if m.Reference.Scheme == SchemeHTTPS {
		find = m.addressed
	}
	e, err := find(ctx, o)
	if err == nil && len(e.Bundles) > 0 {
		err = keepEvidence(o.Dir, m.Digest, e)
	}
	return e, err
}

// Artifact names what a signature of the module must be of.
func (e *Evidence) Artifact(m *Module) sign.Artifact {
	a := sign.Artifact{Bytes: m.Wasm, Digest: m.Digest}
	for _, text := range e.Manifests {
		var manifest ocispec.Manifest
		if json.Unmarshal(text, &manifest) != nil {
			continue
		}
		if layer, err := moduleLayer(&manifest, DefaultMaxBytes); err == nil && layer.Digest.Encoded() == m.Digest {
			sum := sha256.Sum256(text)
			a.Manifests = append(a.Manifests, hex.EncodeToString(sum[:]))
		}
	}
	return a
}

// besides reads the bundles that lie beside a file.
func (m *Module) besides() (*Evidence, error) {
	e := &Evidence{}
	for _, suffix := range []string{SignatureSuffix, BehaviourSuffix} {
		f, err := os.Open(m.Resolved + suffix)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			var b []byte
			b, err = bundled(readCapped(f, sign.MaxBundle))
			e.Bundles = append(e.Bundles, b)
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			return nil, &Error{Reference: m.Resolved + suffix, Reason: "cannot be read", Err: err}
		}
	}
	return e, nil
}

// addressed reads the bundles beside an https address; one that is not found is none.
func (m *Module) addressed(ctx context.Context, o Options) (*Evidence, error) {
	e := &Evidence{}
	for _, suffix := range []string{SignatureSuffix, BehaviourSuffix} {
		at := *m.Reference.URL
		at.Path += suffix
		one := &Module{Reference: Reference{Text: at.String(), Scheme: SchemeHTTPS, URL: &at}}
		o.MaxBytes = sign.MaxBundle
		err := one.download(ctx, o)
		var no *Error
		switch {
		case err == nil || errors.Is(err, errTooLarge):
			b, _ := bundled(one.Wasm, err)
			e.Bundles = append(e.Bundles, b)
		case errors.As(err, &no) && no.Status == http.StatusNotFound:
		default:
			return nil, err
		}
	}
	return e, nil
}

func evidencePath(dir, digest string) string {
	return filepath.Join(dir, "sha256", digest+".signatures.json")
}

// keptEvidence reads what is kept, nil where nothing is. It is verified like what a server says.
func keptEvidence(dir, digest string) *Evidence {
	if dir == "" {
		return nil
	}
	f, err := os.Open(evidencePath(dir, digest))
	if err != nil {
		return nil
	}
	defer f.Close()
	e := &Evidence{Kept: true}
	b, err := readCapped(f, maxBundles*sign.MaxBundle)
	if err != nil || json.Unmarshal(b, e) != nil {
		return nil
	}
	return e
}

// keepEvidence keeps a copy in one form, whatever order the server listed it in.
func keepEvidence(dir, digest string, e *Evidence) error {
	if dir == "" {
		return nil
	}
	slices.SortFunc(e.Bundles, bytes.Compare)
	b, err := json.Marshal(e)
	if err == nil {
		err = os.MkdirAll(filepath.Join(dir, "sha256"), 0o700)
	}
	if err == nil {
		err = atomicfile.WriteBytes(evidencePath(dir, digest), 0o600, b)
	}
	if err != nil {
		return fmt.Errorf("signatures cannot be kept: %w", err)
	}
	return nil
}
