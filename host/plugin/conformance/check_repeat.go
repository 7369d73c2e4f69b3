package conformance

import (
	"context"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/plugin"
)

// mostRepeated bounds the requests for which instances are started one by one.
const mostRepeated = 6

// An answered holds the parts of an answer that have to repeat.
type answered struct {
	digest string
	fuel   int64
	err    string
	own    bool // the error is the plugin's own
}

// answer asks p and keeps what has to be equal next time.
func (k *kit) answer(ctx context.Context, p *plugin.Plugin, t trial) answered {
	_, call, err := k.ask(ctx, p, t.request)
	if err != nil {
		return answered{err: told(err), own: own(err)}
	}
	return answered{digest: call.OutputDigest, fuel: call.Fuel}
}

// differs says in what b is not a, or "".
func (a answered) differs(b answered) string {
	switch {
	case a.err != b.err:
		return fmt.Sprintf("%s, then %s", orAnswer(a.err), orAnswer(b.err))
	case a.digest != b.digest:
		return fmt.Sprintf("the bytes of the answer differ (sha256 %.12s, then %.12s)", a.digest, b.digest)
	}
	return ""
}

func orAnswer(err string) string {
	if err == "" {
		return "it answers"
	}
	return err
}

// onFresh asks a fresh instance from load, then the same instance once more.
func (k *kit) onFresh(ctx context.Context, load func(context.Context) (*plugin.Plugin, error), t trial) (first, second answered, err error) {
	p, err := load(ctx)
	if err != nil {
		return first, second, err
	}
	defer func() { _ = p.Close(context.WithoutCancel(ctx)) }()
	return k.answer(ctx, p, t), k.answer(ctx, p, t), nil
}

func checkRepeat(ctx context.Context, k *kit) finding {
	samples, err := k.samples(ctx)
	if err != nil {
		return skip("%v", err)
	}
	samples = samples[max(0, len(samples)-mostRepeated):]
	for _, t := range samples {
		fresh, again, err := k.onFresh(ctx, k.fresh, t)
		if err != nil {
			return broke("an instance that started before does not: %s", told(err))
		}
		other, _, err := k.onFresh(ctx, k.fresh, t)
		if err != nil {
			return broke("an instance that started before does not: %s", told(err))
		}
		if reason := fresh.differs(again); reason != "" {
			return broke("%s, asked twice on one instance: %s", t.name, reason)
		}
		if reason := fresh.differs(other); reason != "" {
			return broke("%s, on two fresh instances: %s", t.name, reason)
		}
		if fresh.fuel != other.fuel {
			return broke("%s, on two fresh instances: %d units of fuel, then %d", t.name, fresh.fuel, other.fuel)
		}
		if reason := fresh.differs(k.answer(ctx, k.warm, t)); reason != "" {
			return broke("%s, on a fresh instance, then on a used one: %s", t.name, reason)
		}
	}
	return pass("%d requests, four times each", len(samples))
}

func checkCallOrder(ctx context.Context, k *kit) finding {
	samples, err := k.samples(ctx)
	if err != nil {
		return skip("%v", err)
	}
	for _, rows := range []int{1, 2 * sampleRows} {
		samples = append(samples, trial{fmt.Sprintf("a made-up request of %d rows", rows), k.made.Request(rows)})
	}
	forth, err := k.inTurn(ctx, samples)
	if err != nil {
		return broke("%s", told(err))
	}
	slices.Reverse(samples)
	back, err := k.inTurn(ctx, samples)
	if err != nil {
		return broke("%s", told(err))
	}
	slices.Reverse(back)
	slices.Reverse(samples)
	for i, t := range samples {
		if reason := forth[i].differs(back[i]); reason != "" {
			return broke("%s, after other requests than before: %s", t.name, reason)
		}
	}
	return pass("%d requests, forwards and backwards", len(samples))
}

// inTurn asks one fresh instance all of the trials.
func (k *kit) inTurn(ctx context.Context, trials []trial) ([]answered, error) {
	p, err := k.fresh(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = p.Close(context.WithoutCancel(ctx)) }()
	var all []answered
	for _, t := range trials {
		all = append(all, k.answer(ctx, p, t))
	}
	return all, nil
}

// interpretedRows bounds what the interpreter, which is slow, is asked.
const interpretedRows = 8

func checkEngines(ctx context.Context, k *kit) finding { return k.agree(ctx, k.interpreted) }

// agree compares what fresh instances of the compiler answer, and others.
func (k *kit) agree(ctx context.Context, other func(context.Context) (*plugin.Plugin, error)) finding {
	trials := []trial{{fmt.Sprintf("a made-up request of %d rows", interpretedRows), k.made.Request(interpretedRows)}}
	for _, t := range k.someAuthored(3) {
		trials = append(trials, trial{"the first rows of " + t.name, k.firstRows(t.request, interpretedRows)})
	}
	unanswered := ""
	for _, t := range trials {
		compiled, _, err := k.onFresh(ctx, k.fresh, t)
		if err != nil {
			return broke("%s", told(err))
		}
		interpreted, _, err := k.onFresh(ctx, other, t)
		if err != nil {
			return broke("on the interpreter: %s", told(err))
		}
		if reason := compiled.differs(interpreted); reason != "" {
			return broke("%s, compiled, then interpreted: %s", t.name, reason)
		}
		if compiled.fuel != interpreted.fuel {
			return broke("%s: %d units of fuel compiled, %d interpreted", t.name, compiled.fuel, interpreted.fuel)
		}
		if compiled.err != "" && unanswered == "" {
			unanswered = fmt.Sprintf("%s got no answer: %s", t.name, compiled.err)
		}
	}
	if unanswered != "" {
		return skip("%s", unanswered)
	}
	return pass("%d requests", len(trials))
}
