// Package assemble puts small WebAssembly modules together, byte by byte, for tests that
// need what no compiler makes. Nothing is checked: a module may be as wrong as a test wants.
package assemble

import "slices"

// Value types, as they stand in Params and Results.
const (
	I32     = "\x7f"
	I64     = "\x7e"
	F32     = "\x7d"
	F64     = "\x7c"
	Funcref = "\x70"
)

// Header begins every module.
const Header = "\x00asm\x01\x00\x00\x00"

// NoStart is the Start of a module without a start section.
const NoStart = -1

// A Module is assembled section by section; sections without entries are left out.
type Module struct {
	Imports    []Import // functions
	Funcs      []Func
	Memory     []byte // flags and bounds; nil: no memory
	HideMemory bool   // do not export it
	Tables     [][]byte
	Globals    [][]byte // type, mutability and value
	Exports    []Export // beside the functions with an export name and "memory"
	Elements   [][]byte // whole segments
	Start      int      // index of a function, imports counted; [NoStart]: none
	Data       []Data
	Tail       []byte // whole sections behind the last one
}

// An Import is an imported function.
type Import struct{ Module, Name, Params, Results string }

// A Func is a defined function. Body ends without the last end; Locals is the encoded vector, nil for none.
type Func struct {
	Export          string
	Params, Results string
	Locals, Body    []byte
}

// An Export is an export of any kind.
type Export struct {
	Name  string
	Kind  byte
	Index int
}

// Data is an active segment.
type Data struct {
	At    uint32
	Bytes []byte
}

// Add appends a function and returns its index, imports counted.
func (m *Module) Add(f Func) int {
	m.Funcs = append(m.Funcs, f)
	return m.Index(len(m.Funcs) - 1)
}

// Index returns the index of the n-th defined function, imports counted.
func (m *Module) Index(n int) int { return len(m.Imports) + n }

// Put sets the bytes at an address, in place of those that were put there before.
func (m *Module) Put(at uint32, b []byte) {
	m.Data = slices.DeleteFunc(m.Data, func(d Data) bool { return d.At == at })
	m.Data = append(m.Data, Data{at, b})
}

// Bytes assembles the module.
func (m *Module) Bytes() []byte {
	t := types{seen: map[string]int{}}
	imports, funcs, code := m.functions(&t)
	out := []byte(Header)
	for _, s := range []struct {
		id      byte
		entries [][]byte
	}{
		{1, t.list}, {2, imports}, {3, funcs}, {4, m.Tables}, {5, m.memories()}, {6, m.Globals}, {7, m.exports()},
	} {
		out = append(out, Section(s.id, s.entries...)...)
	}
	if m.Start != NoStart {
		start := Uleb(m.Start)
		out = append(out, Join([]byte{8}, Uleb(len(start)), start)...)
	}
	out = append(out, Section(9, m.Elements...)...)
	out = append(out, Section(10, code...)...)
	out = append(out, Section(11, m.segments()...)...)
	return append(out, m.Tail...)
}

// types are the entries of the type section, each once.
type types struct {
	seen map[string]int
	list [][]byte
}

func (t *types) index(params, results string) []byte {
	b := Join([]byte{0x60}, Name(params), Name(results))
	n, ok := t.seen[string(b)]
	if !ok {
		n = len(t.list)
		t.seen[string(b)], t.list = n, append(t.list, b)
	}
	return Uleb(n)
}

func (m *Module) functions(t *types) (imports, funcs, code [][]byte) {
	for _, i := range m.Imports {
		imports = append(imports, Join(Name(i.Module), Name(i.Name), []byte{0}, t.index(i.Params, i.Results)))
	}
	for _, f := range m.Funcs {
		funcs = append(funcs, t.index(f.Params, f.Results))
		locals := f.Locals
		if locals == nil {
			locals = []byte{0}
		}
		body := Join(locals, f.Body, []byte{End})
		code = append(code, Join(Uleb(len(body)), body))
	}
	return imports, funcs, code
}

func (m *Module) memories() [][]byte {
	if m.Memory == nil {
		return nil
	}
	return [][]byte{m.Memory}
}

func (m *Module) exports() (list [][]byte) {
	add := func(name string, kind byte, index int) {
		list = append(list, Join(Name(name), []byte{kind}, Uleb(index)))
	}
	for n, f := range m.Funcs {
		if f.Export != "" {
			add(f.Export, 0, m.Index(n))
		}
	}
	if m.Memory != nil && !m.HideMemory {
		add("memory", 2, 0)
	}
	for _, e := range m.Exports {
		add(e.Name, e.Kind, e.Index)
	}
	return list
}

func (m *Module) segments() (list [][]byte) {
	for _, d := range m.Data {
		if m.Memory != nil {
			list = append(list, Join([]byte{0}, Const32(int32(d.At)), []byte{End}, Uleb(len(d.Bytes)), d.Bytes))
		}
	}
	return list
}
