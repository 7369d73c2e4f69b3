package reading

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// plain is a model whose log-odds are those of subject, relation and telling terms together.
func plain() *Model {
	m := &Model{Bias: -3.5}
	m.Weights[FeatSubject], m.Weights[FeatBoth], m.Weights[FeatLeast] = 1, 4, 2
	return m
}

var settings = Defaults

// of makes sentences of one document.
func of(texts ...string) []Sentence {
	out := make([]Sentence, len(texts))
	for i, text := range texts {
		out[i] = Sentence{Text: text, Place: i}
	}
	return out
}

// apart makes sentences of a document each.
func apart(texts ...string) []Sentence {
	out := of(texts...)
	for i := range out {
		out[i].Document = float64(i)
	}
	return out
}

func judged(q string, sentences []Sentence, options ...string) (*Reader, *Judgement) {
	r := &Reader{}
	return r, r.Judge(Question{Text: q, Options: options}, sentences, plain(), settings)
}

func TestASentenceMeetsWhatItSaysInOtherWords(t *testing.T) {
	tests := []struct{ name, question, sentence string }{
		{"inflection", "Do reminders raise attendance?", "The reminder raised attendance."},
		{"spelling", "Does oestrogen worsen anaemia?", "Estrogen worsened anemia."},
		{"a Greek letter", "Does TNF-alpha inhibit growth?", "TNFα inhibits growth."},
		{"a hyphen", "Does IL6 inhibit growth?", "IL-6 inhibits growth."},
		{"no hyphen", "Does IL-6 inhibit growth?", "IL6 inhibits growth."},
		{"a name of two words", "Does vitamin D protect bone?", "Vitamin D protected bone."},
		{"Latin", "Does exercise protect the heart?", "Exercise protected cardiac tissue."},
		{"the opposite direction", "Does lithium increase grey matter?", "Lithium decreased grey matter."},
		{"sameness", "Does lithium increase grey matter?", "With lithium, grey matter was unchanged."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, j := judged(tt.question, of(tt.sentence))
			assert.Greater(t, j.Addressed, 0.5, r.Missing(0))
			assert.NotContains(t, r.Missing(0), "no word")
		})
	}
}

func TestASentenceThatLacksSubjectOrRelationAddressesNothing(t *testing.T) {
	tests := []struct{ name, question, sentence, missing string }{
		{"relation", "Is the earth flat?", "Archaea make up much of the biomass on earth.", "no word for: flat"},
		{"subject", "Do vaccines cause autism?", "West Nile virus causes encephalitis, for which vaccines are sought.", "no word for: autism"},
		{"attribute", "Melting point of tungsten?", "Tungsten was bought from a supplier.", "no word for: Melting, point"},
		{"the other entity", "Melting point of tungsten?", "The melting point of the product was 80 degrees.", "no word for: tungsten"},
		{"a digit of the name", "Does mTORC1 bind FKBP12?", "We found that mTORC2 binds other proteins.", "no word for: mTORC1, FKBP12"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, j := judged(tt.question, of(tt.sentence))
			assert.Less(t, j.Addressed, 0.5)
			assert.Equal(t, tt.missing, r.Missing(0))
		})
	}
}

func TestNamesThatADocumentIntroducesMeetTheQuestion(t *testing.T) {
	tests := []struct{ name, question, introduces, says string }{
		{"an abbreviation", "Does red cell distribution width predict mortality?", "Red cell distribution width (RDW) was measured.", "RDW predicted mortality."},
		{"its long form", "Does RDW predict mortality?", "Red cell distribution width (RDW) was measured.", "A red cell distribution width predicted mortality."},
		{"another name", "Does rapamycin inhibit growth?", "Mice were given sirolimus (rapamycin).", "Sirolimus inhibits growth."},
		{"also known as", "Does rapamycin inhibit growth?", "They took sirolimus, also known as rapamycin, daily.", "Sirolimus inhibits growth."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sentences := of("We studied cohorts.", "Nothing else.", tt.says)
			sentences[2].Document = 1
			_, before := judged(tt.question, sentences)
			sentences[0].Text = tt.introduces
			_, after := judged(tt.question, sentences)
			assert.Less(t, before.Addresses[2], 0.5)
			assert.Greater(t, after.Addresses[2], 0.5)
		})
	}
}

func TestContextCountsByHowNearItStands(t *testing.T) {
	says, names := "It inhibits growth.", "Rapamycin was given."
	at := func(sentences []Sentence) float64 {
		_, j := judged("Does rapamycin inhibit growth?", sentences)
		return j.Addresses[0]
	}
	here := at(of("Rapamycin inhibits growth."))
	entitled := of(says)
	entitled[0].Title = names
	before := []Sentence{{Text: says, Place: 1}, {Text: names, Place: 0}}
	behind := []Sentence{{Text: says, Place: 2}, {Text: names, Place: 0}}
	elsewhere := []Sentence{{Text: says, Place: 1}, {Text: names, Place: 0, Document: 1}}
	assert.Greater(t, here, at(entitled))
	assert.Greater(t, at(entitled), at(before))
	assert.Greater(t, at(before), at(behind))
	assert.Equal(t, at(of(says)), at(elsewhere), "another document is no context")
}

func TestTheRestOfTheDocumentCountsForWhatIsMissing(t *testing.T) {
	r := &Reader{Discounts: Standard}
	missing := func(place int) (v float64) {
		sentences := []Sentence{{Text: "It inhibits growth.", Place: 5}, {Text: "Rapamycin was given.", Document: float64(place)}}
		r.Read(Question{Text: "Does rapamycin inhibit growth?"}, sentences)
		r.Each(sentences, func(row int, f *Vector) {
			if row == 0 {
				v = f[FeatMissing]
			}
		})
		return v
	}
	assert.Less(t, missing(0), missing(1), "the same document against another one")
}

func TestAQuestionForANumberNeedsOne(t *testing.T) {
	for question, want := range map[string][2]float64{
		"What percentage of otters drown?": {1, 0}, "How many otters drown?": {1, 1}, "Do otters drown?": {0, 0},
	} {
		r := &Reader{Discounts: Standard}
		sentences := of("In winter 12 % of otters drown.", "In winter 12 otters drown.", "Otters drown.")
		r.Read(Question{Text: question}, sentences)
		var got []float64
		r.Each(sentences, func(_ int, f *Vector) { got = append(got, f[FeatNumber]) })
		assert.Equal(t, []float64{want[0], want[1], 0}, got, question)
	}
}

func TestRareWordsWeighMore(t *testing.T) {
	r := &Reader{}
	words := []Word{{"otters", 0.9}, {"drown", 0.2}, {"winter", 0.2}}
	sentences := apart("Otters play.", "In winter many drown.")
	j := r.Judge(Question{Text: "Do otters drown in winter?", Words: words}, sentences, plain(), settings)
	assert.Greater(t, j.Subject[0], j.Subject[1])
}

func TestWordsCommonInEnglishWeighLess(t *testing.T) {
	question := Question{Text: "Can dogs clearly get coronavirus?"}
	unknown := func(light float64) float64 {
		set := settings
		set.Light = light
		return (&Reader{}).Judge(question, of("Dogs and coronavirus."), plain(), set).Unknown
	}
	assert.Greater(t, unknown(1), unknown(0.4))
	assert.Zero(t, unknown(0))
}

func TestMemoryIsReusedFromQuestionToQuestion(t *testing.T) {
	r := &Reader{}
	allocations := func(n int) float64 {
		sentences := make([]Sentence, n)
		for i := range sentences {
			sentences[i] = Sentence{Text: "Otters often drown in nets (OND) of fishers.", Title: "Otters", Document: float64(i % 9), Place: i / 9}
		}
		return testing.AllocsPerRun(5, func() { r.Judge(Question{Text: "Do otters drown in nets?"}, sentences, plain(), settings) })
	}
	assert.InDelta(t, allocations(20), allocations(2000), 3)
}

func TestOptionsAreWordsThatAnyOneOfThemMayMeet(t *testing.T) {
	r := &Reader{Discounts: Standard}
	sentences := of("Otters eat crabs.", "Otters eat stones.")
	r.Read(Question{Text: "What do otters eat?", Options: []string{"crabs", "sea urchins", "yes"}}, sentences)
	var got []float64
	r.Each(sentences, func(_ int, f *Vector) { got = append(got, f[FeatOption]/f[FeatContext]) })
	assert.Equal(t, []float64{1, 0}, got)
}

func TestAQuestionWithoutWordsOfItsOwnIsAddressedByNothing(t *testing.T) {
	for _, q := range []string{"", "?", "Is it the one that they were?", "¿Es plana la tierra?", "地球は平らですか", "\xff\xfe"} {
		r, j := judged(q, of("Is it the one that they were?", "The earth is round."))
		counted, missed := r.Best(j, 0.5, 5, 5)
		assert.Zero(t, j.Addressed, q)
		assert.Empty(t, append(counted, missed...), q)
	}
	_, j := judged("Do otters drown?", nil)
	assert.Zero(t, j.Addressed)
	assert.Equal(t, 1.0, j.Unknown)
}

func TestWorksAreDocumentsWithASentenceThatCounts(t *testing.T) {
	sentences := of("Otters drown.", "Otters often drown.", "Seals swim.", "Otters drown in nets.")
	sentences[2].Document, sentences[3].Document = 1, 2
	_, j := judged("Do otters drown?", sentences)
	assert.Equal(t, 2, j.Works)
}

func TestSentencesOfIntroductionsAndMethodsCountLess(t *testing.T) {
	sentences := of("Otters drown.", "Otters drown.", "Otters drown.")
	for i, section := range []string{"results", "methods", "introduction"} {
		sentences[i].Section, sentences[i].Document = section, float64(i)
	}
	_, j := judged("Do otters drown?", sentences)
	assert.Greater(t, j.Addresses[0], j.Addresses[1])
	assert.Equal(t, j.Addresses[1], j.Addresses[2])
}

func TestFindingsNameWhatWasMet(t *testing.T) {
	r, j := judged("Does rapamycin inhibit mTORC1?", apart("Rapamycin inhibited mTORC1.", "Rapamycin was given.", "Basalt cools."))
	counted, missed := r.Best(j, 0.5, 5, 5)
	require.Equal(t, []int{0}, counted)
	require.Equal(t, []int{1}, missed)
	assert.Equal(t, "subject: rapamycin, mTORC1; relation: inhibit", r.Met(0))
	assert.Equal(t, "no word for: rapamycin, inhibit, mTORC1", r.Missing(2))
}

func TestARelationIsAskedOfEverySubject(t *testing.T) {
	for question, want := range map[string]string{
		"Is the earth flat?":                 "flat",
		"Do unicorns exist?":                 "exist",
		"Does TNFα worsen anaemia with IL6?": "worsen",
		"Does rapamycin inhibit mTORC1?":     "inhibit",
		"Melting point of tungsten?":         "Melting point",
		"Is it an increase?":                 "",
	} {
		r, _ := judged(question, nil)
		var relation []string
		subjects := 0
		for _, tm := range r.q.terms {
			if tm.relation {
				relation = append(relation, tm.text)
			} else {
				subjects++
			}
		}
		assert.Equal(t, want, strings.Join(relation, " "), question)
		assert.Positive(t, subjects, question)
	}
}

func TestLongQuestionsKeepTheirMostTellingTerms(t *testing.T) {
	var b strings.Builder
	var words []Word
	for i := range 1500 {
		w := fmt.Sprintf("word%dx", i)
		b.WriteString(w + " ")
		words = append(words, Word{w, float64(i%997) / 1000})
	}
	r := &Reader{}
	j := r.Judge(Question{Text: b.String(), Words: words}, apart("The word996x is here.", "The word1x is here."), plain(), settings)
	assert.Len(t, r.q.terms, mostTerms)
	assert.Positive(t, j.Subject[0])
	assert.Zero(t, j.Subject[1])
}

func TestQuestionsUnlikeThoseOfTheFitAreUnfamiliar(t *testing.T) {
	like := Range{FewTerms: 4, ManyTerms: 16, Unknown: 0.5, FewSentences: 10}
	assert.Equal(t, 1.0, like.Like(4, 0.5, 10))
	assert.Equal(t, 0.5, like.Like(2, 0, 20))
	assert.Equal(t, 0.5, like.Like(32, 0, 20))
	assert.Equal(t, 0.5, like.Like(8, 0.75, 20))
	assert.Equal(t, 0.1, like.Like(8, 0, 1))
	assert.Zero(t, like.Like(0, 0, 20))
}

// pieces are what drawn sentences and questions are made of.
var pieces = []string{
	"Rapamycin ", "sirolimus (rapamycin) ", "inhibits ", "red cell distribution width (RDW) ", "RDW ", "did not ", "IL-6 ", "TNFα ",
	"12 % ", "however, ", "mortality ", "? ", "of the heart ", "\xff", "(", "also known as ", "é",
}

func drawText(t *rapid.T, name string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8).Draw(t, name), "")
}

func TestTheOrderOfSentencesMakesNoDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sentences := make([]Sentence, rapid.IntRange(0, 8).Draw(t, "sentences"))
		for i := range sentences {
			sentences[i] = Sentence{
				Text: drawText(t, "text"), Title: drawText(t, "title"),
				Document: float64(rapid.IntRange(0, 2).Draw(t, "document")), Place: rapid.IntRange(0, 4).Draw(t, "place"),
			}
		}
		question, option := drawText(t, "question"), drawText(t, "option")
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)).Perm(len(sentences))
		shuffled := make([]Sentence, len(sentences))
		for i, from := range order {
			shuffled[i] = sentences[from]
		}
		r, a := judged(question, sentences, option)
		_, b := judged(question, shuffled, option)
		again := r.Judge(Question{Text: question, Options: []string{option}}, sentences, plain(), settings)
		require.Equal(t, a, again, "a reader keeps nothing of what it read before")
		for i, from := range order {
			require.Equal(t, a.Addresses[from], b.Addresses[i])
			require.Equal(t, a.Subject[from], b.Subject[i])
			require.Equal(t, a.Relation[from], b.Relation[i])
		}
		require.Equal(t, a.Addressed, b.Addressed)
		require.Equal(t, a.Works, b.Works)
		require.Equal(t, a.Unknown, b.Unknown)
		for _, v := range slices.Concat(a.Addresses, a.Subject, a.Relation, []float64{a.Unknown, a.Familiar}) {
			require.True(t, v >= 0 && v <= 1, v)
		}
	})
}

func TestAModelIsReadAsItWasWritten(t *testing.T) {
	m := plain()
	m.Range = Range{3, 15, 0.25, 9}
	got, err := Parse(m.Format())
	require.NoError(t, err)
	assert.Equal(t, m, got)
	for _, broken := range []string{"", "READING 1\n", strings.Replace(m.Format(), "bias", "base", 1), strings.Replace(m.Format(), "-3.5000", "x", 1)} {
		_, err := Parse(broken)
		require.ErrorIs(t, err, ErrModel)
	}
}

func BenchmarkJudge(b *testing.B) {
	var sentences []Sentence
	for i := range 200 {
		sentences = append(sentences, Sentence{
			Text:     "After adjustment for multiple confounders, the all-cause in-hospital mortality rate increased by 21.8% for each 1% increase in RDW.",
			Title:    "The association of red cell distribution width (RDW) and mortality",
			Document: float64(i % 14), Place: i / 14,
		})
	}
	r := &Reader{}
	q := Question{Text: "In emergency-department patients older than 65, by how much does the in-hospital death rate go up for every additional 1% of erythrocyte size variability (RDW)?"}
	b.ReportAllocs()
	for b.Loop() {
		r.Judge(q, sentences, plain(), settings)
	}
}

func TestWordsThatMeetByChanceAreACoincidence(t *testing.T) {
	rare := func(v float64) []Word { return []Word{{"torvin", v}, {"marnosis", v}} }
	tests := []struct {
		name      string
		words     []Word
		sentences []Sentence
		want      float64
	}{
		{"rare words in one document", rare(0.9), of("Torvin was given.", "Marnosis was cured."), 0},
		{"common words in one document", rare(0.4), of("Torvin was given.", "Marnosis was cured."), 0.95},
		{"between", rare(0.7), of("Torvin was given.", "Marnosis was cured."), 0.35},
		{"rare words in different documents", rare(0.9), apart("Torvin was given.", "Marnosis was cured."), 0.85},
		{"a title counts", rare(0.9), []Sentence{{Text: "Torvin was given.", Title: "Marnosis"}}, 0},
		{"nothing was read", rare(0.9), nil, 1},
	}
	for _, tt := range tests {
		var r Reader
		j := r.Judge(Question{Text: "Does torvin cause marnosis?", Words: append(tt.words, Word{"cause", 0})}, tt.sentences, plain(), settings)
		assert.InDelta(t, tt.want, j.Coincidence, 1e-9, tt.name)
	}
}
