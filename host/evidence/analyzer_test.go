package evidence

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestContentTokens(t *testing.T) {
	a := NewAnalyzer(Content)
	tests := []struct {
		name, text string
		want       []string
	}{
		{"nothing gives nothing", " \t\n", nil},
		{"stop words go and words are stemmed", "The kinases are inhibited by rapamycin.", []string{"kinas", "inhibit", "rapamycin"}},
		{"a hyphenated word stays whole beside its parts", "Dose-dependent", []string{"dose-dependent", "dose", "depend"}},
		{"every hyphen is one hyphen", "IL\u20116 IL\u20136", []string{"il-6", "il6", "il-6", "il6"}},
		{"a chemical name stays whole", "2,4-Dinitrophenol,", []string{"2,4-dinitrophenol", "dinitrophenol"}},
		{"brackets inside a chemical name stay", "((2R,3S)-tartaric)", []string{"(2r,3s)-tartaric", "tartar"}},
		{"gene symbols are not stemmed", "(TP53), mTORC1.", []string{"tp53", "mtorc1"}},
		{"a CAS number stays whole", "formaldehyde [50-00-0]", []string{"formaldehyd", "50-00-0"}},
		{"a number and its unit are one token more", "a layer of 12.5 nm, thick", []string{"layer", "12.5", "12.5 nm", "nm", "thick"}},
		{"an attached unit gives the same token", "12.5nm", []string{"12.5 nm", "12.5"}},
		{"percent needs no space", "rose 42 % (31%)", []string{"rose", "42", "42%", "31%", "31"}},
		{"molar is not metre", "5 mM 5 mm", []string{"5", "5 mM", "mm", "5", "5 mm", "mm"}},
		{"thousands separators do not matter", "1,200 1200", []string{"1200", "1200"}},
		{"compatibility forms are folded", "\ufb01ne H\u2082O", []string{"fine", "h2o"}},
		{"the letter of vitamin A is no article", "Vitamin A deficiency. A trial", []string{"vitamin", "a", "defici", "trial"}},
		{"nitric oxide is no negation", "release of NO by cells", []string{"releas", "no", "cell"}},
		{"capitals among capitals say nothing", "THERE IS NO EFFECT", []string{"effect"}},
		{"an acronym stays beside its stem", "AIDS", []string{"aids", "aid"}},
		{"possessives go", "Alzheimer\u2019s patients' doesn't", []string{"alzheim", "patient"}},
		{"a slash stands between words", "cost/benefit", []string{"cost", "benefit"}},
		{"ideographs are words", "\u7d30\u80de", []string{"\u7d30", "\u80de"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, a.Tokens(tt.text)) })
	}
}

func TestWhitespaceTokens(t *testing.T) {
	text := "The \u201cRapamycin\u201d, inhibits (mTORC1) 42%."
	assert.Equal(t, []string{"the", "rapamycin", "inhibits", "mtorc1", "42%"}, NewAnalyzer(Whitespace).Tokens(text))
	assert.Equal(t, []string{"rapamycin", "inhibits", "mtorc1", "42%"}, NewAnalyzer(WhitespaceNoStop).Tokens(text))
}

func TestAnchorsComeInTextOrderAndOnce(t *testing.T) {
	a := NewAnalyzer(Content)
	tests := []struct {
		name, text string
		want       []string
	}{
		{"plain words are no anchors", "The effect of a well-known drug on patients", nil},
		{"all kinds", "TP53 and 2,4-dinitrophenol (50-00-0) at 12.5 nm with IL-6; TP53 again, MRI",
			[]string{"TP53", "2,4-dinitrophenol", "50-00-0", "12.5 nm", "IL-6", "MRI"}},
		{"symbols with Greek letters", "NF-\u03baB, TNF-\u03b1 and \u03b2-galactosidase", []string{"NF-\u03baB", "TNF-\u03b1", "\u03b2-galactosidase"}},
		{"an anchor inside a compound", "HIV-positive men", []string{"HIV"}},
		{"a heading is no acronym", "AIMS: to test", nil},
		{"a wrong check digit is no CAS number", "50-00-1", nil},
		{"durations are quantities, not compounds", "a 5-minute test for 10 min", []string{"10 min"}},
		{"names of compounds", "1,3-butadiene, N,N-dimethylformamide, cis-2-butene, poly(3,4-ethylenedioxythiophene) and 1-(4-chlorophenyl)-2-methylpropan-1-one",
			[]string{"1,3-butadiene", "N,N-dimethylformamide", "cis-2-butene", "poly(3,4-ethylenedioxythiophene)", "1-(4-chlorophenyl)-2-methylpropan-1-one"}},
		{"formulas and ions", "NaCl, H2O and Ca2+", []string{"NaCl", "H2O", "Ca2+"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, a.Anchors(tt.text)) })
	}
}

func TestEveryAnchorIsOneToken(t *testing.T) {
	a := NewAnalyzer(Content)
	for _, anchor := range []string{"2,4-dinitrophenol", "TP53", "mTORC1", "50-00-0", "IL-6", "(2R,3S)-tartaric", "CD4+", "12.5 nm", "5 mg/kg"} {
		assert.Contains(t, a.Tokens("with "+anchor+" in water"), strings.ToLower(anchor))
		assert.Equal(t, []string{anchor}, a.Anchors("with "+anchor+", in water"))
	}
}

func TestTokensDoNotDependOnTheCache(t *testing.T) {
	shared := NewAnalyzer(Content)
	word := rapid.SampledFrom([]string{"A", "NO", "12.5", "nm", "TP53,", "cells.", "THE", "the", "IL-6", "\u00e9tude", "50-00-0", "5", "%"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.OneOf(word, rapid.String())).Draw(t, "words"), " ")
		got := shared.Tokens(text)
		assert.Equal(t, NewAnalyzer(Content).Tokens(text), got)
		for _, token := range got {
			assert.NotEmpty(t, token)
		}
	})
}

func TestTokensFromManyGoroutines(t *testing.T) {
	a := NewAnalyzer(Content)
	want := NewAnalyzer(Content).Tokens(sampleAbstract)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				assert.Equal(t, want, a.Tokens(sampleAbstract))
			}
		})
	}
	wg.Wait()
}

// sampleAbstract is a made-up abstract of 200 words.
var sampleAbstract = strings.Repeat("BACKGROUND: Copper-zinc catalysts lower the onset temperature of methanol synthesis, yet the role of "+
	"oxygen vacancies in 12.5 nm particles is disputed. METHODS: We prepared 24 catalysts with 2,4-pentanedione precursors and measured "+
	"their activity at 250 °C and 5 MPa for 48 h (n = 3 each). RESULTS: Activity rose by 42% when the vacancy density doubled (p < 0.01), "+
	"whereas sintering at 600 K reduced it. CONCLUSIONS: These results suggest that vacancies, not the copper surface alone, control the rate. ", 3)[:1410]

func BenchmarkTokens(b *testing.B) {
	a := NewAnalyzer(Content)
	n := len(a.Tokens(sampleAbstract))
	b.ReportAllocs()
	for b.Loop() {
		a.Tokens(sampleAbstract)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/token")
	b.ReportMetric(float64(len(strings.Fields(sampleAbstract))), "words")
}
