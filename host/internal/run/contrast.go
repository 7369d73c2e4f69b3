package run

import (
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/record"
)

// A contrast holds what the passages say of two options together (S3-16).
type contrast struct {
	first, second int        // indexes of the options
	passages      []*passage // best first
}

// findContrasts fills r.contrasts: for each pair of options the best passages that mention the key noun
// phrases of both within the window.
func (r *run) findContrasts() {
	c := &r.Policy.Options.Contrast
	r.contrasts = nil
	if c.Window == 0 || r.plan.Polar {
		return
	}
	found := make([][][]int, len(r.passages)) // of each passage and option: where it is mentioned
	for i, p := range r.passages {
		words := strings.Fields(strings.ToLower(p.Text))
		found[i] = make([][]int, len(r.plan.Options))
		for j, o := range r.plan.Options {
			found[i][j] = evidence.Mentions(words, strings.Fields(strings.ToLower(evidence.KeyNounPhrase(o.Text))))
		}
	}
	for a := range r.plan.Options {
		for b := a + 1; b < len(r.plan.Options); b++ {
			one := contrast{first: a, second: b}
			for i, p := range r.passages {
				if len(one.passages) < c.Max && evidence.Within(found[i][a], found[i][b], c.Window) {
					one.passages = append(one.passages, p)
				}
			}
			if len(one.passages) > 0 {
				r.contrasts = append(r.contrasts, one)
			}
		}
	}
	r.recordContrasts()
}

func (r *run) recordContrasts() {
	event := record.Step{Name: "options.contrast", Ran: len(r.contrasts) > 0, Texts: map[string][]string{}, At: at(r.Policy.Options.Contrast.At)}
	if !event.Ran {
		event.Reason = "no passage mentions two options"
	}
	for _, c := range r.contrasts {
		name := fmt.Sprintf("%s, %s", r.plan.Options[c.first].Label, r.plan.Options[c.second].Label)
		for _, p := range c.passages {
			event.Texts[name] = append(event.Texts[name], p.ID)
		}
	}
	r.log(record.KindStep, event)
}

// recordHits tells how often passages speak against each option, where a stage of options counts that
// (S3-11, S3-21).
func (r *run) recordHits(options []*option) {
	for i := range r.Policy.Options.Stages {
		s := &r.Policy.Options.Stages[i]
		event := record.Step{Name: "options." + s.Name, Ran: true, Numbers: map[string]float64{}, At: at(s.At)}
		for _, o := range options {
			for _, part := range []string{"hits", "passages", "falsified"} {
				if v, ok := o.Outputs[score.Output{Stage: s.Name, Part: part}]; ok {
					event.Numbers[o.Label+"."+part] = v
				}
			}
		}
		if _, counts := options[0].Outputs[score.Output{Stage: s.Name, Part: "hits"}]; counts {
			r.log(record.KindStep, event)
		}
	}
}
