package load

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// mostVenues bounds a list.
const mostVenues = 20_000

// venues reads the list that a select block names, and keeps it among the set's files.
func (b *builder) venues(s *syntax.Node) []policy.Venue {
	name := s.Text("venues")
	if name == "" {
		return nil
	}
	at := s.ValueAt("venues")
	shown, src, err := b.beside(at.Filename, name, ".csv")
	if err != nil {
		b.report(diag.Error(diag.CodeUnreadable, at, fmt.Sprintf("The list of venues %q cannot be read", name), err.Error()+"."))
		return nil
	}
	b.attached[shown] = &hcl.File{Bytes: src}
	venues, line, err := parseVenues(src)
	if err != nil {
		pos := hcl.Pos{Line: max(line, 1), Column: 1}
		b.report(diag.Error(diag.CodeType, hcl.Range{Filename: shown, Start: pos, End: pos}, "Invalid list of venues",
			err.Error()+". A list is CSV with the columns venue and adjust, such as Nature,0.15."))
	}
	for i := range venues {
		venues[i].At.File = shown
	}
	return venues
}

// venues puts what the policy's list of venues says in the place of the list's name, and lists its rows. Their order
// is part of it: of rows of one name the first counts.
func (l *lister) venues(list *Setting) {
	venues := l.p.Select.Venues
	if len(venues) == 0 {
		return
	}
	all, seen, owner := sha256.New(), map[string]int{}, list.Owner
	for _, v := range venues {
		fmt.Fprintf(all, "%q %v\n", v.Names, v.Adjust)
	}
	path := list.Path
	list.Value = fmt.Sprintf("%d venues, sha256 %.6x", len(venues), all.Sum(nil))
	for _, v := range venues {
		name := strconv.Quote(strings.Join(v.Names, "|"))
		if seen[name]++; seen[name] > 1 {
			name += fmt.Sprintf("#%d", seen[name])
		}
		l.out = append(l.out, Setting{Path: path + "." + name, Value: schema.Spell(v.Adjust), Owner: owner, At: v.At})
	}
}

// beside reads a file with one of the suffixes from the folder of a policy file, or a shipped one by "shipped:NAME".
func (b *builder) beside(of, name string, suffixes ...string) (shown string, src []byte, err error) {
	from := b.user
	base, shipped := strings.CutPrefix(name, b.shipped.prefix)
	if shipped || strings.HasPrefix(of, b.shipped.prefix) {
		from = b.shipped
	}
	if base != path.Base(base) || !fs.ValidPath(base) || base == "." || !slices.Contains(suffixes, path.Ext(base)) {
		return "", nil, fmt.Errorf("must be the name of a %s file in the policy's folder%s", strings.Join(suffixes, " or "), alternatives[suffixes[0]])
	}
	if from.fs == nil {
		return "", nil, errors.New("the policy has no folder to read it from")
	}
	src, err = ReadCapped(from.fs, base)
	switch {
	case err != nil:
		return "", nil, err
	case len(src) > syntax.MaxFileBytes:
		return "", nil, fmt.Errorf("it is larger than %d KiB", syntax.MaxFileBytes>>10)
	}
	return from.prefix + base, src, nil
}

// alternatives says which shipped files may be named in place of one of the folder.
var alternatives = map[string]string{".csv": ", or \"shipped:venues.csv\""}

// parseVenues reads a list. An error comes with its line; 0: of the whole.
func parseVenues(src []byte) (venues []policy.Venue, line int, err error) {
	if !utf8.Valid(src) {
		return nil, 0, errors.New("it is not UTF-8")
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(src, []byte("\ufeff"))))
	r.Comment, r.TrimLeadingSpace, r.FieldsPerRecord = '#', true, -1
	head, err := r.Read()
	if err != nil {
		return nil, 1, errors.New("the header line is missing")
	}
	name, adjust := column(head, "venue"), column(head, "adjust")
	if name < 0 || adjust < 0 {
		return nil, 1, errors.New("the first line does not name the columns venue and adjust")
	}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return venues, 0, nil
		}
		if err != nil {
			var bad *csv.ParseError
			errors.As(err, &bad)
			return nil, bad.Line, bad.Err
		}
		line, _ = r.FieldPos(0)
		v, err := venueOf(row, name, adjust)
		if err != nil {
			return nil, line, err
		}
		v.At = policy.Pos{Line: line, Column: 1}
		if venues = append(venues, v); len(venues) > mostVenues {
			return nil, line, fmt.Errorf("there are more than %d venues", mostVenues)
		}
	}
}

func column(head []string, name string) int {
	for i, h := range head {
		if strings.EqualFold(strings.TrimSpace(h), name) {
			return i
		}
	}
	return -1
}

func venueOf(row []string, name, adjust int) (policy.Venue, error) {
	if len(row) <= max(name, adjust) {
		return policy.Venue{}, errors.New("a value is missing")
	}
	var v policy.Venue
	for spelling := range strings.SplitSeq(row[name], "|") {
		if spelling = strings.TrimSpace(spelling); spelling != "" {
			v.Names = append(v.Names, spelling)
		}
	}
	if v.Names == nil {
		return policy.Venue{}, errors.New("the venue has no name")
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(row[adjust]), 64)
	if err != nil || math.IsNaN(n) || n < -1 || n > 1 {
		return policy.Venue{}, fmt.Errorf("adjust must be a number from -1 to 1, not %q", row[adjust])
	}
	v.Adjust = n
	return v, nil
}
