package record

// A Decision is the part of a record that says why: what a replay is compared by.
type Decision struct {
	Conditions   []Condition
	Calibrations []Calibration
	Options      []Option
	Gates        []Gate
	Rounds       []Round
	Result       *Result // nil: partial
}

// Take keeps an event's data, one of the structs that a [Kind] names, if it belongs to the decision.
func (d *Decision) Take(data any) {
	switch v := data.(type) {
	case Condition:
		d.Conditions = append(d.Conditions, v)
	case Calibration:
		d.Calibrations = append(d.Calibrations, v)
	case Option:
		d.Options = append(d.Options, v)
	case Gate:
		d.Gates = append(d.Gates, v)
	case Round:
		d.Rounds = append(d.Rounds, v)
	case Result:
		d.Result = &v
	}
}

// Decision reads the decision of a record.
func (r *Reader) Decision() (*Decision, error) {
	d := &Decision{}
	for e := range r.Events() {
		var err error
		switch e.Kind {
		case KindCondition:
			err = decodeInto(e, &d.Conditions)
		case KindCalibration:
			err = decodeInto(e, &d.Calibrations)
		case KindOption:
			err = decodeInto(e, &d.Options)
		case KindGate:
			err = decodeInto(e, &d.Gates)
		case KindRound:
			err = decodeInto(e, &d.Rounds)
		case KindResult:
			d.Result = &Result{}
			err = e.Decode(d.Result)
		}
		if err != nil {
			return nil, err
		}
	}
	return d, nil
}

func decodeInto[T any](e Event, list *[]T) error {
	var v T
	err := e.Decode(&v)
	*list = append(*list, v)
	return err
}
