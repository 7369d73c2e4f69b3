package supply

import (
	"context"
	"os"
	"strings"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
)

// Setup returns the part of a config that travels to the workers, and puts its files into the store.
func Setup(ctx context.Context, store Store, c host.Config) (s batch.Setup, err error) {
	s = batch.Setup{
		Policy: c.Policy, Mode: c.Mode, Vars: c.Vars, VarFiles: c.VarFiles, Waive: c.Waive, Lock: c.Lock,
		Sources: c.Sources, Models: c.Models, Offline: c.Offline, Seed: c.Seed, Year: c.Year, SkipBadLines: c.SkipBadLines,
	}
	for _, entry := range c.Environ {
		if strings.HasPrefix(entry, "SPARKHOST_VAR_") {
			s.Environ = append(s.Environ, entry)
		}
	}
	for _, path := range c.Corpus {
		corpus, err := Corpus(path)
		if err != nil {
			return s, err
		}
		s.Corpus = append(s.Corpus, corpus)
	}
	if c.Recordings != "" {
		if s.Recordings, err = PackFolder(ctx, store, c.Recordings); err != nil {
			return s, err
		}
	}
	c.Notify = nil // who opened the host was told of all warnings
	paths, err := c.Files()
	if err != nil || len(paths) == 0 {
		return s, err
	}
	s.Files, err = Pack(ctx, store, paths)
	return placed(s), err
}

// placed names policy, values and lock by their places among the files that travel.
func placed(s batch.Setup) batch.Setup {
	if _, err := os.Stat(strings.SplitN(s.Policy, "#", 2)[0]); err == nil {
		s.Policy = Inside("", s.Policy)
	}
	vars := s.VarFiles
	s.VarFiles = nil
	for _, path := range vars {
		s.VarFiles = append(s.VarFiles, Inside("", path))
	}
	if s.Lock != "" {
		s.Lock = Inside("", s.Lock)
	}
	return s
}
