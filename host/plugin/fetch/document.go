package fetch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/opencontainers/go-digest"
	"github.com/opencontainers/image-spec/specs-go"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"

	"github.com/sparkhost/sparkhost/host/sign"
	"github.com/sparkhost/sparkhost/internal/atomicfile"
)

// ErrNoDocument says that nothing lies at a reference yet.
var ErrNoDocument = errors.New("no document")

// MaxDocument bounds a document, in bytes.
const MaxDocument = 32 << 20

// A Document is a text with its signature, if it has one: two layers of an artifact, or a file with another beside it.
type Document struct {
	Text   []byte
	Bundle []byte // a Sigstore bundle over Text; nil: not signed
}

// OpenDocument reads a document of a media type from a file or a registry. The error matches [ErrNoDocument] where there is
// none.
func OpenDocument(ctx context.Context, text, mediaType string, o Options) (*Document, error) {
	ref, err := Parse(text)
	switch {
	case err != nil:
		return nil, err
	case ref.Scheme == SchemePath:
		return documentFile(ref)
	case ref.Scheme != SchemeOCI:
		return nil, &Error{Reference: text, Reason: "is neither a file nor in a registry", Next: "write FILE or oci://REGISTRY/REPOSITORY:TAG"}
	case o.Offline:
		return nil, &Error{Reference: text, Reason: "is in a registry, and --offline forbids to ask for it", Next: "name the file of a mirror", Kind: ErrOffline}
	}
	o = o.withDefaults()
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	repo, err := repository(text, ref.Remote, o)
	if err != nil {
		return nil, err
	}
	_, m, err := manifestOf(ctx, repo, ref.Remote.Reference)
	if err != nil {
		return nil, absent(refused(ctx, text, err))
	}
	d := &Document{}
	for _, l := range m.Layers {
		into, most := &d.Text, int64(MaxDocument)
		switch l.MediaType {
		case mediaType:
		case sign.MediaType:
			into, most = &d.Bundle, sign.MaxBundle
		default:
			continue
		}
		if l.Digest.Validate() != nil || l.Digest.Algorithm() != digest.SHA256 {
			return nil, &Error{Reference: text, Reason: fmt.Sprintf("has a layer with the digest %q, and a sha256 is needed", l.Digest), Next: damaged}
		}
		if *into, err = blob(ctx, repo, l.Digest, most); err != nil {
			return nil, refused(ctx, text, err)
		}
	}
	if d.Text == nil {
		return nil, &Error{Reference: text, Reason: "has no layer of the type " + mediaType, Next: "check the reference"}
	}
	return d, nil
}

// absent marks the error of an artifact that is not there.
func absent(err error) error {
	var no *Error
	if errors.As(err, &no) && (no.Status == 404 || no.Missing) {
		no.Kind = ErrNoDocument
	}
	return err
}

func documentFile(ref Reference) (*Document, error) {
	d := &Document{}
	for path, into := range map[string]*[]byte{ref.Path: &d.Text, ref.Path + SignatureSuffix: &d.Bundle} {
		f, err := os.Open(path)
		if errors.Is(err, os.ErrNotExist) && into == &d.Bundle {
			continue
		}
		if err == nil {
			*into, err = readCapped(f, MaxDocument)
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			e := &Error{Reference: path, Reason: "cannot be read", Err: err, Next: "check the path"}
			if errors.Is(err, os.ErrNotExist) {
				e.Kind = ErrNoDocument
			}
			return nil, e
		}
	}
	return d, nil
}

// PutDocument writes a document to a file or a tag of a registry, whatever is there now.
func PutDocument(ctx context.Context, text, mediaType string, d *Document, o Options) error {
	ref, err := Parse(text)
	if err != nil {
		return err
	}
	if ref.Scheme == SchemePath {
		return d.write(ref.Path)
	}
	if ref.Scheme != SchemeOCI || ref.Remote.ValidateReferenceAsDigest() == nil {
		return &Error{Reference: text, Reason: "is neither a file nor a tag of a registry", Next: "write FILE or oci://REGISTRY/REPOSITORY:TAG"}
	}
	o = o.withDefaults()
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	repo, err := repository(text, ref.Remote, o)
	if err != nil {
		return err
	}
	blobs := []ocispec.Descriptor{described(mediaType, d.Text), described(ocispec.MediaTypeEmptyJSON, ocispec.DescriptorEmptyJSON.Data)}
	layers := []ocispec.Descriptor{bare(blobs[0])}
	if d.Bundle != nil {
		signature := described(sign.MediaType, d.Bundle)
		blobs, layers = append(blobs, signature), append(layers, bare(signature))
	}
	m, err := json.Marshal(ocispec.Manifest{
		Versioned: specs.Versioned{SchemaVersion: 2}, MediaType: ocispec.MediaTypeImageManifest, ArtifactType: mediaType,
		Config: bare(blobs[1]), Layers: layers,
	})
	if err != nil {
		return err
	}
	blobs = append(blobs, described(ocispec.MediaTypeImageManifest, m))
	return refused(ctx, text, pushAll(ctx, repo, ref.Remote.Reference, blobs, true))
}

// write writes the signature before the text, so that a reader never meets a new text with an old signature for long.
func (d *Document) write(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if d.Bundle != nil {
		if err := atomicfile.WriteBytes(path+SignatureSuffix, 0o644, d.Bundle); err != nil {
			return err
		}
	} else if err := os.Remove(path + SignatureSuffix); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return atomicfile.WriteBytes(path, 0o644, d.Text)
}
