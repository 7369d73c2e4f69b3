package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// nobody is the user and group that the image runs as.
const nobody = 65532

// image writes a container image as a tar of an OCI layout: the program and its licences, no shell, not root. Its root file
// system may be mounted read-only; what it keeps goes to the volume /cache, and files of the user are in /data. Both folders
// belong to the image's user, because a new volume takes its owner from the folder that it covers.
func (s *source) image(p platform, all tree, path string) error {
	inside := tree{{path: "cache/", mode: fs.ModeDir | 0o755, owner: nobody}, {path: "data/", mode: fs.ModeDir | 0o755, owner: nobody}}
	for _, f := range all {
		if target := installed(f.path); target != "" && !bytes.HasPrefix([]byte(f.path), []byte("completions/")) {
			inside = append(inside, file{path: target[1:], mode: f.mode, data: f.data})
		}
	}
	var layer bytes.Buffer
	if err := tarred(&layer, inside.sorted(), s.Time); err != nil {
		return err
	}
	l, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(layer.Bytes())), nil }, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return err
	}
	img := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	if img, err = mutate.AppendLayers(img, l); err != nil {
		return err
	}
	img, err = mutate.ConfigFile(img, s.imageConfig(p, img))
	if err != nil {
		return err
	}
	dir := filepath.Join(s.work, "image", p.arch)
	into, err := layout.Write(dir, empty.Index)
	if err != nil {
		return err
	}
	if err := into.AppendImage(img, layout.WithAnnotations(map[string]string{"org.opencontainers.image.ref.name": s.Version})); err != nil {
		return err
	}
	files, err := readTree(dir, "")
	if err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return tarred(f, files.sorted(), s.Time)
}

func (s *source) imageConfig(p platform, img v1.Image) *v1.ConfigFile {
	c, _ := img.ConfigFile()
	c = c.DeepCopy()
	c.OS, c.Architecture, c.Created = p.os, p.arch, v1.Time{Time: s.Time.UTC()}
	c.History = []v1.History{{Created: v1.Time{Time: s.Time.UTC()}, CreatedBy: "sparkhost " + s.Version}}
	c.Config = v1.Config{
		Entrypoint: []string{"/usr/bin/sparkhost"}, User: fmt.Sprintf("%[1]d:%[1]d", nobody), WorkingDir: "/data",
		Env: []string{"PATH=/usr/bin", "SPARKHOST_CACHE=/cache"}, Volumes: map[string]struct{}{"/cache": {}},
		Labels: map[string]string{"org.opencontainers.image.version": s.Version, "org.opencontainers.image.revision": s.Commit, "org.opencontainers.image.licenses": "Apache-2.0"},
	}
	return c
}
