package run

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/policies"
)

// readerParts are the parts of an engine under the shipped policy reader, over papers.
func readerParts(t *testing.T, documents ...evidence.Document) Parts {
	t.Helper()
	return partsUnder(t, shippedPolicy(t, "reader"), nil, shelfOf(documents...))
}

func shippedPolicy(t *testing.T, name string) *policy.Policy {
	t.Helper()
	set, diags := load.Load(load.Options{Path: name, Shipped: policies.FS})
	require.False(t, diags.HasErrors(), "%v", diags)
	p, diags := set.Policy(name)
	require.False(t, diags.HasErrors(), "%v", diags)
	return p
}

// Four works on ospreys and pesticides, of which two measure what their eggs suffer from.
func ospreys() []evidence.Document {
	return []evidence.Document{
		paper("thin", "Pesticide residues and osprey eggs", "We measured 210 osprey eggs. DDE thinned the eggshells of ospreys by 17 %. Adults were not weighed."),
		paper("again", "Eggshells of raptors", "In a second population DDE thinned osprey eggshells, by 15 %."),
		paper("nest", "Nest sites of the osprey", "Ospreys nest on poles near lakes. Nest success was 61 %."),
		paper("fish", "Diet of the osprey", "Pike made up half of the diet of ospreys."),
	}
}

func claimed(text string) evidence.Question {
	return evidence.Question{ID: text, Question: text, Type: evidence.TypeClaim}
}

func TestAQuestionThatNoSentenceAddressesIsAbstainedFrom(t *testing.T) {
	for _, q := range []evidence.Question{
		claimed("Ospreys migrate to Antarctica by moonlight."),
		{ID: "free", Question: "Which magnetic sense do ospreys use over Antarctica?", Type: evidence.TypeFreeForm},
		{ID: "yes", Question: "Do ospreys suffer from malaria in Antarctica?", Type: evidence.TypeMultipleChoice,
			Options: []evidence.Option{{Label: "A", Text: "yes"}, {Label: "B", Text: "no"}}},
	} {
		r := answered(t, readerParts(t, ospreys()...), q)
		assert.Equal(t, record.VerdictAbstained, r.Result.Verdict, q.Question)
		assert.Contains(t, r.Result.UncertaintyReasons, "not_addressed", q.Question)
		assert.Nil(t, r.Result.Answer, q.Question)
		require.NotEmpty(t, r.Result.Nearest, "%s: what comes nearest is shown", q.Question)
		assert.NotEmpty(t, r.Result.Nearest[0].Quote)
	}
}

func TestAVerdictRestsOnSentencesThatAddressTheClaim(t *testing.T) {
	r := answered(t, readerParts(t, ospreys()...), claimed("DDE thins the eggshells of ospreys."))
	require.NotNil(t, r.Result.Answer)
	assert.Equal(t, "supported", r.Result.Answer.Label)
	for _, c := range r.Result.Citations {
		assert.Contains(t, []string{"thin", "again"}, c.Doc, "%s says nothing of eggshells", c.Quote)
		if c.Stance != "" {
			assert.Contains(t, c.Quote, "DDE", "the side is the quote's own")
		}
	}
	sentences := recorded[record.Sentence](t, r, record.KindSentence)
	require.NotEmpty(t, sentences)
	for _, s := range sentences {
		assert.Equal(t, s.Counts, *s.Addresses >= r.Policy.Address.CountsFrom, s.Text)
	}
}

func TestASentenceUnderTheThresholdCountsForNothing(t *testing.T) {
	p := readerParts(t, ospreys()...)
	p.Policy.Address.CountsFrom = 1
	r := answered(t, p, claimed("DDE thins the eggshells of ospreys."))
	assert.Equal(t, record.VerdictAbstained, r.Result.Verdict)
	assert.Contains(t, r.Result.UncertaintyReasons, "not_addressed")
}

func TestAShortAnswerIsQuotedWithItsSentence(t *testing.T) {
	r := answered(t, readerParts(t, ospreys()...), evidence.Question{ID: "q", Question: "What share of osprey nests had success?", Type: evidence.TypeFreeForm})
	require.NotNil(t, r.Result.Answer)
	assert.Contains(t, r.Result.Answer.Text, "61 %")
	require.NotEmpty(t, r.Result.Citations)
	c := r.Result.Citations[0]
	assert.Equal(t, "Nest success was 61 %.", c.Quote)
	require.Len(t, c.Marks, 1)
	assert.Equal(t, r.Result.Answer.Text, c.Quote[c.Marks[0].Start:c.Marks[0].End])
}

func TestTheMarkedWordsAreThoseOfTheChosenOption(t *testing.T) {
	p := readerParts(t, paper("nests", "Nests of ospreys", "Ospreys laid 3 eggs and raised 2 young a nest."))
	q := evidence.Question{ID: "q", Question: "How many young did ospreys raise?", Type: evidence.TypeMultipleChoice,
		Options: []evidence.Option{{Label: "A", Text: "3 eggs"}, {Label: "B", Text: "2 young"}, {Label: "C", Text: "3 young"}}}
	r := answered(t, p, q)
	require.NotNil(t, r.Result.Answer)
	require.Equal(t, "B", r.Result.Answer.Label)
	require.NotEmpty(t, r.Result.Citations)
	c := r.Result.Citations[0]
	require.Len(t, c.Marks, 1)
	assert.Contains(t, c.Quote[c.Marks[0].Start:c.Marks[0].End], "2")
}

// counting is a shelf that knows how common words are.
type counting struct {
	*shelf
	documents int
	holding   map[string]int
}

func (c *counting) CountWords(_ context.Context, words []string) (int, []int, error) {
	out := make([]int, len(words))
	for i, w := range words {
		out[i] = c.holding[w]
	}
	return c.documents, out, nil
}

func TestWordsAreAsRareAsTheSourcesCountThem(t *testing.T) {
	p := readerParts(t, ospreys()...)
	p.Sources["local"] = &counting{p.Sources["local"].(*shelf), 1000, map[string]int{"ospreys": 4, "eggshells": 1000}}
	r := answered(t, p, claimed("DDE thins the eggshells of ospreys."))
	rare := map[string]float64{}
	for i, v := range r.plan.Rarities() {
		rare[r.QuestionWords[i]] = v
	}
	assert.Equal(t, 1.0, rare["dde"], "no document has it")
	assert.InDelta(t, 0.0001, rare["eggshells"], 0.001, "all have it")
	assert.InDelta(t, 0.71, rare["ospreys"], 0.01) // ln(1 + 996.5/4.5) / ln(1 + 1000.5/0.5)
	counted := recorded[record.Words](t, r, record.KindWords)
	require.Len(t, counted, 1)
	assert.Equal(t, 4, counted[0].Sources[0].Holding["ospreys"])
}

func TestWithoutASourceThatCountsTheWorksFoundAreCounted(t *testing.T) {
	r := answered(t, readerParts(t, ospreys()...), claimed("DDE thins the eggshells of ospreys."))
	documents, holding := r.plan.CountPool()
	assert.Equal(t, len(r.Documents), documents)
	assert.Equal(t, 2, holding["eggshells"])
	assert.Empty(t, recorded[record.Words](t, r, record.KindWords)[0].Sources)
}

func TestWorksOnBothSidesAreADispute(t *testing.T) {
	p := readerParts(t,
		paper("for", "Zinc and colds", "Zinc shortened colds in 120 adults."),
		paper("against", "Zinc lozenges against colds", "Zinc did not shorten colds in 200 adults. Zinc may shorten colds of smokers."),
	)
	r := answered(t, p, claimed("Zinc shortens colds."))
	require.NotNil(t, r.Result.Disputed)
	side := func(list []int) (docs []string) {
		for _, i := range list {
			docs = append(docs, r.Result.Citations[i].Doc)
		}
		return docs
	}
	assert.Equal(t, []string{"for"}, side(r.Result.Disputed.For))
	assert.Equal(t, []string{"against"}, side(r.Result.Disputed.Against))
}

func TestAQuoteIsLabelledOnlyWhereItSaysSoClearly(t *testing.T) {
	labels := func(from float64) (out []string) {
		p := readerParts(t, ospreys()...)
		p.Policy.Address.LabelsFrom = from
		r := answered(t, p, claimed("DDE thins the eggshells of ospreys."))
		require.NotEmpty(t, r.Result.Citations)
		for _, c := range r.Result.Citations {
			out = append(out, c.Stance)
		}
		return out
	}
	assert.Contains(t, labels(0), "supports")
	assert.NotContains(t, labels(1), "supports", "whatever the verdict, no quote is that clear")
}

// clarityOf returns how clearly one sentence says the answer to a question over the ospreys, and how many works address it.
func clarityOf(t *testing.T, q evidence.Question) (clarity, breadth float64) {
	t.Helper()
	r := answered(t, readerParts(t, ospreys()...), q)
	require.NotNil(t, r.Result.Answer, q.Question)
	return r.State["answer.clarity"].(float64), r.State["reading.breadth"].(float64)
}

func TestClarityIsOfTheSentencesOnTheVerdictsSide(t *testing.T) {
	said, both := clarityOf(t, claimed("DDE thins the eggshells of ospreys."))
	assert.Greater(t, said, 0.3, "two sentences say so")
	assert.InDelta(t, 1-1.0/3, both, 1e-9, "two works address it")

	spans, _ := clarityOf(t, evidence.Question{ID: "free", Question: "What share of osprey nests had success?", Type: evidence.TypeFreeForm})
	assert.Greater(t, spans, 0.3, "of other answers the quote says so")
}

func TestWhoSaysTheContraryIsHeardBesideTheVerdict(t *testing.T) {
	q := claimed("DDE thins the eggshells of ospreys.")
	counter := func(docs ...evidence.Document) float64 {
		return answered(t, readerParts(t, docs...), q).State["answer.counter_clarity"].(float64)
	}
	alone := counter(ospreys()...)
	assert.Less(t, alone, 0.1)
	contrary := paper("not", "Thick eggshells", "We measured 90 osprey eggs. DDE did not thin the eggshells of ospreys.")
	assert.Greater(t, counter(append(ospreys(), contrary)...), 0.3)
}
