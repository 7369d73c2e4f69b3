package sentence

import (
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// contrasts says whether a clause speaks of the contrary kind of what the hypothesis speaks of: "large birds" for "small birds", "highly
// invasive" for "weakly invasive", and not of the kind itself. What it says is of others then.
func (s *Sight) contrasts(c text.Span) bool {
	for k := range s.h.terms {
		of := s.h.terms[k].token
		if (s.h.sense.subject|s.h.sense.object)>>k&1 == 0 || s.at[k] < c.First || s.at[k] >= c.End {
			continue
		}
		if excluded(&s.h.Reading, of) != excluded(s.Reading, s.at[k]) {
			return true
		}
		if of == 0 || !beside(s.h.Gap(of-1)) {
			continue
		}
		if j := s.at[k] - 1; j >= c.First && s.contrary(of-1, j) && !s.kindStands(of-1, c) {
			return true
		}
	}
	return false
}

// ofOthers says whether the sentence tells of another group or place in the stead of one of the hypothesis: "in dairy cows" for "in goats".
func (s *Sight) ofOthers() bool {
	for k := range s.h.terms {
		if s.h.sense.object&^s.h.sense.noun&^s.ofWork>>k&1 == 0 || s.match[k] > 0 || !s.h.placed(k) {
			continue
		}
		for i := range s.Tokens {
			if placesOf[s.Tokens[i].Word] && s.placesOther(i+1) {
				return true
			}
		}
	}
	return false
}

// placed says whether term k ends a phrase that tells of whom or where: "goats" of "in milking goats".
func (h *Hypothesis) placed(k int) bool { return goesBehind(&h.Reading, h.terms[k].token, placesOf) }

// placesOther says whether the phrase that begins at token i has content, and none of the hypothesis.
func (s *Sight) placesOther(i int) (other bool) {
	for end := min(i+placeWords, len(s.Tokens)); i < end; i++ {
		switch t := &s.Tokens[i]; {
		case s.term[i] >= 0 || phrasal[t.Word]:
			return false
		case t.Cue&text.CueStop != 0 && !articles[t.Word] || !math.IsNaN(t.Number):
			return other
		}
		other = other || s.content(i)
	}
	return other
}

// placeWords is how many words a phrase behind "in" or "without" may have.
const placeWords = 3

var (
	placesOf = wordSet(`in among`)
	phrasal  = wordSet(`contrast addition total fact particular combination comparison response order terms vitro vivo spite accordance line agreement turn general summary
		conclusion parallel conjunction relation regard respect number size need search case cases part`)
)

// excluded says whether "non" makes token i of a text the contrary of itself: "non-smokers".
func excluded(r *text.Reading, i int) bool { return i > 0 && r.Tokens[i-1].Word == wordNon }

// beside says whether what stands between two words makes them neighbours.
func beside(gap string) bool { return gap == " " || gap == "-" }

// contrary says whether token j of the sentence is the contrary of token i of the hypothesis, a word that tells a kind where it stands ahead of a noun.
func (s *Sight) contrary(i, j int) bool {
	a, b := &s.h.Tokens[i], &s.Tokens[j]
	if fewWords[b.Word] || noneWords[b.Word] {
		return false // fewer of the same
	}
	if a.Word == wordNegative && b.Word == wordPositive || a.Word == wordPositive && b.Word == wordNegative {
		return i != s.h.relation // "Gram-negative" and "Gram-positive"
	}
	if i == s.h.relation || a.Shift != 0 && grades[a.Word] == 0 {
		return false // what happens, and not what kind it is of
	}
	return grades[a.Word]*grades[b.Word] < 0 || slices.Contains(s.h.vocabulary.opposites[a.Stem], b.Stem)
}

var wordNegative, wordPositive = text.Hash([]byte("negative")), text.Hash([]byte("positive"))

// kindStands says whether a clause holds token i of the hypothesis.
func (s *Sight) kindStands(i int, c text.Span) bool {
	for j := c.First; j < c.End; j++ {
		if s.Tokens[j].Stem == s.h.Tokens[i].Stem {
			return true
		}
	}
	return false
}

// grades are words for how much or how great a thing of a kind is: above 0 much, below 0 little.
var grades = gradesOf(`highly strongly strong high large big great heavy heavily severe severely long tall deep thick fast old older major frequent
		highest largest biggest greatest longest strongest fastest oldest`,
	`weakly weak poorly low small little slight slightly mild mildly moderate lightly light short shallow thin slow young younger minor rare
		lowest smallest least shortest weakest slowest youngest`)

func gradesOf(much, little string) map[uint64]int {
	g := map[uint64]int{}
	for w := range wordSet(much) {
		g[w] = 1
	}
	for w := range wordSet(little) {
		g[w] = -1
	}
	return g
}

// attributive says whether token i of a text only tells a kind of what follows, behind a preposition or a hyphen: "at low pH", "with high income",
// "UCP1-independent".
func attributive(r *text.Reading, i int) bool {
	if r.Tokens[i].Word == wordIndependent && i+1 < len(r.Tokens) && r.Tokens[i+1].Cue&text.CueStop == 0 {
		return true // "an independent marker"
	}
	if r.Tokens[i].Word == wordRefractory && i+1 < len(r.Tokens) && r.Tokens[i+1].Cue&text.CueStop == 0 {
		return true // "refractory lymphoma"
	}
	if i > 0 && r.Gap(i-1) == "-" && (r.Tokens[i].Word == wordIndependent || r.Tokens[i].Stem == stemDepend) {
		return true
	}
	return i > 0 && i+1 < len(r.Tokens) && grades[r.Tokens[i].Word] != 0 && prepositions[r.Tokens[i-1].Word] && r.Tokens[i+1].Cue&text.CueStop == 0
}

var wordRefractory = text.Hash([]byte("refractory"))

var prepositions = wordSet(`at in with of on under for among from to by`)

// broughtOn says whether token i is the second part of a compound whose first part is another thing than those of the hypothesis, which brings on, speeds or
// goes with what follows: "stress-induced ulcers".
func (s *Sight) broughtOn(i int) bool {
	if i == 0 || !bringingOn[s.Tokens[i].Word] || !strings.HasSuffix(s.Gap(i-1), "-") || strings.HasPrefix(s.Gap(i-1), " ") {
		return false
	}
	return s.term[i-1] < 0 && s.content(i-1)
}

var bringingOn = wordSet(`induced accelerated mediated associated related driven triggered caused stimulated evoked elicited provoked activated`)

// For and against: words that say the contrary with the one than with the other.
var (
	partial     = wordSet(`select selects selected selecting selection vote votes voted argue argues argued speak speaks spoke evidence biased recommend recommends recommended advise advises advised`)
	wordAgainst = text.Hash([]byte("against"))
)

// opposesWhere says whether a clause is against what the hypothesis is for: "selected against" where the hypothesis says "selects for".
func (s *Sight) opposesWhere(c text.Span) bool {
	return s.h.sides(wordFor) && !s.h.sides(wordAgainst) && takesSide(s.Reading, c, wordAgainst) && !takesSide(s.Reading, c, wordFor)
}

// sides says whether the hypothesis is for or against something, as word says.
func (h *Hypothesis) sides(word uint64) bool {
	return takesSide(&h.Reading, text.Span{First: 0, End: len(h.Tokens)}, word)
}

func takesSide(r *text.Reading, c text.Span, word uint64) bool {
	for i := c.First + 1; i < c.End; i++ {
		if r.Tokens[i].Word == word && partial[r.Tokens[i-1].Word] {
			return true
		}
	}
	return false
}
