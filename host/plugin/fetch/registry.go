package fetch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/opencontainers/go-digest"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"oras.land/oras-go/v2/errdef"
	"oras.land/oras-go/v2/registry"
	"oras.land/oras-go/v2/registry/remote"
	"oras.land/oras-go/v2/registry/remote/auth"
	"oras.land/oras-go/v2/registry/remote/credentials"
	"oras.land/oras-go/v2/registry/remote/errcode"
	"oras.land/oras-go/v2/registry/remote/retry"
)

// Media types of a WebAssembly artifact, as the CNCF's tag for runtimes describes it.
const (
	MediaTypeConfig = "application/vnd.wasm.config.v0+json"
	MediaTypeModule = "application/wasm"
)

// maxManifest bounds what a registry says of an artifact; the standard asks for 4 MiB at most.
const maxManifest = 4 << 20

// repository opens the repository of a reference.
func repository(text string, ref registry.Reference, o Options) (*remote.Repository, error) {
	client := &auth.Client{
		Client: &http.Client{Transport: retry.NewTransport(transport(o)), CheckRedirect: encrypted},
		Cache:  auth.NewCache(),
	}
	if o.Credentials != "" {
		store, err := credentials.NewStore(o.Credentials, credentials.StoreOptions{})
		if err != nil {
			return nil, &Error{Reference: text, Reason: "needs the Docker config file, which cannot be read", Err: err}
		}
		client.Credential = credentials.Credential(store)
	}
	return &remote.Repository{
		Client: client, Reference: ref, PlainHTTP: plain(ref.Host()), MaxMetadataBytes: maxManifest,
	}, nil
}

// plain says whether a registry is spoken to without encryption: on this machine only.
func plain(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	return loopback(name)
}

// pull reads a module from a registry. A pinned one is asked for by its own digest, whatever the
// tag holds now; else the tag's manifest says which blob it is.
func (m *Module) pull(ctx context.Context, o Options) error {
	text := m.Reference.Text
	repo, err := repository(text, m.Reference.Remote, o)
	if err != nil {
		return err
	}
	if o.Digest != "" {
		m.Wasm, err = blob(ctx, repo, digest.NewDigestFromEncoded(digest.SHA256, o.Digest), o.MaxBytes)
		if !errors.Is(err, errdef.ErrNotFound) {
			m.Resolved = fmt.Sprintf("oci://%s/%s", m.Reference.Remote.Registry, m.Reference.Remote.Repository)
			return refused(ctx, text, err)
		}
	}
	d, manifest, err := manifestOf(ctx, repo, m.Reference.Remote.Reference)
	if err != nil {
		return refused(ctx, text, err)
	}
	m.Resolved = fmt.Sprintf("oci://%s/%s@%s", m.Reference.Remote.Registry, m.Reference.Remote.Repository, d.Digest)
	m.Annotations = manifest.Annotations
	layer, err := moduleLayer(manifest, o.MaxBytes)
	if err != nil {
		return about(text, err)
	}
	if o.Digest != "" && layer.Digest.Encoded() != o.Digest {
		return mismatch(text, layer.Digest.Encoded(), o.Digest)
	}
	m.Wasm, err = blob(ctx, repo, layer.Digest, o.MaxBytes)
	return refused(ctx, text, err)
}

// damaged is the next step after an answer that contradicts itself.
const damaged = "the registry is damaged or lies: tell who runs it"

// manifestOf reads what a tag or digest refers to.
func manifestOf(ctx context.Context, repo *remote.Repository, reference string) (ocispec.Descriptor, *ocispec.Manifest, error) {
	d, body, err := repo.Manifests().FetchReference(ctx, reference)
	if err != nil {
		return d, nil, err
	}
	defer body.Close()
	b, err := readCapped(body, maxManifest)
	if err != nil {
		return d, nil, err
	}
	if got := digest.FromBytes(b); got != d.Digest {
		return d, nil, &Error{Kind: ErrDigest, Reason: fmt.Sprintf("has a manifest with the digest %s, not %s", got, d.Digest), Next: damaged}
	}
	var m ocispec.Manifest
	if err := json.Unmarshal(b, &m); err != nil {
		return d, nil, &Error{Reason: "has a manifest that is no JSON", Next: damaged, Err: err}
	}
	return d, &m, nil
}

// moduleLayer finds the module in a manifest.
func moduleLayer(m *ocispec.Manifest, most int64) (ocispec.Descriptor, error) {
	var found []ocispec.Descriptor
	for _, l := range m.Layers {
		if l.MediaType == MediaTypeModule {
			found = append(found, l)
		}
	}
	switch {
	case len(found) != 1:
		return ocispec.Descriptor{}, &Error{
			Reason: fmt.Sprintf("holds no plugin: of its layers %d have the type %s, and one is needed", len(found), MediaTypeModule),
			Next:   "push one with `sparkhost plugin push`",
		}
	case found[0].Size > most:
		return found[0], tooLarge(most)
	case found[0].Digest.Validate() != nil || found[0].Digest.Algorithm() != digest.SHA256:
		return found[0], &Error{Reason: fmt.Sprintf("has a module with the digest %q, and a sha256 is needed", found[0].Digest), Next: damaged}
	}
	return found[0], nil
}

// blob reads a blob and compares it with its digest.
func blob(ctx context.Context, repo *remote.Repository, d digest.Digest, most int64) ([]byte, error) {
	_, body, err := repo.Blobs().FetchReference(ctx, d.String())
	if err != nil {
		return nil, err
	}
	defer body.Close()
	b, err := readCapped(body, most)
	if err != nil {
		return nil, err
	}
	if got := digest.FromBytes(b); got != d {
		return nil, &Error{
			Kind: ErrDigest, Next: damaged,
			Reason: fmt.Sprintf("was sent as a module with the sha256 %s instead of %s", got.Encoded(), d.Encoded()),
		}
	}
	return b, nil
}

// refused turns an error of the registry's client into one for people.
func refused(ctx context.Context, text string, err error) error {
	var answer *errcode.ErrorResponse
	switch {
	case err == nil:
		return nil
	case errors.As(err, &answer):
		return answered(text, answer.StatusCode)
	case errors.Is(err, auth.ErrBasicCredentialNotFound):
		return answered(text, http.StatusUnauthorized)
	case errors.Is(err, errdef.ErrNotFound):
		return &Error{Reference: text, Reason: "is not in the registry", Missing: true, Next: "check repository and tag; what is not public may look missing without credentials"}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return unavailable(ctx, text, fmt.Errorf("the answer ends too early: %w", err))
	}
	return unavailable(ctx, text, err)
}
