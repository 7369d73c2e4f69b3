package local

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// A row holds what is known of a document without reading it: the start of the SHA-256 of its id (10 bytes: of a hundred million
// ids, two share it once in 200 million corpora), marks (1), year (2).
const (
	idSize  = 10
	rowSize = idSize + 3
)

// marks returns the things that a document may have, by their bits.
func marks(d *evidence.Document) (m byte) {
	for i, has := range [8]bool{
		d.Abstract != "", d.Text != "", len(d.Sections) > 0, d.Year != 0, d.Venue != "", d.DOI != "", d.CitationCount != nil, d.Retracted,
	} {
		if has {
			m |= 1 << i
		}
	}
	return m
}

func newRow(d *evidence.Document) []byte {
	id := sha256.Sum256([]byte(d.ID))
	return binary.LittleEndian.AppendUint16(append(id[:idSize:idSize], marks(d)), uint16(d.Year)) // 1000 to 2999, or 0
}

// count adds a document with such a row, whose title and whole have so many terms.
func (s *Stats) count(row []byte, title, whole uint32) {
	m, year := row[idSize], int(binary.LittleEndian.Uint16(row[idSize+1:]))
	s.Documents++
	for i, n := range []*int{
		&s.WithAbstract, &s.WithText, &s.WithSections, &s.WithYear, &s.WithVenue, &s.WithDOI, &s.WithCites, &s.Retracted,
	} {
		*n += int(m >> i & 1)
	}
	if whole == 0 {
		s.Empty++
	}
	if title > 0 {
		s.WithTitle++
	}
	if year != 0 {
		if s.FirstYear == 0 || year < s.FirstYear {
			s.FirstYear = year
		}
		s.LastYear = max(s.LastYear, year)
	}
}
