package inquiry

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/outage"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/record"
)

// settle charges what an inquiry cost and records it.
func (c *Caller) settle(a *asking) (model.Reply, bool) {
	switch {
	case a.to == nil:
		c.Journal.Log(record.KindModelCall, a.event)
		return model.Reply{}, false
	case a.event.Cached:
		a.out = c.byKey[a.event.Key]
	default:
		c.charge(a)
		c.byKey[a.event.Key] = a.out
	}
	c.record(a.Inquiry, a.event, a.out, a.cut)
	return a.out.reply.public(), a.out.err == nil
}

// record notes an inquiry; its request and reply are blobs.
func (c *Caller) record(q Inquiry, event record.ModelCall, out outcome, cut int) {
	if event.Skipped == "" && !event.Cached {
		c.Journal.Log(record.KindReservation, record.Reservation{Stage: q.Stage, Asked: event.Worst, Granted: true, Settled: event.Cost})
	}
	event.Request = c.Journal.KeepJSON(q.Request)
	if out.err == nil {
		event.Reply = c.Journal.KeepJSON(out.reply)
		event.TokensIn, event.TokensOut = out.reply.Usage.Read(), out.reply.Usage.Written()
		event.Basis, event.Repaired, event.Notes = string(out.reply.Cost.Basis), out.reply.Repaired, out.reply.Notes
	} else {
		event.Error, event.Class = outage.ReasonOf(out.err), string(outage.ClassOf(out.err))
		c.Troubles.Add(q.Stage, event)
	}
	if cut > 0 {
		event.Notes = append(slices.Clip(event.Notes), fmt.Sprintf("the prompt was cut to the model's window: %d documents fewer", cut))
	}
	c.Journal.Log(record.KindModelCall, event)
	if event.Skipped == "" && !event.Cached && c.Tape == nil {
		c.Journal.Log(record.KindTiming, record.Timing{What: record.TimingModel + q.Stage, ElapsedUS: out.took.Microseconds(), Cached: out.cached, Raw: outage.RawOf(out.err)})
	}
}

// recall answers an inquiry from the tape. It is paid for as it was then; what the budget refused then,
// and would not refuse now, is not known.
func (c *Caller) recall(a *asking) outcome {
	known := a.known
	if known.Skipped != "" {
		a.paid.Release()
		a.event.Skipped = known.Skipped
		if known.Skipped != unpriced {
			c.Journal.Unknown(fmt.Sprintf("%s asks model %s something that nobody was asked then: %s", a.Stage, known.Model, known.Skipped))
		}
		return outcome{err: &outage.Recalled{Text: known.Error, Class: model.Class(known.Class)}}
	}
	a.event.Cost = known.Cost
	a.paid.Settle(budgeted(known.Cost))
	if known.Error != "" {
		return outcome{err: &outage.Recalled{Text: known.Error, Class: model.Class(known.Class)}}
	}
	data, err := c.Tape.Blob(known.Reply)
	var out reply
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		c.Journal.Unknown(fmt.Sprintf("the reply of model %s to %s cannot be read: %v", known.Model, a.Stage, err))
		return outcome{err: err}
	}
	return outcome{reply: out}
}
