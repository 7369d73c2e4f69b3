package reading

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Settings are what an operator may set.
type Settings struct {
	Discounts
	Section float64 // log-odds that a sentence of an introduction or of methods loses
	Lacking float64 // log-odds that a sentence loses that meets nothing of the subject, or nothing of the relation, in context
	Twin    float64 // log-odds that a sentence loses that names, instead of a thing that is asked about, another of nearly the same name
	From    float64 // a sentence counts if it addresses the question at least so well
}

// Defaults are the settings that the shipped weights are judged with.
var Defaults = Settings{Discounts: Standard, Section: 0.3, Lacking: 0.6, Twin: 8, From: 0.5}

// Addresses returns the probability, 0..1, that a sentence of these features and that section addresses the question;
// mistaken: it names a [twin].
func (s *Settings) Addresses(m *Model, f *Vector, section string, mistaken bool) float64 {
	sum := m.Sum(f)
	if mistaken {
		sum -= s.Twin
	}
	if strings.HasPrefix(section, "intro") || strings.HasPrefix(section, "method") {
		sum -= s.Section
	}
	if f[FeatSubject] == 0 || f[FeatRelationContext] == 0 {
		sum -= s.Lacking
	}
	return 1 / (1 + math.Exp(-sum))
}

// A Judgement is what was found for a question. Its slices have an element for each sentence.
type Judgement struct {
	Addresses []float64 // 0..1, how well the sentence addresses the question
	Subject   []float64 // 0..1, share of the subject's weight that it meets in context
	Relation  []float64 // 0..1, share of the relation's weight that it meets in context
	Addressed float64   // that of the best sentence
	Works     int       // documents with a sentence that counts
	Terms     int       // words with content that the question has
	Unknown   float64   // 0..1, share of the question's weight that no sentence or title has
	Unnamed   float64   // 0..1, share of the weight of the question's names that no sentence or title has; 0 if it names nothing
	Held      float64   // 0..1, share of the question's weight that the document which holds most of it holds, at the discount of each form
	Familiar  float64   // 0..1, see [Range.Like]

	// Coincidence is 1 where chance alone could bring as many of the question's words together in one document as the best one holds, and
	// 0 where it would not: 0.75 less the sum of their rarity beyond 1, within 0 and 1. Rarity is the logarithm of N/df over that of N, so that
	// by chance, were words independent, N^-x documents of N hold words of a rarity of 1 + x together.
	Coincidence float64
}

// Judge reads the sentences for the question.
func (r *Reader) Judge(question Question, sentences []Sentence, m *Model, s Settings) *Judgement {
	r.Discounts = s.Discounts
	r.Read(question, sentences)
	j := &Judgement{Addresses: make([]float64, len(sentences)), Subject: make([]float64, len(sentences)), Relation: make([]float64, len(sentences))}
	counted := math.NaN()
	r.Each(sentences, func(row int, f *Vector) {
		j.Subject[row], j.Relation[row] = min(f[FeatSubject], 1), min(f[FeatRelationContext], 1)
		if r.met[row].exact|r.met[row].near == 0 {
			return // of what was asked it says nothing
		}
		j.Addresses[row] = s.Addresses(m, f, sentences[row].Section, r.looks[row].mistaken != 0)
		j.Addressed = max(j.Addressed, j.Addresses[row])
		if j.Addresses[row] >= s.From && sentences[row].Document != counted {
			j.Works, counted = j.Works+1, sentences[row].Document
		}
	})
	j.Terms, j.Unnamed = len(r.q.terms), r.q.unnamed(&r.all)
	j.Unknown, j.Held, j.Coincidence = r.m.unknown, share(r.held, r.m.all), min(max(1+surely-r.shared, 0), 1)
	j.Familiar = m.Range.Like(len(r.q.terms), j.Unknown, len(sentences))
	return j
}

// surely is the rarity beyond 1 from which words come together by no chance.
const surely = 0.75

// A Range describes the answerable questions that weights were fitted to.
type Range struct {
	FewTerms, ManyTerms float64 // 5th and 95th percentile of their terms
	Unknown             float64 // 95th percentile of the share that no sentence has
	FewSentences        float64 // 5th percentile of the sentences that were read
}

// Like tells how like them a question is, 0..1: 1 inside the range, and outside it the least of three ratios: of the
// number of terms to the nearer end, of the known share to the least, of the sentences to the fewest.
func (r *Range) Like(terms int, unknown float64, sentences int) float64 {
	if terms == 0 {
		return 0
	}
	n := float64(terms)
	return min(1, n/max(r.FewTerms, 1), max(r.ManyTerms, 1)/n, (1-unknown)/max(1-r.Unknown, 1e-9), float64(sentences)/max(r.FewSentences, 1))
}

// Best returns the rows that count and the best that do not, each best first and at most so many. Rows of one value
// follow in the order of document, place and text.
func (r *Reader) Best(j *Judgement, from float64, counting, missing int) (counted, missed []int) {
	order := slices.Clone(r.order)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(j.Addresses[b], j.Addresses[a]) })
	for _, row := range order {
		switch v := j.Addresses[row]; {
		case v == 0:
			return counted, missed
		case v >= from && len(counted) < counting:
			counted = append(counted, row)
		case v < from && len(missed) < missing:
			missed = append(missed, row)
		}
	}
	return counted, missed
}

// most words are named in a finding.
const mostNamed = 8

// Met names the terms that a sentence meets in context, such as "subject: rapamycin, mTORC1; relation: inhibit".
func (r *Reader) Met(row int) string {
	var subject, relation []string
	for i := range r.q.terms {
		if tm := &r.q.terms[i]; r.met[row].of(i) == levelNone {
			continue
		} else if tm.relation {
			relation = append(relation, tm.text)
		} else {
			subject = append(subject, tm.text)
		}
	}
	return "subject: " + listed(subject) + "; relation: " + listed(relation)
}

func listed(words []string) string {
	switch {
	case len(words) == 0:
		return "none"
	case len(words) > mostNamed:
		return strings.Join(words[:mostNamed], ", ") + ", …"
	}
	return strings.Join(words, ", ")
}

// Missing names the terms that a sentence does not meet in context, the most telling first, such as "no word for: flat".
func (r *Reader) Missing(row int) string {
	var missing []int
	for i := range r.q.terms {
		if r.met[row].of(i) == levelNone {
			missing = append(missing, i)
		}
	}
	if len(missing) == 0 {
		return "all words stand apart or in other forms"
	}
	slices.SortStableFunc(missing, func(a, b int) int { return cmp.Compare(r.q.terms[b].weight, r.q.terms[a].weight) })
	words := make([]string, len(missing))
	for i, k := range missing {
		words[i] = r.q.terms[k].text
	}
	return "no word for: " + listed(words)
}
