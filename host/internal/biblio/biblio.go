// Package biblio reads the bibliographic fields that several sources and file formats share: dates, page ranges, ISSNs, types and the
// relations that notices have to their works.
package biblio

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

var (
	issn      = regexp.MustCompile(`\b([0-9]{4})-?([0-9]{3}[0-9Xx])\b`)
	pageRange = regexp.MustCompile(`\s*[-–—−‐]+\s*`)
)

// ISSN lists the ISSNs in texts, such as "0022-2836; 1089-8638", each once, as "0022-2836".
func ISSN(texts ...string) []string {
	var out []string
	for _, t := range texts {
		for _, m := range issn.FindAllStringSubmatch(t, -1) {
			out = append(out, m[1]+"-"+strings.ToUpper(m[2]))
		}
	}
	return Unique(out...)
}

// ISBN lists ISBNs without hyphens and without what stands before them in an address, each once.
func ISBN(texts ...string) []string {
	var out []string
	for _, t := range texts {
		t = strings.ReplaceAll(t[strings.LastIndexByte(t, '/')+1:], "-", "")
		if n := len(t); (n == 10 || n == 13) && strings.Trim(strings.ToUpper(t), "0123456789X") == "" {
			out = append(out, strings.ToUpper(t))
		}
	}
	return Unique(out...)
}

// Pages returns a range with a hyphen, "12-18", of a range as it is written or of its two ends; one page alone stands alone.
func Pages(first, last string) string {
	first, last = strings.TrimSpace(first), strings.TrimSpace(last)
	if last == "" || last == first {
		return pageRange.ReplaceAllString(first, "-")
	}
	if first == "" {
		return last
	}
	return first + "-" + last
}

// Unique lists texts without white space around them, each once, in their order; empty ones are left out.
func Unique(texts ...string) []string {
	var out []string
	seen := map[string]bool{}
	for _, t := range texts {
		if t = strings.TrimSpace(t); t != "" && !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out
}

// Person returns a name in the order of speech: "Curie, Marie" is "Marie Curie", "King, Jr., Martin Luther" is "Martin Luther King Jr.".
func Person(name string) string {
	parts := strings.Split(name, ",")
	for i := range parts {
		parts[i] = strings.Join(strings.Fields(parts[i]), " ")
	}
	switch {
	case len(parts) == 2:
		return strings.TrimSpace(parts[1] + " " + parts[0])
	case len(parts) == 3:
		return strings.TrimSpace(parts[2] + " " + parts[0] + " " + parts[1])
	}
	return strings.Join(strings.Fields(name), " ")
}

// Earliest returns the date that agrees with the year, else the first that there is; all are as [Date] reads them.
func Earliest(year int, dates ...string) string {
	other := ""
	for _, text := range dates {
		y, date := Date(text)
		if date != "" && (year == 0 || y == year) {
			return date
		}
		other = cmp.Or(other, date)
	}
	return other
}

// noticeTypes are the types of notices by the kind that a title shows.
var noticeTypes = map[string]string{"retraction": "retraction-notice", "erratum": "erratum", "concern": "expression-of-concern"}

// Type returns the type of a work of that title that a source describes with these words. Sources call many a notice an article: then the title decides.
func Type(title string, words ...string) string {
	t := evidence.DocumentType(words...)
	if t == "" || t == "article" || t == "other" {
		return cmp.Or(noticeTypes[markup.NoticeOf(title).Kind], t)
	}
	return t
}
