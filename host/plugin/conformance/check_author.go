package conformance

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/golden"
)

// mostAuthored bounds the author's requests that go through the other checks, too.
const mostAuthored = 40

// authored returns the author's requests that want an answer, golden ones first. Their configs are as written.
func (k *kit) authored() []golden.Case {
	cases := slices.DeleteFunc(slices.Clone(k.subject.Golden), func(c golden.Case) bool { return c.Response == nil || c.Response.Error != "" })
	cases = append(cases, k.subject.Requests...)
	return cases[:min(len(cases), mostAuthored)]
}

// someAuthored are at most n of them, complete and valid.
func (k *kit) someAuthored(n int) []trial {
	var trials []trial
	for _, c := range k.authored() {
		if len(trials) < n && c.Complete(k.warm.Manifest()) == nil {
			trials = append(trials, trial{c.Name, c.Request})
		}
	}
	return trials
}

func checkRequests(ctx context.Context, k *kit) finding {
	if len(k.subject.Requests) == 0 {
		return skip("there are none: put some into testdata/requests, in the JSON form of docs/plugin-abi.md")
	}
	var trials []trial
	for _, c := range k.subject.Requests {
		if err := c.Complete(k.warm.Manifest()); err != nil {
			return broke("%s: %v", c.Name, err)
		}
		trials = append(trials, trial{c.Name, c.Request})
	}
	return k.try(ctx, trials, false)
}

func checkGolden(ctx context.Context, k *kit) finding {
	if len(k.subject.Golden) == 0 {
		return skip("there are none: put some into testdata/golden")
	}
	for _, c := range k.subject.Golden {
		if reason := k.compare(ctx, c); reason != "" {
			return broke("%s: %s", c.Name, reason)
		}
	}
	return pass("%d golden files", len(k.subject.Golden))
}

// compare says in what the answer to a golden request differs, or "".
func (k *kit) compare(ctx context.Context, c golden.Case) string {
	m := k.warm.Manifest()
	if c.Response == nil {
		return "it has no response"
	}
	if err := c.Complete(m); err != nil {
		return err.Error()
	}
	response, _, err := k.ask(ctx, k.warm, c.Request)
	if e := (*plugin.Error)(nil); errors.As(err, &e) && e.Kind == plugin.KindPlugin {
		response, err = &contract.Response{Error: e.Detail}, nil
	}
	if err == nil {
		err = c.Compare(m, response.Marshal(nil))
	}
	if err != nil {
		return told(err)
	}
	return ""
}

// provoke makes sure that the plugin was asked odd things, of which the summaries speak, when the checks that do
// so were not chosen.
func (k *kit) provoke(ctx context.Context) {
	if k.provoked {
		return
	}
	for _, ask := range []func(context.Context, *kit) finding{checkOrdinary, checkUnknown, checkNumbers, checkTexts, checkParameters, checkMalformed} {
		ask(ctx, k)
	}
	k.provoked = true
}

func checkFinite(ctx context.Context, k *kit) finding {
	k.provoke(ctx)
	if k.strange != "" {
		return broke("%s", k.strange)
	}
	return pass("none did")
}

// wordless are the texts that stand for an error without text.
var wordless = []string{"the plugin returned an error without text", "without an error: say what is wrong"}

func checkErrorText(ctx context.Context, k *kit) finding {
	k.provoke(ctx)
	if len(k.refusals) == 0 {
		return skip("it gave no error of its own")
	}
	for _, text := range k.refusals {
		says := strings.TrimSpace(text)
		if len(strings.Fields(says)) < 2 || len(says) < 8 || slices.ContainsFunc(wordless, func(w string) bool { return strings.Contains(says, w) }) {
			return broke("one of its errors is %q", text)
		}
	}
	return pass("%d errors, such as %q", len(k.refusals), k.refusals[0])
}
