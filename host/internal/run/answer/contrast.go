package answer

import (
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/record"
)

// findContrasts fills r.contrasts: for each pair of options the best passages that mention the key noun
// phrases of both within the window.
func (r *Run) findContrasts() {
	c := &r.Policy.Options.Contrast
	r.Contrasts = nil
	if c.Window == 0 || r.Plan.Polar {
		return
	}
	found := make([][][]int, len(r.Passages)) // of each passage and option: where it is mentioned
	for i, p := range r.Passages {
		words := strings.Fields(strings.ToLower(p.Text))
		found[i] = make([][]int, len(r.Plan.Options))
		for j, o := range r.Plan.Options {
			found[i][j] = evidence.Mentions(words, strings.Fields(strings.ToLower(evidence.KeyNounPhrase(o.Text))))
		}
	}
	for a := range r.Plan.Options {
		for b := a + 1; b < len(r.Plan.Options); b++ {
			one := state.Contrast{First: a, Second: b}
			for i, p := range r.Passages {
				if len(one.Passages) < c.Max && evidence.Within(found[i][a], found[i][b], c.Window) {
					one.Passages = append(one.Passages, p)
				}
			}
			if len(one.Passages) > 0 {
				r.Contrasts = append(r.Contrasts, one)
			}
		}
	}
	r.recordContrasts()
}

func (r *Run) recordContrasts() {
	event := record.Step{Name: "options.contrast", Ran: len(r.Contrasts) > 0, Texts: map[string][]string{}, At: state.At(r.Policy.Options.Contrast.At)}
	if !event.Ran {
		event.Reason = "no passage mentions two options"
	}
	for _, c := range r.Contrasts {
		name := fmt.Sprintf("%s, %s", r.Plan.Options[c.First].Label, r.Plan.Options[c.Second].Label)
		for _, p := range c.Passages {
			event.Texts[name] = append(event.Texts[name], p.ID)
		}
	}
	r.Log(record.KindStep, event)
}

// recordHits tells how often passages speak against each option, where a stage of options counts that
// (S3-11, S3-21).
func (r *Run) recordHits(options []*state.Option) {
	for i := range r.Policy.Options.Stages {
		s := &r.Policy.Options.Stages[i]
		event := record.Step{Name: "options." + s.Name, Ran: true, Numbers: map[string]float64{}, At: state.At(s.At)}
		for _, o := range options {
			for _, part := range []string{"hits", "passages", "falsified"} {
				if v, ok := o.Outputs[score.Output{Stage: s.Name, Part: part}]; ok {
					event.Numbers[o.Label+"."+part] = v
				}
			}
		}
		if _, counts := options[0].Outputs[score.Output{Stage: s.Name, Part: "hits"}]; counts {
			r.Log(record.KindStep, event)
		}
	}
}
