package anthropic

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/internal/wire"
	"github.com/sparkhost/sparkhost/host/outbound"
)

// reply holds what is read of an answer.
type reply struct {
	Model   string `json:"model"`
	Content []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"content"`
	StopReason  string `json:"stop_reason"`
	StopDetails struct {
		Explanation string `json:"explanation"`
	} `json:"stop_details"`
	Usage tokens `json:"usage"`
}

type tokens struct {
	In         wire.Count `json:"input_tokens"`
	Out        wire.Count `json:"output_tokens"`
	CacheRead  wire.Count `json:"cache_read_input_tokens"`
	CacheWrite wire.Count `json:"cache_creation_input_tokens"`
	Details    struct {
		Thinking wire.Count `json:"thinking_tokens"`
	} `json:"output_tokens_details"`
}

func answer(m reply) (model.Answer, error) {
	a := model.Answer{Model: m.Model, Usage: usage(m.Usage)}
	var text strings.Builder
	for _, block := range m.Content {
		if block.Type == "text" {
			text.WriteString(block.Text)
		}
	}
	a.Text = text.String()
	switch m.StopReason {
	case "end_turn", "stop_sequence":
		a.Stop = model.Complete
	case "max_tokens", "model_context_window_exceeded":
		a.Stop, a.Detail = model.Truncated, m.StopReason
	case "refusal":
		a.Stop, a.Detail = model.Refusal, m.StopDetails.Explanation
	default:
		return a, &model.Fault{Kind: model.ErrUnavailable, Detail: "the answer ended for no reason that we know", Cause: outbound.Shape, Code: m.StopReason, Retry: true, Billable: true}
	}
	return a, nil
}

// usage returns what the message says about tokens; nil when it does not say both ends. The input excludes what was
// read from and written into the cache, the output includes reasoning.
func usage(u tokens) *model.Usage {
	if !u.In.Known || !u.Out.Known {
		return nil
	}
	thought := u.Details.Thinking.N
	return &model.Usage{In: u.In.N, CacheRead: u.CacheRead.N, CacheWrite: u.CacheWrite.N, Out: u.Out.N - thought, Reasoning: thought}
}
