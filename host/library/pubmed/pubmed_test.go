package pubmed_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/library/librarytest"
	"github.com/sparkhost/sparkhost/host/library/pubmed"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

const set = `<?xml version="1.0"?><!DOCTYPE PubmedArticleSet PUBLIC "x" "y.dtd">
<PubmedArticleSet>
<PubmedArticle><MedlineCitation><PMID Version="1">123</PMID><Article>
<Journal><ISSN IssnType="Electronic">1234-5678</ISSN><JournalIssue><Volume>3</Volume><Issue>2</Issue><PubDate><Year>2010</Year><Month>May</Month></PubDate></JournalIssue><Title>Journal of colds</Title></Journal>
<ArticleTitle>Zinc, <i>in vivo</i>, at 10<sup>6</sup>.</ArticleTitle><Pagination><MedlinePgn>1-9</MedlinePgn></Pagination><ELocationID EIdType="doi">10.1000/Z</ELocationID>
<Abstract><AbstractText Label="AIM">To find out.</AbstractText><AbstractText Label="RESULTS">It &lt;5.</AbstractText></Abstract>
<AuthorList><Author><LastName>Curie</LastName><ForeName>Marie</ForeName></Author><Author><CollectiveName>The Group</CollectiveName></Author></AuthorList>
<Language>eng</Language><PublicationTypeList><PublicationType>Journal Article</PublicationType><PublicationType>Clinical Trial, Phase III</PublicationType></PublicationTypeList>
<ArticleDate><Year>2010</Year><Month>04</Month><Day>01</Day></ArticleDate></Article>
<CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn"><PMID>124</PMID></CommentsCorrections><CommentsCorrections RefType="CommentIn"><PMID>1</PMID></CommentsCorrections></CommentsCorrectionsList>
<MeshHeadingList><MeshHeading><DescriptorName UI="D1">Zinc</DescriptorName></MeshHeading></MeshHeadingList><KeywordList><Keyword>cold</Keyword></KeywordList></MedlineCitation>
<PubmedData><ArticleIdList><ArticleId IdType="pmc">PMC77</ArticleId></ArticleIdList></PubmedData></PubmedArticle>
<PubmedArticle><MedlineCitation><PMID>124</PMID><Article><ArticleTitle>[Retraction of zinc.]</ArticleTitle><PublicationTypeList><PublicationType>Retraction of Publication</PublicationType></PublicationTypeList></Article>
<CommentsCorrectionsList><CommentsCorrections RefType="RetractionOf"><PMID>123</PMID></CommentsCorrections></CommentsCorrectionsList></MedlineCitation></PubmedArticle>
<PubmedArticle><MedlineCitation/></PubmedArticle>
</PubmedArticleSet>`

func TestArticlesAreRead(t *testing.T) {
	got, err := librarytest.Read(t.Context(), pubmed.Read, set)
	require.NoError(t, err)
	require.Len(t, got.Items, 2)
	assert.Equal(t, evidence.Document{
		Title: "Zinc, in vivo, at 10^6", Abstract: "To find out. It <5.", Sections: []evidence.Section{{Label: "AIM", Text: "To find out."}, {Label: "RESULTS", Text: "It <5."}},
		Year: 2010, Venue: "Journal of colds", DOI: "10.1000/z", PMID: "123", PMCID: "PMC77", Type: "clinical-trial", Authors: []string{"Marie Curie", "The Group"}, Retracted: true,
		Publication: evidence.Publication{Date: "2010-04-01", Volume: "3", Issue: "2", Pages: "1-9", Language: "eng", ISSN: []string{"1234-5678"}, Keywords: []string{"cold"}, MeSH: []string{"Zinc"},
			Relations: []evidence.Relation{{Kind: evidence.RetractedBy, ID: "pmid:124"}}},
	}, got.Items[0].Document)
	notice := got.Items[1].Document
	assert.Equal(t, "retraction-notice", notice.Type)
	assert.False(t, notice.Retracted)
	assert.Equal(t, []evidence.Relation{{Kind: evidence.Retracts, ID: "pmid:123"}}, notice.Relations)
	assert.Equal(t, []string{"15: the article has neither a PMID nor a title"}, got.Bad)
}

func TestAFileThatWasCutGivesWhatIsWhole(t *testing.T) {
	got, err := librarytest.Read(t.Context(), pubmed.Read, set[:len(set)-300])
	require.ErrorContains(t, err, "from line")
	assert.Len(t, got.Items, 1)
	_, err = librarytest.Read(t.Context(), pubmed.Read, "<html/>")
	assert.ErrorContains(t, err, "no element PubmedArticle in it")
}

func FuzzRead(f *testing.F) {
	doubling.Fuzz(f, func(t testing.TB, text string) { _, _ = librarytest.Read(t.Context(), pubmed.Read, text) }, set)
}

// Each of many relations was looked for in all before it, and the list copied.
func TestManyRelationsOfAnArticleAreComparedOnce(t *testing.T) {
	doubling.Repeated(t, `<PubmedArticle><MedlineCitation><PMID>1</PMID><CommentsCorrectionsList>`, `<CommentsCorrections RefType="ErratumIn"><PMID>1#</PMID></CommentsCorrections>`,
		`</CommentsCorrectionsList></MedlineCitation></PubmedArticle>`, func(text string) {
			got, err := librarytest.Read(t.Context(), pubmed.Read, text)
			require.NoError(t, err)
			require.NotEmpty(t, got.Items[0].Document.Relations)
		})
}
