package inquiry

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/model"
)

// reply is an answered inquiry, as caches and records keep it.
type reply struct {
	Text     string          `json:"text"`
	JSON     json.RawMessage `json:"json,omitempty"`
	Stop     model.Stop      `json:"stop"`
	Usage    model.Usage     `json:"usage"`
	Cost     model.Cost      `json:"cost"`
	Model    string          `json:"model"`
	Repaired bool            `json:"repaired,omitempty"`
	Notes    []string        `json:"notes,omitempty"`
}

// An outcome holds the end of an inquiry: a reply or an error.
type outcome struct {
	reply  reply
	err    error
	took   time.Duration
	cached bool // the cache of earlier runs had it
}

// complete asks the cache, then the model. Errors are not kept.
func (c *Caller) complete(ctx context.Context, to *Bound, req model.Request, key string) outcome {
	var failed model.Reply
	kept := cache.NewKey(cache.KindModel).Text(key)
	if to.Price != "" {
		kept = kept.Text(to.Price)
	}
	data, hit, err := c.Cache.Do(ctx, kept.Sum(), func(ctx context.Context) ([]byte, error) {
		got, err := to.Model.Complete(ctx, req)
		if err != nil {
			failed = got
			return nil, err
		}
		return json.Marshal(private(got))
	})
	if err != nil {
		return outcome{reply: private(failed), err: err}
	}
	var out reply
	if err := json.Unmarshal(data, &out); err != nil {
		return outcome{err: fmt.Errorf("cached reply: %w", err)}
	}
	if k, ok := to.Model.(model.Keeper); ok && hit {
		if err := k.Keep(req, out.public()); err != nil {
			return outcome{reply: out, err: err}
		}
	}
	return outcome{reply: out, cached: hit}
}

func private(m model.Reply) reply {
	return reply{m.Text, m.JSON, m.Stop, m.Usage, m.Charge(), m.Model, m.Repaired, m.Notes}
}

func (r reply) public() model.Reply {
	return model.Reply{Text: r.Text, JSON: r.JSON, Stop: r.Stop, Usage: r.Usage, Cost: r.Cost, Model: r.Model, Repaired: r.Repaired, Notes: r.Notes}
}
