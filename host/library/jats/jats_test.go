package jats_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/library/jats"
	"github.com/sparkhost/sparkhost/host/library/librarytest"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

const one = `<?xml version="1.0"?><article article-type="systematic-review" xml:lang="en" xmlns:xlink="x"><front>
<journal-meta><journal-title-group><journal-title>J Cold</journal-title></journal-title-group><issn>1234-5678</issn><publisher><publisher-name>P</publisher-name></publisher></journal-meta>
<article-meta><article-id pub-id-type="pmid">123</article-id><article-id pub-id-type="pmc">77</article-id><article-id pub-id-type="doi">10.1000/Z</article-id>
<title-group><article-title>Zinc &amp; <italic>colds</italic></article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Curie</surname><given-names>Marie</given-names></name></contrib><contrib contrib-type="editor"><name><surname>Ed</surname></name></contrib></contrib-group>
<pub-date pub-type="ppub"><month>6</month><year>2011</year></pub-date><pub-date pub-type="epub"><day>3</day><month>5</month><year>2010</year></pub-date>
<volume>3</volume><issue>2</issue><fpage>1</fpage><lpage>9</lpage><permissions><license xlink:href="https://creativecommons.org/licenses/by/4.0/"/></permissions>
<related-article related-article-type="preprint" ext-link-type="doi" xlink:href="10.1101/2009.1"/>
<abstract><sec><title>Aim</title><p>To find out.</p></sec></abstract><kwd-group><kwd>zinc</kwd></kwd-group></article-meta></front>
<body><sec><title>Methods</title><p>We gave zinc.</p></sec><sec><title>Results</title><p>It helped.</p></sec></body></article>`

func TestAnArticleIsReadWithItsText(t *testing.T) {
	got, err := librarytest.Read(t.Context(), jats.Read, one)
	require.NoError(t, err)
	require.Len(t, got.Items, 1)
	assert.Equal(t, evidence.Document{
		Title: "Zinc & colds", Abstract: "To find out.", Text: "We gave zinc.\n\nIt helped.", Sections: []evidence.Section{{Label: "Methods", Text: "We gave zinc."}, {Label: "Results", Text: "It helped."}},
		Year: 2010, Venue: "J Cold", DOI: "10.1000/z", PMID: "123", PMCID: "PMC77", Type: "systematic-review", Authors: []string{"Marie Curie"},
		Publication: evidence.Publication{Date: "2010-05-03", Volume: "3", Issue: "2", Pages: "1-9", Publisher: "P", Language: "en", License: "https://creativecommons.org/licenses/by/4.0/",
			ISSN: []string{"1234-5678"}, Keywords: []string{"zinc"}, Relations: []evidence.Relation{{Kind: evidence.HasPreprint, ID: "doi:10.1101/2009.1"}}},
	}, got.Items[0].Document)
}

func FuzzRead(f *testing.F) {
	doubling.Fuzz(f, func(t testing.TB, text string) { _, _ = librarytest.Read(t.Context(), jats.Read, text) }, one)
}

// Each of many relations was looked for in all before it, and the list copied.
func TestManyRelationsOfAnArticleAreComparedOnce(t *testing.T) {
	before, after, _ := strings.Cut(one, "<related-article")
	doubling.Repeated(t, before, `<related-article related-article-type="preprint" ext-link-type="doi" xlink:href="10.1101/#"/>`, "<related-article"+after, func(text string) {
		got, err := librarytest.Read(t.Context(), jats.Read, text)
		require.NoError(t, err)
		require.Greater(t, len(got.Items[0].Document.Relations), 10)
	})
}
