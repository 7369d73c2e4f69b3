package fetch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/opencontainers/image-spec/specs-go"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"oras.land/oras-go/v2/content"
	"oras.land/oras-go/v2/registry/remote"

	"github.com/sparkhost/sparkhost/host/sign"
)

// Annotations with which cosign marks what a bundle in a registry holds.
const (
	annotationContent   = "dev.sigstore.bundle.content"
	annotationPredicate = "dev.sigstore.bundle.predicateType"
)

// bundleType is the beginning of the type of every Sigstore bundle.
const bundleType = "application/vnd.dev.sigstore.bundle"

// referrers reads the bundles that refer to the manifest of an artifact, which must hold the module.
func (m *Module) referrers(ctx context.Context, o Options) (*Evidence, error) {
	text := m.Reference.Text
	repo, err := repository(text, m.Reference.Remote, o)
	if err != nil {
		return nil, err
	}
	subject, raw, err := rawManifest(ctx, repo, m.Reference.Remote.Reference)
	if err != nil {
		return nil, refused(ctx, text, err)
	}
	e := &Evidence{Manifests: [][]byte{raw}}
	if len(e.Artifact(m).Manifests) == 0 {
		return &Evidence{}, nil // the tag has moved to another module
	}
	list, err := bundlesOf(ctx, repo, subject)
	if err != nil {
		return nil, refused(ctx, text, err)
	}
	for _, d := range list {
		b, err := bundleIn(ctx, repo, d)
		if err != nil {
			return nil, refused(ctx, text, err)
		}
		e.Bundles = append(e.Bundles, b)
	}
	return e, nil
}

// bundlesOf lists the manifests of bundles that refer to subject, through the registry's API or its fallback tag.
func bundlesOf(ctx context.Context, repo *remote.Repository, subject ocispec.Descriptor) ([]ocispec.Descriptor, error) {
	var out []ocispec.Descriptor
	err := repo.Referrers(ctx, subject, "", func(page []ocispec.Descriptor) error {
		for _, d := range page {
			// Some registries list the type of the config in place of the artifact's.
			if strings.HasPrefix(d.ArtifactType, bundleType) || d.Annotations[annotationContent] != "" {
				out = append(out, d)
			}
		}
		if len(out) > maxBundles {
			return &Error{Reason: fmt.Sprintf("has more than %d signatures", maxBundles), Next: "remove those that are not needed"}
		}
		return nil
	})
	return out, err
}

// bundleIn reads the bundle of a referrer's only layer.
func bundleIn(ctx context.Context, repo *remote.Repository, d ocispec.Descriptor) ([]byte, error) {
	_, m, err := manifestOf(ctx, repo, d.Digest.String())
	if err != nil {
		return nil, err
	}
	if len(m.Layers) != 1 || m.Layers[0].Digest.Validate() != nil {
		return nil, &Error{Reason: fmt.Sprintf("has a signature %s with %d layers, and one is needed", d.Digest, len(m.Layers)), Next: damaged}
	}
	return bundled(blob(ctx, repo, m.Layers[0].Digest, sign.MaxBundle))
}

// Sign adds bundles to the artifact that a reference names: as referrers of its manifest. make is told the
// sha256 of manifest and module. A bundle that is there already is not sent again. The manifest's digest is returned.
func Sign(ctx context.Context, text string, make func(manifest, module string) ([]*sign.Bundle, error), o Options) (string, error) {
	m, err := Open(ctx, text, Options{Credentials: o.Credentials, Proxy: o.Proxy, MaxBytes: o.MaxBytes, Timeout: o.Timeout})
	if err != nil {
		return "", err
	}
	if m.Reference.Scheme != SchemeOCI {
		return "", &Error{Reference: text, Reason: "is no artifact of a registry", Next: "write oci://REGISTRY/REPOSITORY:TAG"}
	}
	o = o.withDefaults()
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	repo, err := repository(text, m.Reference.Remote, o)
	if err != nil {
		return "", err
	}
	subject, raw, err := rawManifest(ctx, repo, m.Reference.Remote.Reference)
	if err != nil {
		return "", refused(ctx, text, err)
	}
	if e := (&Evidence{Manifests: [][]byte{raw}}); len(e.Artifact(m).Manifests) == 0 {
		return "", &Error{Reference: text, Reason: "changed while it was read", Next: "try again"}
	}
	bundles, err := make(subject.Digest.Encoded(), m.Digest)
	for _, b := range bundles {
		if err == nil {
			err = refused(ctx, text, attach(ctx, repo, subject, b))
		}
	}
	return subject.Digest.String(), err
}

// attach pushes a bundle as an artifact whose subject is another manifest.
func attach(ctx context.Context, repo *remote.Repository, subject ocispec.Descriptor, b *sign.Bundle) error {
	text, err := b.JSON()
	if err != nil {
		return err
	}
	layer, empty := described(sign.MediaType, text), described(ocispec.MediaTypeEmptyJSON, ocispec.DescriptorEmptyJSON.Data)
	target := bare(subject)
	target.Annotations = nil
	raw, err := json.Marshal(ocispec.Manifest{
		Versioned: specs.Versioned{SchemaVersion: 2}, MediaType: ocispec.MediaTypeImageManifest, ArtifactType: sign.MediaType,
		Config: bare(empty), Layers: []ocispec.Descriptor{bare(layer)}, Subject: &target, Annotations: labels(b),
	})
	if err != nil {
		return err
	}
	for _, d := range []ocispec.Descriptor{layer, empty} {
		exists, err := repo.Blobs().Exists(ctx, bare(d))
		if err == nil && !exists {
			err = repo.Blobs().Push(ctx, bare(d), bytes.NewReader(d.Data))
		}
		if err != nil {
			return err
		}
	}
	return repo.Manifests().Push(ctx, bare(described(ocispec.MediaTypeImageManifest, raw)), bytes.NewReader(raw))
}

// labels returns the annotations by which cosign finds bundles of a kind.
func labels(b *sign.Bundle) map[string]string {
	s, err := b.Statement()
	if err != nil || s == nil {
		return map[string]string{annotationContent: "message-signature"}
	}
	return map[string]string{annotationContent: "dsse-envelope", annotationPredicate: s.PredicateType}
}

// rawManifest reads the manifest that a tag or digest refers to, byte for byte.
func rawManifest(ctx context.Context, repo *remote.Repository, reference string) (ocispec.Descriptor, []byte, error) {
	d, body, err := repo.Manifests().FetchReference(ctx, reference)
	if err != nil {
		return d, nil, err
	}
	defer body.Close()
	if d.Size > maxManifest {
		return d, nil, tooLarge(maxManifest)
	}
	b, err := content.ReadAll(body, d)
	if errors.Is(err, content.ErrMismatchedDigest) {
		return d, nil, &Error{Kind: ErrDigest, Reason: "has a manifest with another digest than " + d.Digest.String(), Next: damaged}
	}
	return d, b, err
}
