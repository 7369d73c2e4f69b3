package markup

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

func TestText(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"inline tags leave no gap", "H<sub>2</sub>O and <i>E. coli</i>", "H2O and E. coli"},
		{"block tags part words", "<p>One.</p><p>Two.</p>", "One. Two."},
		{"JATS prefixes do not matter", "<jats:p>One <jats:italic>two</jats:italic></jats:p>", "One two"},
		{"a less-than sign before a number stays", "at p <0.05 and <1 year", "at p <0.05 and <1 year"},
		{"a less-than sign before a space stays", "(P < .05) or x > 3", "(P < .05) or x > 3"},
		{"letters compared stay", "if a<b and c>d", "if a<b and c>d"},
		{"an unknown tag stays", "the <unk> token", "the <unk> token"},
		{"entities are resolved", "&lt;5 &amp; &#945;-helix&nbsp;x", "<5 & α-helix x"},
		{"entities escaped twice are, too", "&amp;lt;5 &lt;i&gt;n&lt;/i&gt; = 3", "<5 n = 3"},
		{"tags escaped twice are, too", "A &amp;lt;i&amp;gt;x&amp;lt;/i&amp;gt;", "A x"},
		{"powers of numbers stay powers", "5 × 10<sup>6</sup> cells, 10<jats:sup>−3</jats:sup> M, Ca<sup>2+</sup>, cm<sup>2</sup>", "5 × 10^6 cells, 10^−3 M, Ca2+, cm2"},
		{"powers and fractions of MathML stay", `<mml:math><mml:msup><mml:mn>10</mml:mn><mml:mrow><mml:mo>-</mml:mo><mml:mn>3</mml:mn></mml:mrow></mml:msup></mml:math> and <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>`, "10^-3 and 1/2"},
		{"powers of MathML whose numbers are texts stay", `22.2 &#215; <mml:math><mml:msup><mml:mtext>10</mml:mtext><mml:mtext>9</mml:mtext></mml:msup></mml:math>/L`, "22.2 × 10^9/L"},
		{"a word in italics is parted from its neighbours", "pre-procedural<i>versus</i>peri-procedural, a<i>cis</i>-bond, <i>N</i>-acetyl", "pre-procedural versus peri-procedural, acis-bond, N-acetyl"},
		{"so are names of genes and several words", "of<i>p53</i>in, <i>in vitro</i>study, the<i>E. coli</i>strain, non-<i>albicans</i>Candida, re<i>analyse</i>s", "of p53 in, in vitro study, the E. coli strain, non-albicans Candida, reanalyses"},
		{"sums of MathML keep together in fractions and roots", `<mml:math><mml:mfrac><mml:mrow><mml:mi>a</mml:mi><mml:mo>+</mml:mo><mml:mi>b</mml:mi></mml:mrow><mml:mrow><mml:mn>2</mml:mn></mml:mrow></mml:mfrac></mml:math>, <math><msqrt><mi>n</mi><mo>+</mo><mn>1</mn></msqrt></math>, <math><mroot><mi>x</mi><mn>3</mn></mroot></math>`, "(a+b)/2, √(n+1), ∛x"},
		{"a base of MathML in a row is a base", `<mml:math><mml:msup><mml:mrow><mml:mtext>10</mml:mtext></mml:mrow><mml:mrow><mml:mo>-</mml:mo><mml:mn>9</mml:mn></mml:mrow></mml:msup></mml:math> and <math><mi>p</mi><mo>&lt;</mo><mn>0.05</mn></math>`, "10^-9 and p<0.05"},
		{"MathML that is not well-formed keeps its words", `<math><mi>x</mi><mo>+</mn> y</math> z`, "x+ y z"},
		{"comments and instructions go", "a<!-- <p>not</p> this --> b<?xml x?> <![CDATA[c]]>", "a b c"},
		{"characters that show nothing go", "A\x00B\x1b[31m \u202eimmuno\u00adtherapy\u200b \ufeffx \u0646\u200c\u0645", "AB[31m immunotherapy x \u0646\u200c\u0645"},
		{"attributes go with the tag", `see <a href="https://x.test">this</a>`, "see this"},
		{"MathML keeps its text and loses its LaTeX", `<mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo><mml:mn>2</mml:mn></mml:math><tex-math>x=2</tex-math>.`, "x=2."},
		{"the picture of a formula goes", `<inline-formula><tex-math>x</tex-math><mml:math><mml:mi>μ</mml:mi></mml:math><inline-graphic xlink:href="a.gif"/></inline-formula>Bench`, "μBench"},
		{"scripts go", "a<script>alert(1)</script>b", "ab"},
		{"white space collapses", " a\n\t b ", "a b"},
		{"nothing is nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, Text(tt.in)) })
	}
}

func TestAbstract(t *testing.T) {
	tests := []struct {
		name, in, text string
		sections       []evidence.Section
	}{
		{"plain", "One <i>two</i>.", "One two.", nil},
		{"divided", "<h4>Aim</h4>Find out.<h4>Results:</h4>Median of <1 year.<h4>Empty</h4>", "Find out. Median of <1 year.",
			[]evidence.Section{{Label: "Aim", Text: "Find out."}, {Label: "Results", Text: "Median of <1 year."}}},
		{"with words before the first heading", "First.<h4>Aim</h4>Second.", "First. Second.", []evidence.Section{{Text: "First."}, {Label: "Aim", Text: "Second."}}},
		{"of JATS, where Abstract is a heading", "<jats:title>Abstract</jats:title><jats:p>One.</jats:p>", "One.", nil},
		{"of JATS with sections", "<jats:sec><jats:title>Methods</jats:title><jats:p>We did.</jats:p></jats:sec>", "We did.", []evidence.Section{{Label: "Methods", Text: "We did."}}},
		{"with a heading that never closes", "<h4>Aim Find out.", "Aim Find out.", nil},
		{"empty", "", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, sections := Abstract(tt.in)
			assert.Equal(t, tt.text, text)
			assert.Equal(t, tt.sections, sections)
		})
	}
}

// A heading that is closed and never opened joins what is around it: with a copy of all before, a megabyte of them took minutes.
func TestHeadingsThatAreNeverOpenedAreReadOnce(t *testing.T) {
	text, sections := Abstract("Zinc</h4> shortens</h4></h4> <b>colds</b>.")
	assert.Equal(t, "Zinc shortens colds.", text)
	assert.Empty(t, sections)
	doubling.Text(t, "zinc</h4>", func(text string) { Abstract(text) })
}

func FuzzAbstractKeepsTheTextOfItsSections(f *testing.F) {
	f.Add("<h4>Aim</h4>Find <b>out</b>.")
	f.Add("&lt;h4&gt;A&lt;/h4&gt;b<tex-math>")
	f.Fuzz(func(t *testing.T, s string) {
		doubling.Text(t, s, func(text string) { Abstract(text) })
		text, sections := Abstract(s)
		var parts []string
		for _, p := range sections {
			parts = append(parts, p.Text)
		}
		if sections != nil {
			assert.Equal(t, text, strings.Join(parts, " "))
		}
		assert.Equal(t, text, strings.Join(strings.Fields(text), " "), "one line, single spaces")
	})
}
