package search

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/ranking"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// targeted returns the works that only queries for gaps, bridges and the contrary found, the best rank first; of equals the one that scores
// better. The first round's queries are for the question as it stands, so a work that they found has its chance by score.
func (r *Run) targeted() []*state.Document {
	best := func(d *state.Document) int {
		rank := math.MaxInt
		for _, f := range d.Found {
			rank = min(rank, f.Rank)
		}
		return rank
	}
	var out []*state.Document
	for _, d := range r.Documents {
		if !slices.ContainsFunc(d.Found, func(f retrieval.Found) bool { return !r.isTargeted(f.Intent) }) {
			out = append(out, d)
		}
	}
	slices.SortStableFunc(out, func(a, b *state.Document) int { return cmp.Compare(best(a), best(b)) })
	return out
}

// isTargeted says whether queries of an intent look for what is missing or for the contrary.
func (r *Run) isTargeted(intent string) bool {
	if intent == "gap" || strings.HasPrefix(intent, "gap_") {
		return true
	}
	for i := range r.Policy.Intents {
		if in := &r.Policy.Intents[i]; in.Name == intent {
			return in.Against || in.Reserved
		}
	}
	return false
}

var errOneScore = errors.New("the model gave all documents the same relevance")

// rankByModels lets models without chat order the documents found, the best of which they are shown. What they say are features like
// any other: a document that no model scored has none, so that without models nothing changes.
func (r *Run) rankByModels(ctx context.Context) {
	for _, d := range r.Documents {
		d.Rerank, d.Hybrid, d.Near = nil, nil, nil
	}
	r.rankBy(ctx, "rerank", &r.Policy.Select.Rerank, r.reranked)
	r.rankBy(ctx, "embed", &r.Policy.Select.Embed, r.hybrid)
}

// rankBy lets one model order documents, and records what that did to the best of them.
func (r *Run) rankBy(ctx context.Context, name string, by *policy.Ranker, rank func(context.Context, ranking.Asker, []*state.Document) (bool, error)) {
	if !r.Asker.Has(by.Role) || len(r.Documents) < 2 {
		return
	}
	step := record.Step{Name: "select." + name, Numbers: map[string]float64{}, Texts: map[string][]string{}, At: state.At(by.At)}
	shown := slices.Clone(r.Documents[:min(by.Documents, len(r.Documents))])
	step.Numbers["documents"] = float64(len(shown))
	total := func(d *state.Document) float64 { return d.Score }
	step.Texts["before"] = state.TopDocuments(r.Documents, total)
	ok, err := rank(ctx, ranking.Asker{Caller: r.Asker, Stage: step.Name, Role: by.Role, Timeout: by.Timeout, At: step.At}, shown)
	if step.Ran = ok && err == nil; step.Ran {
		for _, d := range r.Documents {
			d.Features = r.DocumentFeatures(d)
		}
		r.RankDocuments()
		step.Texts["after"] = state.TopDocuments(r.Documents, total)
	} else {
		step.Reason = r.Unusable(step.Name, err, "no model answered: the other terms decide")
	}
	r.Log(record.KindStep, step)
}

// reranked gives documents the relevance that a model says.
func (r *Run) reranked(ctx context.Context, model ranking.Asker, shown []*state.Document) (bool, error) {
	scores, ok, err := model.Rerank(ctx, r.Plan.Question.Question, textsOf(shown))
	if !ok || err != nil {
		return false, err
	}
	if slices.Min(scores) == slices.Max(scores) {
		return false, errOneScore
	}
	for i, v := range ranking.Spread(scores) {
		shown[i].Rerank = &v
	}
	return true, nil
}

// hybrid fuses the order of the searches with that by the cosine of documents and question.
func (r *Run) hybrid(ctx context.Context, model ranking.Asker, shown []*state.Document) (bool, error) {
	vectors, ok, err := model.Embed(ctx, append([]string{r.Plan.Question.Question}, textsOf(shown)...))
	if !ok || err != nil {
		return false, err
	}
	found, near := make([]float64, len(shown)), make([]float64, len(shown))
	for i, d := range shown {
		found[i], near[i] = d.Fusion, vectors[0].Cosine(vectors[i+1])
	}
	for i, v := range ranking.Hybrid(found, near) {
		shown[i].Hybrid, shown[i].Near = &v, &near[i]
	}
	return true, nil
}

func textsOf(ds []*state.Document) []string {
	out := make([]string, len(ds))
	for i, d := range ds {
		out[i] = ranking.TextOf(&d.Document)
	}
	return out
}

// favoured returns the documents that models put first, with the places that are kept for them. A model that is wrong takes these places and
// what its terms weigh, and no more.
func (r *Run) favoured() []state.Places {
	first := func(by policy.Ranker, said func(*state.Document) *float64, reason string) state.Places {
		list := slices.DeleteFunc(slices.Clone(r.Documents), func(d *state.Document) bool { return said(d) == nil })
		slices.SortStableFunc(list, func(a, b *state.Document) int { return cmp.Compare(*said(b), *said(a)) })
		list = list[:min(by.Places, len(list))] // one that is read anyway takes its place
		return state.Places{N: len(list), Of: list, Reason: reason}
	}
	return []state.Places{
		first(r.Policy.Select.Rerank, func(d *state.Document) *float64 { return d.Rerank }, "among the first by the model of rerank"),
		first(r.Policy.Select.Embed, func(d *state.Document) *float64 { return d.Near }, "among the nearest by vectors"),
	}
}
