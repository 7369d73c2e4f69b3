package fetch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/opencontainers/go-digest"
	"github.com/opencontainers/image-spec/specs-go"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"oras.land/oras-go/v2/errdef"
	"oras.land/oras-go/v2/registry/remote"
)

// Annotations of a plugin's manifest, besides the standard's title, version and description.
const (
	AnnotationName     = "com.github.sparkhost.plugin.name"
	AnnotationContract = "com.github.sparkhost.plugin.contract"
	AnnotationKind     = "com.github.sparkhost.plugin.kind"
	AnnotationABI      = "com.github.sparkhost.plugin.abi"
)

// An Artifact is a module on its way into a registry.
type Artifact struct {
	Wasm        []byte
	Annotations map[string]string // of the manifest
	// Created is a time in RFC 3339 form. Empty: none is written, and equal modules with equal
	// annotations make equal manifests, byte for byte.
	Created string
	Replace bool // a tag may change what it holds
}

// config is the artifact's config blob.
type config struct {
	Created      string   `json:"created,omitempty"`
	Architecture string   `json:"architecture"`
	OS           string   `json:"os"`
	LayerDigests []string `json:"layerDigests"`
}

// Push puts a module into a registry under the tag of an oci:// reference: module and config
// first, the manifest last, so that a tag never refers to what is not there. It returns the
// manifest's digest, "sha256:…". A tag that holds something else is left alone unless the
// artifact says Replace; the error matches [ErrExists].
func Push(ctx context.Context, text string, a Artifact, o Options) (string, error) {
	ref, err := Parse(text)
	if err != nil {
		return "", err
	}
	if ref.Scheme != SchemeOCI || ref.Remote.ValidateReferenceAsDigest() == nil {
		return "", &Error{Reference: text, Reason: "is no tag of a registry", Next: "write oci://REGISTRY/REPOSITORY:TAG"}
	}
	o = o.withDefaults()
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	repo, err := repository(text, ref.Remote, o)
	if err != nil {
		return "", err
	}
	blobs, err := a.pack()
	if err != nil {
		return "", &Error{Reference: text, Reason: "cannot be described", Err: err}
	}
	if err := pushAll(ctx, repo, ref.Remote.Reference, blobs, a.Replace); err != nil {
		return "", refused(ctx, text, err)
	}
	return blobs[len(blobs)-1].Digest.String(), nil
}

// pack makes the blobs of an artifact, each with its content in Data: module, config, manifest.
func (a Artifact) pack() ([]ocispec.Descriptor, error) {
	module := described(MediaTypeModule, a.Wasm)
	c, err := json.Marshal(config{Created: a.Created, Architecture: "wasm", OS: "wasip1", LayerDigests: []string{module.Digest.String()}})
	if err != nil {
		return nil, err
	}
	settings := described(MediaTypeConfig, c)
	annotations := map[string]string{}
	for k, v := range a.Annotations {
		annotations[k] = v
	}
	if a.Created != "" {
		annotations[ocispec.AnnotationCreated] = a.Created
	}
	m, err := json.Marshal(ocispec.Manifest{
		Versioned: specs.Versioned{SchemaVersion: 2}, MediaType: ocispec.MediaTypeImageManifest,
		Config: bare(settings), Layers: []ocispec.Descriptor{bare(module)}, Annotations: annotations,
	})
	return []ocispec.Descriptor{module, settings, described(ocispec.MediaTypeImageManifest, m)}, err
}

func described(mediaType string, b []byte) ocispec.Descriptor {
	return ocispec.Descriptor{MediaType: mediaType, Digest: digest.FromBytes(b), Size: int64(len(b)), Data: b}
}

// bare returns a descriptor as a manifest shows it: without the content.
func bare(d ocispec.Descriptor) ocispec.Descriptor {
	d.Data = nil
	return d
}

// pushAll sends what the registry does not have, and the manifest last.
func pushAll(ctx context.Context, repo *remote.Repository, tag string, blobs []ocispec.Descriptor, replace bool) error {
	manifest := blobs[len(blobs)-1]
	there, err := repo.Manifests().Resolve(ctx, tag)
	switch {
	case err == nil && there.Digest == manifest.Digest:
		return nil
	case err == nil && !replace:
		return &Error{
			Kind: ErrExists, Reason: fmt.Sprintf("holds another plugin already, %s", there.Digest),
			Next: "push under a new tag, since locks may name this one, or replace it with --force",
		}
	case err != nil && !errors.Is(err, errdef.ErrNotFound):
		return err
	}
	for _, b := range blobs[:len(blobs)-1] {
		exists, err := repo.Blobs().Exists(ctx, bare(b))
		if err == nil && !exists {
			err = repo.Blobs().Push(ctx, bare(b), bytes.NewReader(b.Data))
		}
		if err != nil {
			return err
		}
	}
	return repo.Manifests().PushReference(ctx, bare(manifest), bytes.NewReader(manifest.Data), tag)
}
