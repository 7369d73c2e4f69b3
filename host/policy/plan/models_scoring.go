package plan

import (
	"fmt"

	"github.com/sparkhost/sparkhost/host/model/scorer"
	"github.com/sparkhost/sparkhost/host/policy"
)

// scoring lists the calls of models that score texts: documents once, when they are selected, sentences each time they are assessed.
func scoring(p *policy.Policy, assessed int64) []ModelCalls {
	s, e := &p.Select, &p.Entail
	requests := func(n int) int64 { return int64((n + scorer.MostTexts - 1) / scorer.MostTexts) }
	why := func(n int, what string, times int64) string {
		return fmt.Sprintf("%d %s, %d a request, %s", n, what, scorer.MostTexts, many(times, "time", "times"))
	}
	return []ModelCalls{
		{Stage: "select.rerank", Role: s.Rerank.Role, Most: requests(s.Rerank.Documents), At: s.Rerank.At, Why: why(s.Rerank.Documents, "documents", 1)},
		{Stage: "select.embed", Role: s.Embed.Role, Most: requests(s.Embed.Documents + 1), At: s.Embed.At, Why: why(s.Embed.Documents+1, "texts", 1)},
		{Stage: "verify.entail", Role: e.Role, Most: requests(e.Sentences) * assessed, At: e.At, Why: why(e.Sentences, "sentences", assessed)},
	}
}
