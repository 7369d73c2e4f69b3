package main

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// shipped are the settings of the manifest.
func shipped(t *testing.T) config { return configOf(request(t, nil, "", nil)) }

func TestFormsOfAWordShareTheirStem(t *testing.T) {
	tests := [][]string{
		{"inhibits", "inhibited", "inhibition", "inhibitor", "inhibiting", "inhibit"},
		{"activate", "activates", "activated", "activation", "activator"},
		{"studies", "study"}, {"stopped", "stops", "stopping"}, {"significant", "significantly"},
		{"treatment", "treated", "treats"}, {"suppresses", "suppression", "suppressed", "suppress"}, {"differ", "different", "difference"}, {"effective", "effect"},
	}
	for _, forms := range tests {
		want := forms[len(forms)-1]
		want = want[:stemLength([]byte(want))]
		for _, form := range forms {
			assert.Equal(t, want, form[:stemLength([]byte(form))])
		}
	}
}

func TestNamesWithDigitsAndShortWordsStayWhole(t *testing.T) {
	for _, word := range []string{"mtorc1", "cyp2d6s", "its", "gas", "βs", "12,000"} {
		assert.Equal(t, len(word), stemLength([]byte(word)), word)
	}
}

// sentences are the texts of a text's sentences.
func sentences(text string) []string {
	r := read(text, newLexicon())
	out := make([]string, len(r.sentences))
	for i, s := range r.sentences {
		out[i] = r.quote(s.first, s.end-1)
	}
	return out
}

func TestTextsAreCutIntoSentences(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"at marks before a capital", "Rats slept. Mice ran! Did cats?", []string{"Rats slept", "Mice ran", "Did cats"}},
		{"not at decimals and initials", "E. Coli grew by 1.5 mm. It died.", []string{"E. Coli grew by 1.5 mm", "It died"}},
		{"not before a small letter", "See fig. a and so on", []string{"See fig. a and so on"}},
		{"of nothing none are made", " ., ", []string{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, sentences(tt.text)) })
	}
}

func TestNumbersAreRead(t *testing.T) {
	r := read("1,200 cells, 4.5 % and 7nm of 3.1.2", newLexicon())
	var numbers []float64
	for _, token := range r.tokens {
		if !math.IsNaN(token.number) {
			numbers = append(numbers, token.number)
		}
	}
	assert.Equal(t, []float64{1200, 4.5}, numbers)
	assert.True(t, r.tokens[2].percent)
	assert.False(t, r.tokens[0].percent)
}

func TestSentencesGiveTheirSignals(t *testing.T) {
	tests := []struct {
		name, sentence string
		want, not      []signal
	}{
		{"a p-value under alpha", "Falls differed (p < 0.01)", []signal{sigSignificant, sigDiffer}, []signal{sigNotSignificant}},
		{"a p-value over alpha", "Falls were counted (p = 0.30)", []signal{sigNotSignificant}, []signal{sigSignificant}},
		{"a bound from below", "Falls were counted (P > 0.05)", []signal{sigNotSignificant}, []signal{sigSignificant}},
		{"no significant difference", "No significant difference in falls", []signal{sigNotSignificant, sigSame, sigNegated}, []signal{sigSignificant, sigDiffer}},
		{"similar", "Falls were similar", []signal{sigSame}, []signal{sigDiffer}},
		{"not associated", "Age was not associated with falls", []signal{sigUnrelated}, []signal{sigRelated}},
		{"the negation ends with its clause", "There was no pain, and falls were significant", []signal{sigSignificant}, []signal{sigNotSignificant}},
		{"not useful", "The exercise was not useful", []signal{sigDisfavour}, []signal{sigFavour}},
		{"hedged", "Exercise may reduce falls", []signal{sigHedge, sigAgree}, []signal{sigOppose}},
		{"refuted", "This contradicts the role of exercise", []signal{sigRefutes}, nil},
		{"a question, not a finding", "We investigated whether exercise matters", []signal{sigAims}, []signal{sigConcludes}},
		{"a finding", "We conclude that exercise matters", []signal{sigConcludes}, []signal{sigAims}},
		{"the number asked for", "Exercise for 12.0 weeks", []signal{sigNumber}, []signal{sigOtherNumber}},
		{"another number", "Exercise for 30 weeks", []signal{sigOtherNumber}, []signal{sigNumber}},
	}
	l := newLexicon()
	h := newHypothesis("Does exercise for 12 weeks reduce falls?", "", l, shipped(t))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := read(tt.sentence, l)
			v := h.see(&r, r.sentences[0])
			for _, s := range tt.want {
				assert.Positive(t, v.signal[s], s)
			}
			for _, s := range tt.not {
				assert.Zero(t, v.signal[s], s)
			}
		})
	}
}

func TestQuestionsAndClaimsAreToldApart(t *testing.T) {
	for text, asks := range map[string]bool{
		"Does sleep help?": true, "Sleep and memory: are they linked?": true, "Is sleep useful": true,
		"Sleep helps memory.": false, "": false,
	} {
		assert.Equal(t, asks, newHypothesis(text, "", newLexicon(), shipped(t)).asked, text)
	}
}

func TestTheModelIsAMultinomialLogistic(t *testing.T) {
	m := model{supports: []float64{math.Log(2)}, contradicts: []float64{math.Log(3)}}
	f := vector{featBias: 1}
	s := m.of(&f, math.Log(2))
	assert.InDeltaSlice(t, []float64{2. / 9, 6. / 9, 1. / 9}, []float64{s.supports, s.contradicts, s.undecided}, 1e-12)
}

func TestHugeWeightsDoNotOverflow(t *testing.T) {
	m := model{supports: []float64{1e308}, contradicts: []float64{-1e308}}
	f := vector{featBias: 1}
	assert.Equal(t, stance{supports: 1}, m.of(&f, 0))
}

// BenchmarkVerify reads 40 passages of 600 characters for one question.
func BenchmarkVerify(b *testing.B) {
	text := strings.Repeat("Tailored letters did not increase the use of mammography among women of the plan (p = 0.32). ", 7)[:600]
	rows := make([]row, 40)
	for i := range rows {
		rows[i] = row{text, float64(i / 3), 1 / float64(i+1)}
	}
	req := request(b, nil, "Can tailored interventions increase mammography use among women of a health plan?", rows)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := answer(req); err != nil {
			b.Fatal(err)
		}
	}
}

// signalsOf is how a sentence looks to a claim.
func signalsOf(t *testing.T, claim, sentence string) [signals]float64 {
	l := newLexicon()
	h := newHypothesis(claim, "", l, shipped(t))
	r := read(sentence, l)
	v := h.see(&r, r.sentences[0])
	return v.signal
}

func TestDirectionsAreComparedInSeveralWays(t *testing.T) {
	tests := []struct {
		name, claim, sentence string
		most, least           signal // of two opposite signals the one that is more, and the one that is less
	}{
		{"what follows a direction word is what it moves", "Zinc raises serum copper.", "High doses of zinc lowered serum copper.", sigAfterOppose, sigAfterAgree},
		{"… also in other words", "Zinc lowers serum copper.", "High doses of zinc reduced serum copper.", sigAfterAgree, sigAfterOppose},
		{"who loses what lowers a thing has more of it", "Sclerin suppresses germination.", "Loss of sclerin increased germination.", sigSignAgree, sigSignOppose},
		{"a loss that lowers speaks for what raises", "Sclerin suppresses germination.", "Loss of sclerin reduced germination.", sigSignOppose, sigSignAgree},
		{"a negation turns a sign round", "Zinc raises copper.", "Zinc did not raise copper.", sigSignOppose, sigSignAgree},
		{"the words around tell most", "Zinc raises copper.", "In mice zinc depletes copper stores.", sigCloseOppose, sigCloseAgree},
		{"the tone of a whole sentence counts", "Zinc raises copper.", "Copper and iron were lower, and losses higher, in the group that was given less and less.", sigToneOppose, sigToneAgree},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := signalsOf(t, tt.claim, tt.sentence)
			assert.Greater(t, s[tt.most], s[tt.least])
		})
	}
	assert.Equal(t, 1.0, signalsOf(t, "Zinc raises copper.", "Raised copper was found.")[sigKept])
	assert.Zero(t, signalsOf(t, "Zinc raises copper.", "Copper increased.")[sigKept], "another word")
	assert.Zero(t, signalsOf(t, "Zinc binds copper.", "Raised zinc was found.")[sigKept], "the claim has no direction")
}

func TestADeniedClaimReadsWhatIsRelatedAgainstIt(t *testing.T) {
	measure := func(claim string) vector {
		l := newLexicon()
		h := newHypothesis(claim, "", l, shipped(t))
		ps := []passage{{reading: read("Zinc was associated with copper.", l)}}
		h.look(ps)
		return h.measure(ps)
	}
	assert.Positive(t, measure("Zinc is not associated with copper.")[featDeniedRelated])
	assert.Zero(t, measure("Zinc is associated with copper.")[featDeniedRelated])
}
