package papers

import (
	"bytes"
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/library/item"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/internal/pattern"
)

var (
	doiForm    = pattern.New(`(?i)\b10\.\d{4,9}/[-._;()/:a-z0-9<>]*[a-z0-9)]`)
	arxivStamp = pattern.New(`(?i)\barXiv:\s*(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})`)
	yearForm   = pattern.New(`\b(19[5-9]\d|20[0-4]\d)\b`)
	dated      = pattern.New(`(?i)published|accepted|©|copyright|\(c\)|received|available online|\bvol(?:ume|\.)|\d{4};\d|january|february|march|april|\bmay\b|june|july|august|september|october|november|december`)
)

// identify reads title, DOI, arXiv id, year and abstract out of the first page of a paper.
func identify(d *evidence.Document, text string) {
	page, _, _ := strings.Cut(text, "\f")
	page = page[:min(len(page), 20_000)]
	lines := strings.Split(page, "\n")
	d.DOI = cmp.Or(d.DOI, firstDOI(page))
	if m := arxivStamp.FindStringSubmatch(page); m != nil {
		d.ArXiv = retrieval.NormalizeArXiv(m[1])
	}
	if d.Title == "" {
		d.Title = title(lines)
	}
	if d.Year == 0 {
		d.Year = year(lines)
	}
	if d.ArXiv != "" && d.DOI == "" {
		d.Type, d.Status = "preprint", "preprint"
	}
}

// firstDOI returns the paper's own, which is printed on its first page before any that it cites.
func firstDOI(page string) string {
	before := page
	if i := references.FindStringIndex(page); i != nil {
		before = page[:i[0]]
	}
	return retrieval.NormalizeDOI(strings.TrimRight(doiForm.FindString(before), ")"))
}

var references = pattern.New(`(?m)^\s*(?:References|REFERENCES|Bibliography|Literature cited)\s*$`)

// furniture matches the text around titles on first pages.
var furniture = pattern.New(`(?i)^(?:arxiv:|doi\b|https?:|www\.|issn|vol(?:ume|\.)|©|copyright|received|accepted|published|available online|open access|research article|original (?:article|research|paper)|review(?: article)?|` +
	`article|letter|brief report|short communication|preprint|journal of |proceedings of |contents lists|page \d|\d+$|biorxiv|medrxiv|under review|to appear|draft|manuscript|department|university|abstract)`)

// title returns the first lines of the page that can be one: up to three lines, ended by an empty line, an abstract or a line that reads as authors.
func title(lines []string) string {
	var parts []string
	for _, line := range lines[:min(len(lines), 40)] {
		line = strings.Join(strings.Fields(line), " ")
		switch {
		case len(parts) == 0 && (line == "" || furniture.MatchString(line) || !wordy(line)):
			continue
		case line == "", len(parts) == 3, furniture.MatchString(line), len(parts) > 0 && names(line):
			return joined(parts)
		}
		parts = append(parts, line)
		if strings.HasSuffix(line, ".") && len(parts) > 0 {
			return joined(parts)
		}
	}
	return joined(parts)
}

func joined(parts []string) string {
	return evidence.Clip(strings.TrimSuffix(item.Plain(strings.Join(parts, " ")), "."), 300)
}

// wordy says whether a line has at least two words of letters, or one long one.
func wordy(line string) bool {
	letters := 0
	for _, r := range line {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= 8 && 2*letters > utf8.RuneCountInString(line)
}

// names says whether a line reads as a list of people: most words are capitalised, and there are commas, initials or an "and".
func names(line string) bool {
	words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' })
	capital := 0
	for _, w := range words {
		if first, _ := utf8.DecodeRuneInString(w); unicode.IsUpper(first) {
			capital++
		}
	}
	listed := strings.Contains(line, ",") || strings.Contains(line, " and ") || initials.MatchString(line) || strings.ContainsAny(line, "∗*†‡@")
	return len(words) >= 2 && listed && 3*capital >= 2*len(words) && len(words) <= 40
}

var initials = pattern.New(`\b\p{Lu}\.`)

// year returns the first on a line that speaks of publication, else of a line of the head.
func year(lines []string) int {
	for _, sure := range []bool{true, false} {
		for _, line := range lines[:min(len(lines), 80)] {
			if sure && !dated.MatchString(line) || !sure && len(line) > 60 {
				continue
			}
			if m := yearForm.FindString(line); m != "" {
				y, _ := biblio.Date(m)
				return y
			}
		}
	}
	return 0
}

// abstracted cuts the abstract out of the lines between its heading and the next.
func abstracted(text string) string {
	m := abstractHead.FindStringSubmatchIndex(text[:min(len(text), 20_000)])
	if m == nil {
		return ""
	}
	rest := text[m[1]:min(len(text), m[1]+6000)]
	end := afterAbstract.FindStringIndex(rest)
	if end == nil {
		return ""
	}
	s := strings.ReplaceAll(rest[:end[0]], "-\n", "")
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "\f", " ")), " ")
}

var (
	abstractHead  = pattern.New(`(?m)^\s*(?:Abstract|ABSTRACT|Summary|SUMMARY)\s*[.:—–-]?\s*`)
	afterAbstract = pattern.New(`(?m)^\s*(?:(?:1|I)?[.\s]*(?:Introduction|INTRODUCTION|Background|BACKGROUND)|Key ?words?\b|KEYWORDS|Index Terms|MeSH|CCS Concepts|\d+\s+Introduction|Results|RESULTS|Methods|METHODS)`)
)

// described reads what the file says of itself: XMP metadata, and the information dictionary where it is not packed.
func described(d *evidence.Document, body []byte) {
	if i := bytes.Index(body, []byte("<x:xmpmeta")); i >= 0 {
		xmp := body[i:min(len(body), i+1<<20)]
		d.DOI = cmp.Or(retrieval.NormalizeDOI(within(xmp, prismDOI)), firstDOI(within(xmp, dcID)))
		d.Title = usable(within(xmp, dcTitle))
	}
	if m := infoTitle.FindSubmatch(body); d.Title == "" && m != nil {
		d.Title = usable(unescape(m[1]))
	}
}

var (
	prismDOI  = pattern.New(`(?s)<prism:doi>\s*([^<]+)`)
	dcID      = pattern.New(`(?s)<dc:identifier>\s*([^<]+)`)
	dcTitle   = pattern.New(`(?s)<dc:title>.*?<rdf:li[^>]*>\s*([^<]+)`)
	infoTitle = pattern.New(`/Title\s*\(((?:[^()\\]|\\.){5,400})\)\s*(?:/(?:Author|Creator|Producer|CreationDate|Subject|Keywords|ModDate|Trapped)|>>)`)
)

func within(b []byte, re *pattern.Pattern) string {
	if m := re.FindSubmatch(b); m != nil {
		return item.Plain(strings.ToValidUTF8(string(m[1]), ""))
	}
	return ""
}

func unescape(b []byte) string {
	if bytes.HasPrefix(b, []byte("\xfe\xff")) {
		text, _ := item.Decode(b)
		return string(text)
	}
	text, _ := item.Decode(b)
	return item.Plain(strings.NewReplacer(`\(`, "(", `\)`, ")", `\\`, `\`, "\x00", "").Replace(string(text)))
}

// usable returns a title that a person wrote: not the name of a file or of a program's template.
func usable(s string) string {
	s = strings.TrimSpace(s)
	lower := strings.ToLower(s)
	if len(strings.Fields(s)) < 3 || strings.HasPrefix(lower, "microsoft word") || unwritten.MatchString(lower) {
		return ""
	}
	return s
}

var unwritten = pattern.New(`\.(?:docx?|tex|dvi|pdf|indd|qxd|rtf)\b|^untitled|^doi:|^pii:`)
