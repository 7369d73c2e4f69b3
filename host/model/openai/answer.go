package openai

import (
	"encoding/json"
	"strings"

	sdk "github.com/openai/openai-go/v3"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/flavour"
	"github.com/sparkhost/sparkhost/host/model/internal/wire"
	"github.com/sparkhost/sparkhost/host/outbound"
)

// answer reads a completion.
func (w *Wire) answer(c *sdk.ChatCompletion) (model.Answer, error) {
	if c == nil || len(c.Choices) == 0 { // the body null leaves the SDK with nil
		return model.Answer{}, wire.Misshapen("an answer without choices")
	}
	choice := c.Choices[0]
	a := model.Answer{Model: c.Model, Usage: w.usage(c), Text: choice.Message.Content}
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
func (w *Wire) usage(c *sdk.ChatCompletion) *model.Usage {
	u := c.Usage
	if !c.JSON.Usage.Valid() || !u.JSON.PromptTokens.Valid() || !u.JSON.CompletionTokens.Valid() {
		return nil
	}
	cached := u.PromptTokensDetails.CachedTokens
	var hits struct {
		N int64 `json:"prompt_cache_hit_tokens"` // DeepSeek
	}
	if json.Unmarshal([]byte(u.RawJSON()), &hits) == nil && hits.N != 0 {
		cached = hits.N
	}
	out, thought := u.CompletionTokens, u.CompletionTokensDetails.ReasoningTokens
	if w.o.Flavour == "gemini" {
		if beyond := u.TotalTokens - u.PromptTokens - u.CompletionTokens; thought == 0 && beyond > 0 {
			out, thought = out+beyond, beyond
		}
	}
	return &model.Usage{In: u.PromptTokens - cached, CacheRead: cached, Out: out - thought, Reasoning: thought}
}
