package cite

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// risTypes are those of RIS by those of documents.
var risTypes = map[string]string{
	"conference-paper": "CPAPER", "proceedings": "CONF", "book": "BOOK", "book-chapter": "CHAP", "thesis": "THES", "report": "RPRT", "dataset": "DATA", "software": "COMP",
	"web": "ELEC", "news": "NEWS", "preprint": "UNPB", "patent": "PAT", "standard": "STAND", "other": "GEN",
}

// RIS implements [Format].
func RIS(w io.Writer, works []Work) error {
	var b strings.Builder
	for i := range works {
		risEntry(&b, &works[i])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func risEntry(b *strings.Builder, w *Work) {
	kind := risTypes[w.Type]
	if kind == "" {
		kind = "JOUR"
		if w.Venue == "" {
			kind = "GEN"
		}
	}
	line := func(tag, value string) {
		if value != "" {
			fmt.Fprintf(b, "%s  - %s\n", tag, strings.Join(strings.Fields(value), " "))
		}
	}
	line("TY", kind)
	line("TI", w.Title)
	for _, name := range w.Authors {
		given, family := Name(name)
		line("AU", strings.TrimSuffix(family+", "+given, ", "))
	}
	if w.Year > 0 {
		line("PY", strconv.Itoa(w.Year))
	}
	line("DA", strings.ReplaceAll(w.Date, "-", "/"))
	line("T2", w.Venue)
	line("VL", w.Volume)
	line("IS", w.Issue)
	first, last, _ := strings.Cut(w.Pages, "-")
	line("SP", first)
	line("EP", last)
	line("PB", w.Publisher)
	line("DO", w.DOI)
	if w.PMID != "" {
		line("AN", w.PMID)
		line("DB", "PubMed")
	}
	line("C2", w.PMCID)
	line("UR", Address(&w.Citation))
	if w.OpenURL != Address(&w.Citation) {
		line("L2", w.OpenURL)
	}
	line("ID", w.Key)
	line("N1", strings.Join(Cautions(&w.Citation), "; "))
	b.WriteString("ER  - \n\n")
}
