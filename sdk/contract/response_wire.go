package contract

// Marshal appends the encoding of r to dst. Equal responses give equal bytes.
func (r *Response) Marshal(dst []byte) []byte { return marshal(dst, r) }

// Unmarshal replaces r by the response encoded in src; nothing of src is kept. The error
// matches [ErrMalformed]. A response that decodes may still break the contract:
// see [Response.Check].
func (r *Response) Unmarshal(src []byte) error { return r.read(src) }

func (r *Response) write(w *writer) {
	w.text(1, r.Error)
	if r.Score != nil {
		w.message(2, r.Score)
	}
	if r.Assess != nil {
		w.message(3, r.Assess)
	}
	if r.Calibrate != nil {
		w.message(4, r.Calibrate)
	}
}

func (r *Response) read(b []byte) error {
	*r = Response{}
	if err := tooLong("response", b); err != nil {
		return err
	}
	f := reader{message: "response", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			r.Error = f.text("")
		case 2:
			r.Score = embedded(&f, new(ScoreResult))
		case 3:
			r.Assess = embedded(&f, new(AssessResult))
		case 4:
			r.Calibrate = embedded(&f, new(CalibrateResult))
		}
	}
	return f.err
}

func (s *ScoreResult) write(w *writer) {
	w.doubles(1, s.Scores)
	for i := range s.Parts {
		w.message(2, &s.Parts[i])
	}
}

func (s *ScoreResult) read(b []byte) error {
	f := reader{message: "score result", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			s.Scores = f.doubles(s.Scores)
		case 2:
			s.Parts = element(&f, s.Parts)
		}
	}
	return f.err
}

func (p *Part) write(w *writer) {
	w.text(1, p.Name)
	w.text(2, p.Table)
	w.doubles(3, p.Values)
}

func (p *Part) read(b []byte) error {
	f := reader{message: "part", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			p.Name = f.text("")
		case 2:
			p.Table = f.text("")
		case 3:
			p.Values = f.doubles(p.Values)
		}
	}
	return f.named(p.Name)
}

func (a *AssessResult) write(w *writer) {
	for i := range a.Signals {
		w.message(1, &a.Signals[i])
	}
	for i := range a.Parts {
		w.message(2, &a.Parts[i])
	}
	for i := range a.Findings {
		w.message(3, &a.Findings[i])
	}
	w.texts(4, a.Queries)
}

func (a *AssessResult) read(b []byte) error {
	f := reader{message: "assess result", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			a.Signals = element(&f, a.Signals)
		case 2:
			a.Parts = element(&f, a.Parts)
		case 3:
			a.Findings = element(&f, a.Findings)
		case 4:
			a.Queries = f.texts(a.Queries)
		}
	}
	return f.err
}

func (s *Signal) write(w *writer) {
	w.text(1, s.Name)
	w.double(2, s.Value)
}

func (s *Signal) read(b []byte) error {
	f := reader{message: "signal", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			s.Name = f.text("")
		case 2:
			s.Value = f.double()
		}
	}
	return f.named(s.Name)
}

func (d *Finding) write(w *writer) {
	w.text(1, d.Kind)
	w.text(2, d.Table)
	w.fixed32s(3, d.Rows)
	w.double(4, d.Weight)
	w.text(5, d.Text)
}

func (d *Finding) read(b []byte) error {
	f := reader{message: "finding", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			d.Kind = f.text("")
		case 2:
			d.Table = f.text("")
		case 3:
			d.Rows = f.fixed32s(d.Rows)
		case 4:
			d.Weight = f.double()
		case 5:
			d.Text = f.text("")
		}
	}
	return f.named(d.Kind)
}

func (c *CalibrateResult) write(w *writer) {
	w.double(1, c.Base)
	for i := range c.Terms {
		w.message(2, &c.Terms[i])
	}
	w.double(3, c.Confidence)
	w.texts(4, c.Reasons)
}

func (c *CalibrateResult) read(b []byte) error {
	f := reader{message: "calibrate result", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			c.Base = f.double()
		case 2:
			c.Terms = element(&f, c.Terms)
		case 3:
			c.Confidence = f.double()
		case 4:
			c.Reasons = f.texts(c.Reasons)
		}
	}
	return f.err
}

func (t *Term) write(w *writer) {
	w.text(1, t.Name)
	w.double(2, t.Value)
	w.double(3, t.Weight)
	w.double(4, t.Delta)
}

func (t *Term) read(b []byte) error {
	f := reader{message: "term", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			t.Name = f.text("")
		case 2:
			t.Value = f.double()
		case 3:
			t.Weight = f.double()
		case 4:
			t.Delta = f.double()
		}
	}
	return f.named(t.Name)
}
