package load

import (
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

func rankerOf(selection *syntax.Node, name string) policy.Ranker {
	n := selection.Child(name, "")
	if n == nil {
		return policy.Ranker{}
	}
	return policy.Ranker{Role: n.Text("role"), Documents: n.Whole("documents"), Places: n.Whole("places"), Timeout: n.Duration("timeout"), At: n.Pos()}
}

func entailOf(verify *syntax.Node) policy.Entail {
	n := verify.Child("entail", "")
	if n == nil {
		return policy.Entail{}
	}
	return policy.Entail{Role: n.Text("role"), Sentences: n.Whole("sentences"), Weight: n.Number("model_weight"), Timeout: n.Duration("timeout"), At: n.Pos()}
}
