package state

import (
	"fmt"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// Holds evaluates a condition of the policy and records it with the values it
// used. A nil condition holds. An error, such as a null in a comparison, is for the
// caller to fail closed on: the result is then false.
func (r *Run) Holds(where string, c *policy.Condition) (bool, error) {
	if c == nil {
		return true, nil
	}
	r.SetBudget()
	d, err := c.Eval(r.State)
	if r.Tape != nil {
		d, err = r.replayTimes(where, c, d, err)
	}
	event := record.Condition{
		Where: where, Text: c.Text, File: FileName(c.At), Line: c.At.Line, Column: c.At.Column,
		Result: fmt.Sprint(d.Result), Values: []record.ConditionValue{},
	}
	if err != nil {
		event.Result = "unknown"
	}
	for _, v := range d.Values {
		event.Values = append(event.Values, record.ConditionValue{Path: v.Path, Value: v.Value})
	}
	r.Log(record.KindCondition, event)
	return d.Result && err == nil, err
}
