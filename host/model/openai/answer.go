package openai

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/flavour"
	"github.com/sparkhost/sparkhost/host/model/internal/wire"
	"github.com/sparkhost/sparkhost/host/outbound"
)

// completion holds what is read of an answer.
type completion struct {
	Model   string `json:"model"`
	Choices []struct {
		FinishReason string `json:"finish_reason"`
		Message      struct {
			Content string `json:"content"`
			Refusal string `json:"refusal"`
		} `json:"message"`
	} `json:"choices"`
	Usage tokens `json:"usage"`
}

type tokens struct {
	In     wire.Count `json:"prompt_tokens"`
	Out    wire.Count `json:"completion_tokens"`
	Total  wire.Count `json:"total_tokens"`
	Hits   wire.Count `json:"prompt_cache_hit_tokens"` // DeepSeek
	Prompt struct {
		Cached wire.Count `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	Completion struct {
		Reasoning wire.Count `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

// answer reads a completion.
func (w *Wire) answer(c completion) (model.Answer, error) {
	if len(c.Choices) == 0 {
		return model.Answer{}, wire.Misshapen("an answer without choices")
	}
	choice := c.Choices[0]
	a := model.Answer{Model: c.Model, Usage: w.usage(c.Usage), Text: choice.Message.Content}
	if flavour.Local(w.o.Flavour) || w.o.Flavour == "compatible" {
		a.Text = withoutThoughts(a.Text)
	}
	if choice.Message.Refusal != "" {
		a.Stop, a.Detail = model.Refusal, choice.Message.Refusal
		return a, nil
	}
	stop, ok := stopOf(choice.FinishReason)
	if !ok {
		return a, &model.Fault{Kind: model.ErrUnavailable, Detail: "the answer ended for no reason that we know", Cause: outbound.Shape, Code: choice.FinishReason, Retry: true, Billable: true}
	}
	if a.Stop = stop; stop != model.Complete {
		a.Detail = choice.FinishReason
	}
	return a, nil
}

// stopOf reads a finish_reason. Servers differ in the words for a complete answer and for filters.
func stopOf(reason string) (model.Stop, bool) {
	reason = strings.ToLower(reason)
	switch reason {
	case "stop", "", "eos", "end_turn", "stop_sequence":
		return model.Complete, true
	case "length", "max_tokens":
		return model.Truncated, true
	case "refusal":
		return model.Refusal, true
	}
	for _, filter := range []string{"content_filter", "safety", "recitation", "blocklist", "prohibited", "spii", "sensitive"} {
		if strings.Contains(reason, filter) {
			return model.Safety, true
		}
	}
	return "", false
}

// usage returns what the completion says about tokens; nil when it does not say both ends. The input includes what came from
// the cache, the output includes reasoning, save for Gemini, where reasoning is in the total only.
func (w *Wire) usage(u tokens) *model.Usage {
	if !u.In.Known || !u.Out.Known {
		return nil
	}
	cached := u.Prompt.Cached.N
	if u.Hits.N != 0 {
		cached = u.Hits.N
	}
	out, thought := u.Out.N, u.Completion.Reasoning.N
	if w.o.Flavour == "gemini" {
		if beyond := u.Total.N - u.In.N - u.Out.N; thought == 0 && beyond > 0 {
			out, thought = out+beyond, beyond
		}
	}
	return &model.Usage{In: u.In.N - cached, CacheRead: cached, Out: out - thought, Reasoning: thought}
}
