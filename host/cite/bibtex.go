package cite

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// entryTypes are those of BibTeX by those of documents; others are misc.
var entryTypes = map[string]string{
	"conference-paper": "inproceedings", "proceedings": "proceedings", "book": "book", "book-chapter": "incollection", "thesis": "phdthesis", "report": "techreport",
	"dataset": "misc", "software": "misc", "web": "misc", "preprint": "misc", "patent": "misc", "standard": "misc",
}

// venueField names the field in which an entry type has its venue.
var venueField = map[string]string{"article": "journal", "inproceedings": "booktitle", "incollection": "booktitle", "phdthesis": "school", "techreport": "institution", "book": "publisher"}

// BibTeX implements [Format]. Letters stay UTF-8, as BibLaTeX and Biber read them; signs that TeX reads as commands are escaped.
func BibTeX(w io.Writer, works []Work) error {
	var b strings.Builder
	for i := range works {
		bibEntry(&b, &works[i])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func bibEntry(b *strings.Builder, w *Work) {
	kind := entryTypes[w.Type]
	if kind == "" {
		kind = "article"
		if w.Venue == "" {
			kind = "misc"
		}
	}
	fmt.Fprintf(b, "@%s{%s", kind, w.Key)
	field := func(name, value string) {
		if value != "" {
			fmt.Fprintf(b, ",\n  %s = {%s}", name, value)
		}
	}
	field("title", "{"+texed(w.Title)+"}")
	field("author", bibPeople(w.Authors))
	if name := venueField[kind]; name != "" {
		field(name, texed(w.Venue))
	} else {
		field("howpublished", texed(w.Venue))
	}
	if w.Year > 0 {
		field("year", strconv.Itoa(w.Year))
	}
	if len(w.Date) >= len("2020-05") {
		field("date", w.Date)
	}
	field("volume", texed(w.Volume))
	field("number", texed(w.Issue))
	field("pages", strings.ReplaceAll(texed(w.Pages), "-", "--"))
	if kind != "book" {
		field("publisher", texed(w.Publisher))
	}
	bibIdentifiers(field, w)
	field("note", texed(strings.Join(Cautions(&w.Citation), "; ")))
	b.WriteString("\n}\n\n")
}

func bibIdentifiers(field func(name, value string), w *Work) {
	field("doi", w.DOI)
	if w.ArXiv != "" {
		field("eprint", w.ArXiv)
		field("archiveprefix", "arXiv")
	}
	field("pmid", w.PMID)
	field("pmcid", w.PMCID)
	field("url", strings.NewReplacer("{", "%7B", "}", "%7D", `\`, "%5C").Replace(Address(&w.Citation)))
}

// bibPeople writes "Curie, Marie and {The Group}".
func bibPeople(authors []string) string {
	out := make([]string, len(authors))
	for i, name := range authors {
		given, family := Name(name)
		out[i] = texed(family) + ", " + texed(given)
		if given == "" {
			out[i] = "{" + texed(family) + "}"
		}
	}
	return strings.Join(out, " and ")
}

// texed escapes what TeX reads as commands.
func texed(s string) string { return texer.Replace(s) }

var texer = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`)
