package index

import (
	"context"
	"path/filepath"

	"github.com/sparkhost/sparkhost/host/plugin/fetch"
)

// FileName is the name of the index in a mirror.
const FileName = "index.json"

// Mirror copies an index, as it is and with its signature, and the modules that it lists with theirs, into a folder: each
// module by its sha256, as [fetch.Options.Mirrors] reads them. Modules that the index no longer lists stay, since locks may name
// them. The index is written last, so that it lists nothing that is not there. told hears each entry.
func (x *Index) Mirror(ctx context.Context, d *fetch.Document, dir string, o fetch.Options, told func(Entry)) error {
	for _, e := range x.Plugins {
		o.Digest, o.Name = e.SHA256, e.Name
		m, err := fetch.Open(ctx, e.Source, o)
		if err != nil {
			return err
		}
		found, err := m.Evidence(ctx, o, true)
		if err == nil {
			err = fetch.Keep(dir, m, found)
		}
		if err != nil {
			return err
		}
		told(e)
	}
	return fetch.PutDocument(ctx, filepath.Join(dir, FileName), MediaType, d, o)
}
