package cite

import (
	"fmt"
	"io"
	"strings"

	"github.com/sparkhost/sparkhost/host/record"
)

// Markdown writes answers with their evidence, and one bibliography behind them, for people to read and edit. Numbers in brackets are those of
// the bibliography.
func Markdown(w io.Writer, results []*record.Result) error {
	works := Works(results)
	numbers := map[[2]string]int{}
	for i := range works {
		numbers[[2]string{works[i].Source, works[i].Doc}] = i + 1
	}
	var b strings.Builder
	for _, r := range results {
		answer(&b, r, numbers)
	}
	if len(works) > 0 {
		b.WriteString("## References\n\n")
	}
	for i := range works {
		fmt.Fprintf(&b, "%d. %s\n", i+1, Reference(&works[i].Citation))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func answer(b *strings.Builder, r *record.Result, numbers map[[2]string]int) {
	fmt.Fprintf(b, "# %s\n\n", marked(r.Question))
	switch {
	case r.Answer != nil && r.Answer.Label != "" && r.Answer.Label != r.Answer.Text:
		fmt.Fprintf(b, "**%s**: %s", marked(r.Answer.Label), marked(r.Answer.Text))
	case r.Answer != nil:
		fmt.Fprintf(b, "**%s**", marked(r.Answer.Text))
	default:
		fmt.Fprintf(b, "No answer: %s", marked(string(r.Verdict)))
	}
	fmt.Fprintf(b, " (confidence %.2f)\n\n", r.Confidence)
	if len(r.UncertaintyReasons) > 0 {
		fmt.Fprintf(b, "But: %s.\n\n", marked(strings.Join(r.UncertaintyReasons, ", ")))
	}
	for i := range r.Citations {
		quote(b, &r.Citations[i], numbers)
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(b, "- Warning: %s\n", marked(warning))
	}
	for _, x := range r.Excluded {
		fmt.Fprintf(b, "- Left out (%s): %s\n", marked(x.Reason), marked(strings.Trim(x.Title+" "+x.DOI, " ")))
	}
	if len(r.Warnings)+len(r.Excluded) > 0 {
		b.WriteString("\n")
	}
}

func quote(b *strings.Builder, c *record.Citation, numbers map[[2]string]int) {
	fmt.Fprintf(b, "> %s [%d]", marked(c.Quote), numbers[[2]string{c.Source, c.Doc}])
	if c.Stance != "" {
		fmt.Fprintf(b, " — *%s*", marked(c.Stance))
	}
	for _, caution := range Cautions(c) {
		fmt.Fprintf(b, " — **%s**", marked(caution))
	}
	b.WriteString("\n\n")
}

// Reference returns a line of a bibliography in Markdown: authors, title, venue, year, volume and pages, addresses, cautions.
func Reference(c *record.Citation) string {
	var parts []string
	add := func(s string) {
		if s != "" {
			parts = append(parts, s)
		}
	}
	add(marked(People(c.Authors, 6)))
	add(marked(strings.TrimSuffix(c.Title, ".")))
	add(published(c))
	add(link(Address(c)))
	if c.OpenURL != "" && c.OpenURL != Address(c) {
		add("Open text: " + link(c.OpenURL))
	}
	for _, caution := range Cautions(c) {
		add("**" + marked(caution) + "**")
	}
	if len(parts) == 0 {
		return marked(c.Source + ":" + c.Doc)
	}
	return strings.ReplaceAll(strings.Join(parts, ". "), "et al.. ", "et al. ")
}

// published is such as "*Nature*, 1911, 3(2), 1-9".
func published(c *record.Citation) string {
	var parts []string
	if c.Venue != "" {
		parts = append(parts, "*"+marked(c.Venue)+"*")
	}
	if c.Year > 0 {
		parts = append(parts, fmt.Sprint(c.Year))
	}
	volume := c.Volume
	if c.Issue != "" {
		volume += "(" + c.Issue + ")"
	}
	for _, s := range []string{volume, c.Pages} {
		if s != "" {
			parts = append(parts, marked(s))
		}
	}
	return strings.Join(parts, ", ")
}

// link writes an address as it is but for the characters that no address has, which would end it or begin markup (RFC 3986, section 2):
// they are percent-encoded.
func link(address string) string {
	var b strings.Builder
	for _, c := range []byte(address) {
		if c <= ' ' || c == 0x7f || strings.IndexByte("\"<>\\^`{|}[]", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// marked keeps a text of others from being read as Markdown or HTML, on one line.
func marked(s string) string {
	return escaper.Replace(strings.Join(strings.Fields(s), " "))
}

var escaper = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "#", `\#`, "|", `\|`)
