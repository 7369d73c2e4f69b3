package run

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/ranking"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// targeted are the works that only queries for gaps, bridges and the contrary found, the best rank first; of equals the one that scores
// better. The first round's queries are for the question as it stands, so a work that they found has its chance by score.
func (r *run) targeted() []*document {
	best := func(d *document) int {
		rank := math.MaxInt
		for _, f := range d.Found {
			rank = min(rank, f.Rank)
		}
		return rank
	}
	var out []*document
	for _, d := range r.documents {
		if !slices.ContainsFunc(d.Found, func(f retrieval.Found) bool { return !r.isTargeted(f.Intent) }) {
			out = append(out, d)
		}
	}
	slices.SortStableFunc(out, func(a, b *document) int { return cmp.Compare(best(a), best(b)) })
	return out
}

// isTargeted says whether queries of an intent look for what is missing or for the contrary.
func (r *run) isTargeted(intent string) bool {
	if intent == "gap" || strings.HasPrefix(intent, "gap_") {
		return true
	}
	for i := range r.Policy.Intents {
		if in := &r.Policy.Intents[i]; in.Name == intent {
			return in.Against
		}
	}
	return false
}

var errOneScore = errors.New("the model gave all documents the same relevance")

// rankByModels lets models without chat order the documents found, the best of which they are shown. What they say are features like
// any other: a document that no model scored has none, so that without models nothing changes.
func (r *run) rankByModels(ctx context.Context) {
	for _, d := range r.documents {
		d.rerank, d.hybrid, d.near = nil, nil, nil
	}
	r.rankBy(ctx, "rerank", &r.Policy.Select.Rerank, r.reranked)
	r.rankBy(ctx, "embed", &r.Policy.Select.Embed, r.hybrid)
}

// rankBy lets one model order documents, and records what that did to the best of them.
func (r *run) rankBy(ctx context.Context, name string, by *policy.Ranker, rank func(context.Context, ranking.Asker, []*document) (bool, error)) {
	if !r.asker.Has(by.Role) || len(r.documents) < 2 {
		return
	}
	step := record.Step{Name: "select." + name, Numbers: map[string]float64{}, Texts: map[string][]string{}, At: at(by.At)}
	shown := slices.Clone(r.documents[:min(by.Documents, len(r.documents))])
	step.Numbers["documents"] = float64(len(shown))
	total := func(d *document) float64 { return d.Score }
	step.Texts["before"] = topDocuments(r.documents, total)
	ok, err := rank(ctx, ranking.Asker{Caller: r.asker, Stage: step.Name, Role: by.Role, Timeout: by.Timeout, At: step.At}, shown)
	if step.Ran = ok && err == nil; step.Ran {
		for _, d := range r.documents {
			d.Features = r.documentFeatures(d)
		}
		r.rankDocuments()
		step.Texts["after"] = topDocuments(r.documents, total)
	} else {
		step.Reason = r.unusable(step.Name, err, "no model answered: the other terms decide")
	}
	r.log(record.KindStep, step)
}

// unusable says why a step goes on without a model, and warns of answers that cannot be used.
func (r *run) unusable(step string, err error, unanswered string) string {
	if err == nil {
		return unanswered
	}
	r.warn("scores_unusable", step, step+" goes on without a model: "+err.Error())
	return err.Error()
}

// reranked gives documents the relevance that a model says.
func (r *run) reranked(ctx context.Context, model ranking.Asker, shown []*document) (bool, error) {
	scores, ok, err := model.Rerank(ctx, r.plan.Question.Question, textsOf(shown))
	if !ok || err != nil {
		return false, err
	}
	if slices.Min(scores) == slices.Max(scores) {
		return false, errOneScore
	}
	for i, v := range ranking.Spread(scores) {
		shown[i].rerank = &v
	}
	return true, nil
}

// hybrid fuses the order of the searches with that by the cosine of documents and question.
func (r *run) hybrid(ctx context.Context, model ranking.Asker, shown []*document) (bool, error) {
	vectors, ok, err := model.Embed(ctx, append([]string{r.plan.Question.Question}, textsOf(shown)...))
	if !ok || err != nil {
		return false, err
	}
	found, near := make([]float64, len(shown)), make([]float64, len(shown))
	for i, d := range shown {
		found[i], near[i] = d.Fusion, vectors[0].Cosine(vectors[i+1])
	}
	for i, v := range ranking.Hybrid(found, near) {
		shown[i].hybrid, shown[i].near = &v, &near[i]
	}
	return true, nil
}

func textsOf(ds []*document) []string {
	out := make([]string, len(ds))
	for i, d := range ds {
		out[i] = ranking.TextOf(&d.Document)
	}
	return out
}

// favoured are the documents that models put first, with the places that are kept for them. A model that is wrong takes these places and
// what its terms weigh, and no more.
func (r *run) favoured() []places {
	first := func(by policy.Ranker, said func(*document) *float64, reason string) places {
		list := slices.DeleteFunc(slices.Clone(r.documents), func(d *document) bool { return said(d) == nil })
		slices.SortStableFunc(list, func(a, b *document) int { return cmp.Compare(*said(b), *said(a)) })
		list = list[:min(by.Places, len(list))] // one that is read anyway takes its place
		return places{len(list), list, reason}
	}
	return []places{
		first(r.Policy.Select.Rerank, func(d *document) *float64 { return d.rerank }, "among the first by the model of rerank"),
		first(r.Policy.Select.Embed, func(d *document) *float64 { return d.near }, "among the nearest by vectors"),
	}
}

// modelFeatures adds what models said of a document.
func (d *document) modelFeatures(features map[string]float64) {
	for name, v := range map[string]*float64{"document.rerank": d.rerank, "document.hybrid": d.hybrid} {
		if v != nil {
			features[name] = *v
		}
	}
}
