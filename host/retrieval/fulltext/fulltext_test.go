package fulltext

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

const article = `<?xml version="1.0"?><!DOCTYPE article PUBLIC "-//NLM//DTD JATS" "x.dtd">
<article><front><article-meta><title-group><article-title>Not me</article-title></title-group><abstract><p>Nor me.</p></abstract></article-meta></front>
<body><p>Before all  sections<xref ref-type="bibr" rid="b1">1</xref>.</p>
<sec><label>1</label><title>Background &amp; aims</title><p>Ice grows <italic>slowly</italic> [<xref ref-type="bibr" rid="b2">2</xref>, <xref ref-type="bibr" rid="b3">3</xref>].</p></sec>
<sec><title>Methods</title><p>General.</p><sec><title>Cells</title><p>We froze <xref ref-type="fig" rid="f1">them</xref> at &minus;20&nbsp;°C.</p>
<table-wrap><table><tr><td>no</td></tr></table></table-wrap><disp-formula><tex-math>\frac</tex-math></disp-formula></sec><p>After.</p></sec>
<sec><title>Results</title><list><list-item><p>One.</p></list-item><list-item><p>Two.</p></list-item></list><fig><caption><p>not this</p></caption></fig></sec>
</body><back><ref-list><ref>Nobody</ref></ref-list></back></article>`

func TestJATSGivesParagraphsBySection(t *testing.T) {
	got, err := JATS([]byte(article))
	require.NoError(t, err)
	assert.Equal(t, []evidence.Section{
		{Text: "Before all sections."},
		{Label: "Background & aims", Text: "Ice grows slowly."},
		{Label: "Methods", Text: "General."},
		{Label: "Methods", Text: "We froze them at −20 °C."},
		{Label: "Methods", Text: "After."},
		{Label: "Results", Text: "One.\nTwo."},
	}, got)
}

const paper = `<!DOCTYPE html><html><head><title>x</title><style>p{}</style></head><body><nav>Menu</nav><article class="ltx_document">
<h1 class="ltx_title ltx_title_document">Not me</h1><div class="ltx_authors">A. B.</div><div class="ltx_abstract"><h6>Abstract</h6><p>Nor me.</p></div>
<section><h2 class="ltx_title"><span class="ltx_tag">1 </span>Introduction</h2><div class="ltx_para"><p class="ltx_p">Ice at <math alttext="T\leq 20"><mi>junk</mi></math> K is slow <cite>[1]</cite>.</p></div>
<p>See <em>below</em><span class="ltx_note">a note</span>.</p></section>
<section><h2>Materials</h2><h3>Results</h3><p>It grew.</p><figure><figcaption>no</figcaption></figure><table><tr><td>no</td></tr></table><h3>Setup</h3><p>A box.</p></section>
<section class="ltx_bibliography"><h2>References</h2><p>Nobody</p></section></article><footer>Foot</footer><script>var p</script></body></html>`

func TestHTMLGivesParagraphsByHeading(t *testing.T) {
	got, err := HTML([]byte(paper))
	require.NoError(t, err)
	assert.Equal(t, []evidence.Section{
		{Label: "Introduction", Text: "Ice at T≤ 20 K is slow.\nSee below."},
		{Label: "Results", Text: "It grew."},
		{Label: "Materials", Text: "A box."},
	}, got)
}

func TestWhatIsNoPaperIsRefused(t *testing.T) {
	tests := []struct {
		name string
		read func([]byte) ([]evidence.Section, error)
		body string
	}{
		{"nothing", JATS, ""},
		{"XML without a body", JATS, "<article><front/></article>"},
		{"JATS that was cut off", JATS, article[:len(article)/2]},
		{"an entity that a document type defines", JATS, `<!DOCTYPE a [<!ENTITY e "x"><!ENTITY f "&e;&e;">]><article><body><sec>&f;</sec></body></article` + "<"},
		{"elements without end", JATS, "<article><body>" + strings.Repeat("<sec>", 1000)},
		{"a page without text", HTML, "<html><body><nav>Menu</nav></body></html>"},
		{"elements within each other by the thousand", HTML, strings.Repeat("<div>", 100000)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.read([]byte(tt.body))
			assert.Error(t, err)
			assert.Empty(t, got)
		})
	}
}

func TestALongPaperIsCutAndNotRefused(t *testing.T) {
	p := "<p>" + strings.Repeat("Ice é. ", 1000) + "</p>"
	for name, read := range map[string]func([]byte) ([]evidence.Section, error){"JATS": JATS, "HTML": HTML} {
		t.Run(name, func(t *testing.T) {
			got, err := read([]byte("<article><body>" + strings.Repeat(p, 200) + "</body></article>"))
			require.NoError(t, err)
			assert.LessOrEqual(t, size(got), MostChars+len(p)*200/1000)
			assert.Greater(t, size(got), MostChars/2)
		})
	}
}

func size(sections []evidence.Section) int {
	n := 0
	for _, s := range sections {
		n += len(s.Text)
	}
	return n
}

// hold checks what every parser promises whatever it reads.
func hold(t *testing.T, read func([]byte) ([]evidence.Section, error), body []byte) {
	got, err := read(body)
	if err != nil {
		assert.Empty(t, got)
		return
	}
	assert.NotEmpty(t, got)
	assert.LessOrEqual(t, size(got), MostChars+mostSections)
	for _, s := range got {
		assert.NotEmpty(t, s.Text)
		assert.True(t, !utf8.Valid(body) || utf8.ValidString(s.Text) && utf8.ValidString(s.Label))
	}
}

func FuzzJATS(f *testing.F) {
	f.Add([]byte(article))
	f.Fuzz(func(t *testing.T, body []byte) {
		hold(t, JATS, body)
		doubling.Repeated(t, "<article><body>", string(body), "</body></article>", func(text string) { _, _ = JATS([]byte(text)) })
	})
}

func FuzzHTML(f *testing.F) {
	f.Add([]byte(paper))
	f.Fuzz(func(t *testing.T, body []byte) {
		hold(t, HTML, body)
		doubling.Text(t, string(body), func(text string) { _, _ = HTML([]byte(text)) })
	})
}
