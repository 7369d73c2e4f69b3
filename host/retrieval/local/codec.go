package local

import (
	"encoding/binary"
	"encoding/json"
	"errors"

	"github.com/sparkhost/sparkhost/host/evidence"
)

var errRecord = errors.New("damaged record")

// appendDocument writes a document as length-prefixed fields in a fixed order.
// JSON would cost fifty times as much to read back, and a search reads dozens.
func appendDocument(b []byte, d *evidence.Document) []byte {
	for _, s := range []string{
		d.ID, d.Title, d.Abstract, d.Text, d.Venue, d.DOI, d.ArXiv, d.PMID, d.URL, d.Source, d.Status, d.PMCID, d.OpenURL, d.CitedBy, d.Type,
		d.AbstractBy, d.TextBy, publication(d),
	} {
		b = appendString(b, s)
	}
	b = binary.AppendVarint(b, int64(d.Year))
	b = binary.AppendUvarint(b, uint64(len(d.Sections)))
	for _, s := range d.Sections {
		b = appendString(appendString(b, s.Label), s.Text)
	}
	for _, list := range [][]string{d.Authors, d.Fields} {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, s := range list {
			b = appendString(b, s)
		}
	}
	flags := byte(0)
	if d.Retracted {
		flags |= 1
	}
	if d.CitationCount != nil {
		return binary.AppendVarint(append(b, flags|2), *d.CitationCount)
	}
	return append(b, flags)
}

// publication returns a document's publication as JSON; empty if nothing is known of it.
func publication(d *evidence.Document) string {
	if d.Publication.IsZero() {
		return ""
	}
	b, err := json.Marshal(d.Publication)
	if err != nil {
		return "" // strings only: cannot happen
	}
	return string(b)
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// decodeDocument reads what appendDocument wrote.
func decodeDocument(b []byte) (evidence.Document, error) {
	r := record{rest: string(b)}
	var d evidence.Document
	var about string
	for _, s := range []*string{
		&d.ID, &d.Title, &d.Abstract, &d.Text, &d.Venue, &d.DOI, &d.ArXiv, &d.PMID, &d.URL, &d.Source, &d.Status, &d.PMCID, &d.OpenURL, &d.CitedBy, &d.Type,
		&d.AbstractBy, &d.TextBy, &about,
	} {
		*s = r.text()
	}
	d.Year = int(r.signed())
	if n := r.count(); n > 0 {
		d.Sections = make([]evidence.Section, n)
		for i := range d.Sections {
			d.Sections[i] = evidence.Section{Label: r.text(), Text: r.text()}
		}
	}
	for _, list := range []*[]string{&d.Authors, &d.Fields} {
		if n := r.count(); n > 0 {
			*list = make([]string, n)
			for i := range *list {
				(*list)[i] = r.text()
			}
		}
	}
	flags := r.take(1)
	d.Retracted = flags != "" && flags[0]&1 != 0
	if flags != "" && flags[0]&2 != 0 {
		n := r.signed()
		d.CitationCount = &n
	}
	if r.bad || r.rest != "" || about != "" && json.Unmarshal([]byte(about), &d.Publication) != nil {
		return d, errRecord
	}
	return d, nil
}

// A record is a cursor that remembers the first damage and then yields zeros. The
// strings it yields share the record's memory.
type record struct {
	rest string
	bad  bool
}

func (r *record) take(n int) string {
	if n < 0 || n > len(r.rest) {
		r.bad, r.rest = true, ""
		return ""
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

func (r *record) unsigned() uint64 {
	v, n := binary.Uvarint([]byte(r.rest[:min(len(r.rest), binary.MaxVarintLen64)]))
	if n <= 0 {
		r.bad, r.rest = true, ""
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

func (r *record) signed() int64 {
	u := r.unsigned()
	return int64(u>>1) ^ -int64(u&1)
}

// count reads a number of elements, each of which takes at least one byte.
func (r *record) count() int {
	n := r.unsigned()
	if n > uint64(len(r.rest)) {
		r.bad, r.rest = true, ""
		return 0
	}
	return int(n)
}

func (r *record) text() string { return r.take(r.count()) }
