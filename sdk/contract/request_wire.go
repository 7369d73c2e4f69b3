package contract

// Marshal appends the encoding of r to dst. Equal requests give equal bytes. It
// does not check r; see [Request.Validate].
func (r *Request) Marshal(dst []byte) []byte { return marshal(dst, r) }

// Unmarshal replaces r by the request encoded in src, reusing the slices that r holds, at
// any depth; nothing of src is kept. It accepts every well-formed encoding of the
// schema, so call [Request.Validate] before trusting shapes. The error matches
// [ErrMalformed], and r is then of no use but as the target of another call. It takes
// at most about 40 bytes of memory per byte of src.
func (r *Request) Unmarshal(src []byte) error { return r.read(src) }

func (r *Request) write(w *writer) {
	w.uint(1, uint64(r.Contract))
	for i := range r.Config {
		w.message(2, &r.Config[i])
	}
	for i := range r.Tables {
		w.message(3, &r.Tables[i])
	}
}

func (r *Request) read(b []byte) error {
	*r = Request{Config: r.Config[:0], Tables: r.Tables[:0]}
	if err := tooLong("request", b); err != nil {
		return err
	}
	f := reader{message: "request", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			r.Contract = f.uint32()
		case 2:
			r.Config = element(&f, r.Config)
		case 3:
			r.Tables = element(&f, r.Tables)
		}
	}
	return f.err
}

func (s *Setting) write(w *writer) {
	w.text(1, s.Name)
	w.message(2, &s.Value)
}

func (s *Setting) read(b []byte) error {
	name, value := s.Name, s.Value
	s.Name = ""
	s.Value.reset()
	f := reader{message: "setting", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			s.Name = f.text(name)
		case 2:
			s.Value = value
			embedded(&f, &s.Value)
		}
	}
	return f.named(s.Name)
}

// named fails when a message that must have a name has none.
func (r *reader) named(name string) error {
	if name == "" {
		r.fail("has no name")
	}
	return r.err
}

func (v *Value) write(w *writer) {
	w.uint(1, uint64(v.Type))
	w.double(2, v.Number)
	w.text(3, v.Text)
	w.flag(4, v.Flag)
	w.doubles(5, v.Numbers)
	w.texts(6, v.Texts)
}

func (v *Value) reset() { *v = Value{Numbers: v.Numbers[:0], Texts: v.Texts[:0]} }

func (v *Value) read(b []byte) error {
	text := v.Text
	v.reset()
	f := reader{message: "value", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			v.Type = ParamType(f.small())
		case 2:
			v.Number = f.double()
		case 3:
			v.Text = f.text(text)
		case 4:
			v.Flag = f.flag()
		case 5:
			v.Numbers = f.doubles(v.Numbers)
		case 6:
			v.Texts = f.texts(v.Texts)
		}
	}
	return f.err
}

func (t *Table) write(w *writer) {
	w.text(1, t.Name)
	w.uint(2, uint64(t.Rows))
	for i := range t.Columns {
		w.message(3, &t.Columns[i])
	}
}

func (t *Table) read(b []byte) error {
	name := t.Name
	*t = Table{Columns: t.Columns[:0]}
	f := reader{message: "table", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			t.Name = f.text(name)
		case 2:
			t.Rows = f.uint32()
		case 3:
			t.Columns = element(&f, t.Columns)
		}
	}
	return f.named(t.Name)
}

func (c *Column) write(w *writer) {
	w.text(1, c.Name)
	w.uint(2, uint64(c.Type))
	w.bytes(3, c.Present)
	w.doubles(4, c.Numbers)
	w.fixed32s(5, c.Offsets)
	w.fixed32s(6, c.Tokens)
	w.bytes(7, c.Text)
}

func (c *Column) read(b []byte) error {
	name := c.Name
	*c = Column{
		Present: c.Present[:0], Numbers: c.Numbers[:0], Offsets: c.Offsets[:0],
		Tokens: c.Tokens[:0], Text: c.Text[:0],
	}
	f := reader{message: "column", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			c.Name = f.text(name)
		case 2:
			c.Type = ColumnType(f.small())
		case 3:
			c.Present = f.bytes(c.Present)
		case 4:
			c.Numbers = f.doubles(c.Numbers)
		case 5:
			c.Offsets = f.fixed32s(c.Offsets)
		case 6:
			c.Tokens = f.fixed32s(c.Tokens)
		case 7:
			c.Text = f.bytes(c.Text)
		}
	}
	return f.named(c.Name)
}
