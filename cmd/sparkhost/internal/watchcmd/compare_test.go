package watchcmd

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

func answer(label string, citations ...record.Citation) *record.Result {
	return &record.Result{Verdict: record.VerdictAnswered, Answer: &record.AnswerText{Label: label}, Confidence: 0.7, Citations: citations}
}

func before(result *record.Result, known ...string) *recorded {
	r := &recorded{question: evidence.Question{ID: "q"}, result: *result, known: map[string]bool{}}
	for i := range result.Citations {
		r.know(ofCitation(&result.Citations[i]))
	}
	r.know(known)
	return r
}

func TestAVerdictFlipsByItsLabelAndNotByItsConfidence(t *testing.T) {
	less := answer("supported")
	less.Confidence = 0.1
	assert.False(t, compare(before(answer("supported")), less).Flipped)
	assert.True(t, compare(before(answer("supported")), answer("contradicted")).Flipped)
	assert.True(t, compare(before(answer("supported")), &record.Result{Verdict: record.VerdictAbstained, Abstained: true}).Flipped)
}

func TestASourceThatDidNotAnswerFlipsNothing(t *testing.T) {
	after := answer("contradicted")
	after.FailedSources = []record.FailedSource{{Source: "b"}, {Source: "a"}, {Source: "b"}}
	q := compare(before(answer("supported")), after)
	assert.False(t, q.Flipped)
	assert.Equal(t, []string{"a", "b"}, q.Missing)
	r := Report{}
	r.add(q)
	assert.ErrorContains(t, r.verdict(), "did not answer")
}

func TestAWorkIsNewIfItWasNotFoundBeforeUnderAnyName(t *testing.T) {
	after := answer("supported",
		record.Citation{Source: "crossref", Doc: "10.1/a", DOI: "10.1/A"}, record.Citation{Source: "arxiv", Doc: "2101.1", ArXiv: "2101.00001v2"},
		record.Citation{Source: "local", Doc: "n", Title: "New", DOI: "10.1/n"}, record.Citation{Source: "openalex", Doc: "W9", Title: "New again", DOI: "https://doi.org/10.1/N"})
	q := compare(before(answer("supported"), "doi:10.1/a", "arxiv:2101.00001"), after)
	assert.Equal(t, []Work{{Title: "New", Source: "local", ID: "n", DOI: "10.1/n"}}, q.New)
}

func TestAWorkThatWasCitedIsToldOnceItIsRetracted(t *testing.T) {
	cited := record.Citation{Source: "europepmc", Doc: "MED/1", DOI: "10.1/a", Title: "Old"}
	was := before(answer("supported", cited, cited))
	want := []Work{{Title: "Old", Source: "europepmc", ID: "MED/1", DOI: "10.1/a"}}
	for name, after := range map[string]*record.Result{
		"left out":            {Verdict: record.VerdictAbstained, Abstained: true, Excluded: []record.Excluded{{Source: "crossref", Doc: "10.1/a", DOI: "10.1/a", Reason: "retracted"}}},
		"left out by a copy":  {Verdict: record.VerdictAbstained, Abstained: true, Excluded: []record.Excluded{{Source: "x", Doc: "y", Reason: "retracted", By: []evidence.Copy{{Source: "europepmc", ID: "MED/1"}}}}},
		"read with a warning": answer("supported", record.Citation{Source: "crossref", Doc: "10.1/a", DOI: "10.1/a", Retracted: true}),
	} {
		assert.Equal(t, want, compare(was, after).Retracted, name)
	}
	assert.Empty(t, compare(was, &record.Result{Excluded: []record.Excluded{{Source: "crossref", Doc: "10.1/a", DOI: "10.1/a", Reason: "type letter"}}}).Retracted)
	known := cited
	known.Retracted = true
	assert.Empty(t, compare(before(answer("supported", known)), answer("supported", known)).Retracted, "it was known before")
}
