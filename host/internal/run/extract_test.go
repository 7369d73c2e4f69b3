package run

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
)

// freeAnswer asks for so many sentences with so much support.
func freeAnswer(sentences, support string) string {
	return oneRound("") + `
	answer {
		max_sentences = ` + sentences + `
		min_support   = ` + support + `
	}`
}

func TestAFreeAnswerIsTheSentencesThatTellMostOfTheQuestion(t *testing.T) {
	q := without(inhibits)
	told := paper("told", "A kinase and its drug",
		"The mice were kept in the dark. What rapamycin does inhibit in human cells is the kinase complex mTORC1. All were weighed.")
	r := answered(t, partsOf(t, freeAnswer("1", "0.0"), shelfOf(binding, told)), q)
	require.NotNil(t, r.Result.Answer)
	assert.Equal(t, "What rapamycin does inhibit in human cells is the kinase complex mTORC1.", r.Result.Answer.Text)
	assert.Empty(t, r.Result.Answer.Label)
	require.NotEmpty(t, r.Result.Citations)
	assert.Equal(t, "told", r.Result.Citations[0].Doc)
	assert.Equal(t, r.Result.Answer.Text, r.Result.Citations[0].Quote)
}

func TestAFreeAnswerSaysNothingTwice(t *testing.T) {
	q := without(inhibits)
	echo := kinase
	echo.ID, echo.Title = "echo", "An echo"
	r := answered(t, partsOf(t, freeAnswer("3", "0.0"), shelfOf(kinase, echo)), q)
	assert.Equal(t, "Rapamycin inhibits mTORC1 in human cells within minutes.", r.Result.Answer.Text)
	docs := map[string]bool{}
	for _, c := range r.Result.Citations {
		docs[c.Doc] = true
	}
	assert.Equal(t, map[string]bool{"kinase": true, "echo": true}, docs, "who says the same is cited too")
}

func TestAFreeAnswerHasNoMoreSentencesThanThePolicyAllows(t *testing.T) {
	two := paper("two", "Drugs", "Rapamycin does inhibit a nutrient sensing kinase of yeast, flies, worms and human cells. "+
		"Rapamycin does inhibit proliferation, migration, angiogenesis and autophagy escape among cultured human cells.")
	for sentences, want := range map[string]int{"1": 1, "2": 2} {
		r := answered(t, partsOf(t, freeAnswer(sentences, "0.0"), shelfOf(two)), without(inhibits))
		assert.Equal(t, want, strings.Count(r.Result.Answer.Text, "Rapamycin"), r.Result.Answer.Text)
	}
}

func TestAFreeAnswerIsWithheldIfNoSentenceHasTheSupportThatIsAsked(t *testing.T) {
	q := without(inhibits)
	far := paper("far", "Rapamycin", "Rapamycin was found on an island.")
	r := answered(t, partsOf(t, freeAnswer("3", "0.9"), shelfOf(far)), q)
	assert.Nil(t, r.Result.Answer)
	assert.Equal(t, record.VerdictAbstained, r.Result.Verdict)
	assert.Equal(t, []string{"no_evidence"}, r.Result.UncertaintyReasons)
	assert.Equal(t, false, r.State["answer.answered"])

	r = answered(t, partsOf(t, freeAnswer("3", "0.1")+"\ngate \"covered\" { condition = answer.answered }", shelfOf(far)), q)
	assert.NotNil(t, r.Result.Answer)
}

func TestOfTwoSentencesAboutTheQuestionTheOneWithAQuantityAnswersHowMuch(t *testing.T) {
	q := without(inhibits)
	q.Question = "How much does mTORC1 activity fall under rapamycin?"
	two := paper("two", "Cells", "Under rapamycin the mTORC1 activity does fall. Under rapamycin the mTORC1 activity will fall by 80 percent.")
	r := answered(t, partsOf(t, freeAnswer("1", "0.0"), shelfOf(two)), q)
	assert.Contains(t, r.Result.Answer.Text, "80 percent")
}
