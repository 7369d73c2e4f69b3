// Package table reads tables of works: CSV with commas, semicolons or bars, and tab-separated values. Columns are found by their names
// in the first row, among them those of PubMed, Scopus and Web of Science.
package table

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/library/item"
)

// Columns says which column holds a field, by the field's name in a corpus line ("title" → "Titel"). Names are compared without case
// and signs. It goes before the names that are known.
type Columns map[string]string

// Read implements item.Reader. Without columns of its own, nil, it finds those that are known.
func (c Columns) Read(ctx context.Context, r io.Reader, out item.Output) error {
	text, err := item.ReadText(r, out)
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
	in := csv.NewReader(strings.NewReader(text))
	in.Comma, in.FieldsPerRecord, in.LazyQuotes, in.TrimLeadingSpace = separator(first), -1, true, true
	header, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return err
	}
	fields, err := c.fields(header)
	if err != nil {
		return err
	}
	if idle := fields.unread(header); len(idle) > 0 {
		out.Wrong(1, "columns that are not read: "+strings.Join(idle, ", "))
	}
	return fields.rows(ctx, in, len(header), out)
}

// rows reads what follows the header. A row with too few or too many cells is told: its cells may stand under wrong names.
func (f fields) rows(ctx context.Context, in *csv.Reader, width int, out item.Output) error {
	for {
		row, err := in.Read()
		line, _ := in.FieldPos(0)
		var syntax *csv.ParseError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &syntax):
			out.Wrong(syntax.StartLine, syntax.Err.Error())
			continue
		case err != nil:
			return err
		case blank(row):
			continue
		case len(row) != width && !blank(row[min(width, len(row)):]) || len(row) < width:
			out.Wrong(line, fmt.Sprintf("%d cells, the header has %d: a quote or a separator is missing or too many", len(row), width))
			continue
		}
		d, err := f.document(row)
		if err != nil {
			out.Wrong(line, err.Error())
			continue
		}
		if err := out.Found(item.Item{Document: d, Line: line}); err != nil {
			return err
		}
	}
}

// separator returns the sign that parts the cells of the header.
func separator(header string) rune {
	best, most := ',', 0
	for _, sign := range []rune{',', ';', '\t', '|'} {
		if n := strings.Count(outsideQuotes(header), string(sign)); n > most {
			best, most = sign, n
		}
	}
	return best
}

func outsideQuotes(s string) string {
	var b strings.Builder
	for i, part := range strings.Split(s, `"`) {
		if i%2 == 0 {
			b.WriteString(part)
		}
	}
	return b.String()
}

func blank(row []string) bool {
	return !slices.ContainsFunc(row, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}

// known are the names that columns of a field have, besides its own; as [plainName] writes them.
var known = map[string][]string{
	"id": {"key", "itemkey", "identifier", "citationkey", "bibtexkey", "ut", "eid"}, "title": {"ti", "articletitle", "documenttitle", "papertitle", "name", "titel", "titre"},
	"abstract": {"ab", "abstractnote", "abstracttext", "summary", "zusammenfassung", "kurzfassung", "résumé"}, "text": {"fulltext", "body"}, "year": {"py", "publicationyear", "pubyear", "yearpublished", "jahr", "année"},
	"venue":   {"journal", "so", "sourcetitle", "publicationtitle", "publicationname", "journalbook", "journaltitle", "containertitle", "booktitle", "publication", "zeitschrift", "revue"},
	"authors": {"author", "au", "authorfullnames", "authornames", "af", "creators", "creator", "autoren", "autor", "auteurs"}, "doi": {"di", "doilink", "digitalobjectidentifier"},
	"pmid": {"pubmedid", "pm"}, "pmcid": {"pmc"}, "arxiv": {"arxivid"}, "url": {"link", "ul", "address"}, "open_access_url": {"oaurl", "pdfurl"},
	"citation_count": {"citedby", "citations", "citationcount", "timescited", "tc", "citedbycount", "z9"}, "type": {"documenttype", "dt", "itemtype", "publicationtype"},
	"date": {"publicationdate", "pubdate"}, "volume": {"vl", "vol"}, "issue": {"is", "number", "no"}, "pages": {"pagerange", "page", "bp"}, "publisher": {"pu"}, "issn": {"sn"},
	"language": {"la", "languageoforiginaldocument"}, "keywords": {"de", "authorkeywords", "manualtags", "tags"}, "mesh_terms": {"mesh", "meshterms"}, "license": {"licence"},
	"fields_of_study": {"wc", "field", "fields", "subject", "subjects"}, "status": {"state"}, "retracted": {"isretracted"}, "isbn": {"bn"},
}

// plainName returns the letters and digits of a name in lower case.
func plainName(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// fields are the columns of a table by the name of their field.
type fields map[string]int

// fields finds the columns. A name that the caller gives and no column has is an error, and so is a table without title and abstract.
func (c Columns) fields(header []string) (fields, error) {
	at := map[string]int{}
	for i, name := range header {
		if _, taken := at[plainName(name)]; !taken {
			at[plainName(name)] = i
		}
	}
	out := fields{}
	for field, names := range known {
		for _, name := range append([]string{plainName(field)}, names...) {
			if i, ok := at[name]; ok {
				out[field] = i
				break
			}
		}
	}
	for field, name := range c {
		i, ok := at[plainName(name)]
		switch {
		case known[field] == nil:
			return nil, fmt.Errorf("%q is no field of a work", field)
		case !ok:
			return nil, fmt.Errorf("no column %q for %s: the columns are %s", name, field, strings.Join(header, ", "))
		}
		out[field] = i
	}
	_, title := out["title"]
	_, abstract := out["abstract"]
	if !title && !abstract {
		return nil, fmt.Errorf("neither a title nor an abstract among the columns %s: name them with --column title=NAME", evidence.Clip(strings.Join(header, ", "), 200))
	}
	return out, nil
}

// unread returns the columns that no field has.
func (f fields) unread(header []string) []string {
	var out []string
	for i, name := range header {
		used := false
		for _, at := range f {
			used = used || at == i
		}
		if !used && strings.TrimSpace(name) != "" {
			out = append(out, evidence.Clip(name, 40))
		}
	}
	return out
}
