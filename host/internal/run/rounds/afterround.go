package rounds

import (
	"cmp"
	"maps"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// learn takes from a round that ran what the templates of later rounds may say.
func (r *Run) learn(rd *policy.Round) {
	r.learnDomain()
	r.gatherVocabulary(rd)
	r.eliminateEarly(rd)
}

// best returns the documents that would be read now.
func (r *Run) best() []*state.Document {
	return r.Documents[:min(len(r.Documents), r.Policy.Select.MaxDocuments)]
}

// learnDomain is U12 without a model: the field of study of most of the documents that would be read
// now, the first by name of equals. A domain that is known already stays.
func (r *Run) learnDomain() {
	if r.Plan.Wording.Domain != "" {
		return
	}
	counts := map[string]int{}
	for _, d := range r.best() {
		for _, field := range d.Document.Fields {
			counts[field]++
		}
	}
	most := 0
	for _, field := range slices.Sorted(maps.Keys(counts)) {
		if counts[field] > most {
			most, r.Plan.Wording.Domain = counts[field], field
		}
	}
}

// gatherVocabulary is S3-03, if it is due after the round.
func (r *Run) gatherVocabulary(rd *policy.Round) {
	v := &r.Policy.Vocabulary
	if v.Top == 0 || v.After != "every_round" && v.After != rd.Name {
		return
	}
	texts := make([]string, len(r.Documents))
	for i, d := range r.Documents {
		texts[i] = d.Document.Abstract
	}
	asked := state.Joined(append([]string{r.Plan.Question.Question}, r.Plan.ContentOptions()...))
	words := r.Content.SeedWords(texts, asked, evidence.Seeding{
		Top: v.Top, MinDocuments: v.MinDocuments, MaxDocuments: v.MaxDocuments, MinLength: v.MinLength, MaxLength: v.MaxLength,
	})
	r.Plan.Wording.Vocabulary = words
	event := record.Step{Name: "vocabulary", Round: rd.Name, Ran: len(words) > 0, Texts: map[string][]string{"words": words}, At: state.At(v.At)}
	if len(words) == 0 {
		event.Reason = "no word is in so many documents and no more"
	}
	r.Log(record.KindStep, event)
}

// eliminateEarly is C35, if it is due after the round: an option whose own words no document that would
// be read now holds nearly as well as another's is struck out, the worst first, the later one of equals.
func (r *Run) eliminateEarly(rd *policy.Round) {
	e := &r.Policy.Options.Early
	if e.After != rd.Name || r.Plan.Polar || len(r.Options) == 0 {
		return
	}
	event := record.Step{Name: "options.eliminate_early", Round: rd.Name, Numbers: map[string]float64{}, Texts: map[string][]string{}, At: state.At(e.At)}
	scores := make([]float64, len(r.Options))
	order := make([]int, len(r.Options))
	for i := range r.Options {
		order[i] = i
		for _, d := range r.best() {
			scores[i] = max(scores[i], evidence.Containment(r.Own[i], d.All))
		}
		event.Numbers[r.Plan.Options[i].Label] = scores[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(scores[a], scores[b]), cmp.Compare(b, a)) })
	r.Plan.Wording.Struck = map[int]bool{}
	for _, i := range order {
		if len(order)-len(r.Plan.Wording.Struck) > e.KeepAtLeast && scores[i] < slices.Max(scores)-e.Below {
			r.Plan.Wording.Struck[i] = true
		}
	}
	for i, o := range r.Plan.Options {
		kind := "surviving"
		if r.Plan.Wording.Struck[i] {
			kind = "struck"
		}
		event.Texts[kind] = append(event.Texts[kind], o.Label)
	}
	if event.Ran = len(r.Plan.Wording.Struck) > 0; !event.Ran {
		event.Reason = "no option falls so far behind"
	}
	r.Log(record.KindStep, event)
}

// contestedTerms counts the question's terms that a denial must be near to.
const (
	contestedTerms  = 2
	contestedWindow = 100 // characters
)

// contested returns the metric pool.contested: of the documents that would be read now, the share of the
// smaller side, those whose abstract denies something near two of the question's core terms (or all, if
// it has fewer) and those that do not (S2-13).
func (r *Run) contested() float64 {
	best, deny := r.best(), 0
	for _, d := range best {
		if r.denies(d.Document.Abstract) {
			deny++
		}
	}
	if len(best) == 0 {
		return 0
	}
	return float64(min(deny, len(best)-deny)) / float64(len(best))
}

func (r *Run) denies(text string) bool {
	terms := r.TokenSet(state.Joined(r.Plan.Core))
	for _, n := range evidence.Negations(text) {
		near := evidence.Clip(text[max(0, n.Start-contestedWindow):], contestedWindow*2+n.End-n.Start)
		if shared := len(evidence.Intersection(terms, r.TokenSet(near))); shared >= min(contestedTerms, len(terms)) && shared > 0 {
			return true
		}
	}
	return false
}

// PublishContested makes the metric readable where the policy reads it.
func (r *Run) PublishContested() {
	if r.Contestable {
		r.Set("pool.contested", r.contested())
	}
}
