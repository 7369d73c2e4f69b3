package contract

// Marshal appends the encoding of m to dst. Equal manifests give equal bytes.
func (m *Manifest) Marshal(dst []byte) []byte { return marshal(dst, m) }

// Unmarshal replaces m by the manifest encoded in src; nothing of src is kept. The error
// matches [ErrMalformed]. Call [Manifest.Validate] before using m.
func (m *Manifest) Unmarshal(src []byte) error { return m.read(src) }

func (m *Manifest) write(w *writer) {
	w.text(1, m.Name)
	w.text(2, m.Version)
	w.uint(3, uint64(m.Contract))
	w.uint(4, uint64(m.Kind))
	w.text(5, m.Summary)
	for i := range m.Inputs {
		w.message(6, &m.Inputs[i])
	}
	for i := range m.Params {
		w.message(7, &m.Params[i])
	}
	for i := range m.Outputs {
		w.message(8, &m.Outputs[i])
	}
	w.uint(9, uint64(m.OldestContract))
}

func (m *Manifest) read(b []byte) error {
	*m = Manifest{}
	if reason := most(len(b), "bytes", MaxManifestBytes); reason != "" {
		return &DecodeError{Message: "manifest", Reason: reason}
	}
	f := reader{message: "manifest", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			m.Name = f.text("")
		case 2:
			m.Version = f.text("")
		case 3:
			m.Contract = f.uint32()
		case 4:
			m.Kind = Kind(f.small())
		case 5:
			m.Summary = f.text("")
		case 6:
			m.Inputs = element(&f, m.Inputs)
		case 7:
			m.Params = element(&f, m.Params)
		case 8:
			m.Outputs = element(&f, m.Outputs)
		case 9:
			m.OldestContract = f.uint32()
		}
	}
	return f.err
}

func (i *Input) write(w *writer) {
	w.text(1, i.Table)
	w.text(2, i.Column)
	w.uint(3, uint64(i.Type))
	w.flag(4, i.Optional)
}

func (i *Input) read(b []byte) error {
	f := reader{message: "input", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			i.Table = f.text("")
		case 2:
			i.Column = f.text("")
		case 3:
			i.Type = ColumnType(f.small())
		case 4:
			i.Optional = f.flag()
		}
	}
	return f.named(i.Table)
}

func (p *Param) write(w *writer) {
	w.text(1, p.Name)
	w.uint(2, uint64(p.Type))
	w.message(3, &p.Default)
	w.doublePtr(4, p.Min)
	w.doublePtr(5, p.Max)
	w.texts(6, p.OneOf)
	w.text(7, p.Doc)
}

func (p *Param) read(b []byte) error {
	f := reader{message: "param", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			p.Name = f.text("")
		case 2:
			p.Type = ParamType(f.small())
		case 3:
			embedded(&f, &p.Default)
		case 4:
			p.Min = f.doublePtr()
		case 5:
			p.Max = f.doublePtr()
		case 6:
			p.OneOf = f.texts(p.OneOf)
		case 7:
			p.Doc = f.text("")
		}
	}
	return f.named(p.Name)
}

func (o *Output) write(w *writer) {
	w.text(1, o.Name)
	w.uint(2, uint64(o.Kind))
	w.text(3, o.Table)
	w.double(4, o.Min)
	w.double(5, o.Max)
	w.text(6, o.Doc)
}

func (o *Output) read(b []byte) error {
	f := reader{message: "output", rest: b}
	for f.next() {
		switch f.field {
		case 1:
			o.Name = f.text("")
		case 2:
			o.Kind = OutputKind(f.small())
		case 3:
			o.Table = f.text("")
		case 4:
			o.Min = f.double()
		case 5:
			o.Max = f.double()
		case 6:
			o.Doc = f.text("")
		}
	}
	return f.named(o.Name)
}
