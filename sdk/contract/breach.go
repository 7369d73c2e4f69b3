package contract

import (
	"errors"
	"math"
	"strconv"
)

// ErrBreach is matched, through errors.Is, by the error of [Response.Check].
var ErrBreach = errors.New("contract breach")

// A BreachError says how a response breaks the contract. The host adds which plugin, of which
// digest, in which stage.
type BreachError struct {
	Table  string  // the table concerned, or ""
	Row    int     // the row concerned, or -1
	Name   string  // the score, part, signal, finding or term concerned, or ""
	Value  float64 // the value concerned; 0 when the breach is not about a value
	Reason string  // complete in itself, for people
}

// Error implements error.
func (e *BreachError) Error() string {
	text := "contract breach"
	if e.Name != "" {
		text += ": " + e.Name
	}
	if e.Table != "" {
		text += " of table " + e.Table
	}
	if e.Row >= 0 {
		text += ", row " + strconv.Itoa(e.Row)
	}
	return text + ": " + e.Reason
}

// Is makes errors.Is(err, ErrBreach) true.
func (e *BreachError) Is(target error) bool { return target == ErrBreach }

// Check holds a response to its plugin's manifest and to the request that it answers, because
// a plugin is not trusted. It wants exactly one result, of the manifest's kind:
//
//   - score: one finite number in range per row of table "items";
//   - parts: declared, at most once each, one finite number in range per row of their table;
//   - signals: declared, at most once each, finite, in range;
//   - findings: declared, rows within their table, a finite weight in range;
//   - findings, queries, reasons and their texts: within the limits of this package;
//   - calibrate: a confidence from 0 to 1; every name of column "name" of table "terms" as a
//     term exactly once; other terms declared as signals, their deltas in range; base and deltas whole
//     multiples of 1e-9 that add up to the confidence exactly.
//
// An output may be left out when its inputs are unknown, the score apart. A response that
// carries the plugin's own error and nothing else passes. The error is a [*BreachError].
func (r *Response) Check(m *Manifest, req *Request) error {
	results := 0
	for _, given := range []bool{r.Score != nil, r.Assess != nil, r.Calibrate != nil} {
		if given {
			results++
		}
	}
	c := checker{m, req}
	switch {
	case r.Error != "" && results == 0:
		return nil
	case r.Error != "":
		return broken("", "an error and a result in one response")
	case results != 1:
		return broken("", strconv.Itoa(results)+" results in one response")
	case m.Kind == KindScore && r.Score != nil:
		return c.score(r.Score)
	case m.Kind == KindAssess && r.Assess != nil:
		return c.assess(r.Assess)
	case m.Kind == KindCalibrate && r.Calibrate != nil:
		return c.calibrate(r.Calibrate)
	}
	return broken("", "the result is of another kind than "+m.Kind.String())
}

func broken(name, reason string) error { return &BreachError{Row: -1, Name: name, Reason: reason} }

// A checker holds what an answer is compared with.
type checker struct {
	m   *Manifest
	req *Request
}

// within checks one value against its declaration; row is -1 for a value of no row.
func (o *Output) within(table string, row int, v float64) error {
	reason := ""
	switch {
	case math.IsNaN(v):
		reason = "is not a number"
	case math.IsInf(v, 0):
		reason = "is infinite"
	case v < o.Min || v > o.Max:
		reason = short(v) + " is outside its range, " + short(o.Min) + " to " + short(o.Max)
	default:
		return nil
	}
	return &BreachError{Table: table, Row: row, Name: o.Name, Value: v, Reason: reason}
}

// column checks one value per row of a table.
func (c *checker) column(o *Output, table string, values []float64) error {
	t := c.req.Table(table)
	if t == nil {
		return &BreachError{Table: table, Row: -1, Name: o.Name, Reason: "the request has no such table"}
	}
	if len(values) != int(t.Rows) {
		reason := strconv.Itoa(len(values)) + " values for " + strconv.Itoa(int(t.Rows)) + " rows"
		return &BreachError{Table: table, Row: -1, Name: o.Name, Reason: reason}
	}
	for row, v := range values {
		if err := o.within(table, row, v); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) score(s *ScoreResult) error {
	for i := range c.m.Outputs {
		if o := &c.m.Outputs[i]; o.Kind == OutputScore {
			if err := c.column(o, "items", s.Scores); err != nil {
				return err
			}
		}
	}
	return c.parts(s.Parts)
}

func (c *checker) parts(parts []Part) error {
	for i, p := range parts {
		o := c.m.Output(OutputPart, p.Table, p.Name)
		if o == nil {
			return &BreachError{Table: p.Table, Row: -1, Name: p.Name, Reason: "the part is not declared"}
		}
		for _, earlier := range parts[:i] {
			if earlier.Name == p.Name && earlier.Table == p.Table {
				return &BreachError{Table: p.Table, Row: -1, Name: p.Name, Reason: "the part is given twice"}
			}
		}
		if err := c.column(o, p.Table, p.Values); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) assess(a *AssessResult) error {
	for i, s := range a.Signals {
		o := c.m.Output(OutputSignal, "", s.Name)
		if o == nil {
			return broken(s.Name, "the signal is not declared")
		}
		for _, earlier := range a.Signals[:i] {
			if earlier.Name == s.Name {
				return broken(s.Name, "the signal is given twice")
			}
		}
		if err := o.within("", -1, s.Value); err != nil {
			return err
		}
	}
	if err := c.parts(a.Parts); err != nil {
		return err
	}
	if reason := most(len(a.Findings), "findings", MaxFindings); reason != "" {
		return broken("findings", reason)
	}
	if err := lines("queries", a.Queries); err != nil {
		return err
	}
	for i := range a.Findings {
		if err := c.finding(&a.Findings[i]); err != nil {
			return err
		}
	}
	return nil
}

// lines holds queries or reasons to their limits.
func lines(what string, list []string) error {
	if reason := most(len(list), what, MaxLines); reason != "" {
		return broken(what, reason)
	}
	for _, s := range list {
		if reason := most(len(s), "bytes of text", MaxTextBytes); reason != "" {
			return broken(what, reason)
		}
	}
	return nil
}

func (c *checker) finding(f *Finding) error {
	o := c.m.Output(OutputFinding, f.Table, f.Kind)
	if o == nil {
		return &BreachError{Table: f.Table, Row: -1, Name: f.Kind, Reason: "the finding is not declared"}
	}
	if reason := most(len(f.Text), "bytes of text", MaxTextBytes); reason != "" {
		return &BreachError{Table: f.Table, Row: -1, Name: f.Kind, Reason: reason}
	}
	t := c.req.Table(f.Table)
	if t == nil {
		return &BreachError{Table: f.Table, Row: -1, Name: f.Kind, Reason: "the request has no such table"}
	}
	for _, row := range f.Rows {
		if row >= t.Rows {
			reason := "points beyond the last of " + strconv.FormatUint(uint64(t.Rows), 10) + " rows"
			return &BreachError{Table: f.Table, Row: int(row), Name: f.Kind, Value: float64(row), Reason: reason}
		}
	}
	return o.within(f.Table, -1, f.Weight)
}
