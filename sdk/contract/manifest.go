package contract

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// faults collects what is wrong with a message, in the order found.
type faults struct {
	message string
	list    []error
}

// add notes a fault unless reason is empty.
func (f *faults) add(where, reason string) {
	if reason != "" {
		f.list = append(f.list, &InvalidError{f.message, where, reason})
	}
}

func (f *faults) err() error { return errors.Join(f.list...) }

// Validate checks that m describes a plugin that this version of the contract can call:
// names in lower_snake_case and unique, known types, defaults that meet their own bounds,
// finite ranges, outputs that fit the kind. The error joins one [*InvalidError] per fault.
func (m *Manifest) Validate() error {
	f := &faults{message: "manifest"}
	f.add("name", nameFault(m.Name))
	f.add("version", versionFault(m.Version))
	if _, err := m.Negotiate(); err != nil {
		f.list = append(f.list, err)
	}
	if m.Kind < KindScore || m.Kind > KindCalibrate {
		f.add("kind", "unknown kind "+strconv.Itoa(int(m.Kind)))
	}
	f.add("summary", docFault(m.Summary))
	f.add("inputs", most(len(m.Inputs), "inputs", MaxDeclared))
	f.add("params", most(len(m.Params), "parameters", MaxDeclared))
	f.add("outputs", most(len(m.Outputs), "outputs", MaxDeclared))
	if len(f.list) > 0 {
		return f.err() // each is compared with each below
	}
	m.checkInputs(f)
	for i := range m.Params {
		f.add("param "+m.Params[i].Name, m.paramFault(i))
	}
	m.checkOutputs(f)
	return f.err()
}

// docFault says why s is no text for people, or "".
func docFault(s string) string {
	if !utf8.ValidString(s) {
		return "not UTF-8"
	}
	return most(len(s), "bytes of text", MaxDocBytes)
}

// nameFault says why s is no lower_snake_case name of at most [MaxNameBytes], or "".
func nameFault(s string) string {
	if len(s) > MaxNameBytes {
		return "a name of " + most(len(s), "bytes", MaxNameBytes)
	}
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return strconv.Quote(s) + " is not a lower_snake_case name"
	}
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
			return strconv.Quote(s) + " is not a lower_snake_case name"
		}
	}
	return ""
}

// versionFault says why s is no semantic version, or "".
func versionFault(s string) string {
	core, suffix, hasSuffix := strings.Cut(s, "-")
	numbers := strings.Split(core, ".")
	bad := len(numbers) != 3 || hasSuffix && suffix == "" || strings.ContainsFunc(suffix, notInRelease)
	for _, n := range numbers {
		_, err := strconv.ParseUint(n, 10, 32)
		bad = bad || err != nil
	}
	if bad {
		return strconv.Quote(s) + " is not a semantic version such as 1.0.0"
	}
	return ""
}

// notInRelease says that r may not stand in the name of a pre-release.
func notInRelease(r rune) bool {
	letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	return !letter && (r < '0' || r > '9') && r != '.' && r != '-'
}

func (m *Manifest) checkInputs(f *faults) {
	for i, in := range m.Inputs {
		where := "input " + in.Table + "." + in.Column
		f.add(where, nameFault(in.Table))
		f.add(where, nameFault(in.Column))
		if in.Type < ColumnNumbers || in.Type > ColumnText {
			f.add(where, "unknown column type "+strconv.Itoa(int(in.Type)))
		}
		same := func(o Input) bool { return o.Table == in.Table && o.Column == in.Column }
		if slices.ContainsFunc(m.Inputs[:i], same) {
			f.add(where, "declared twice")
		}
	}
}

// Param returns the declaration of that parameter, or nil.
func (m *Manifest) Param(name string) *Param {
	for i := range m.Params {
		if m.Params[i].Name == name {
			return &m.Params[i]
		}
	}
	return nil
}

func (m *Manifest) paramFault(i int) string {
	p := &m.Params[i]
	if reason := nameFault(p.Name); reason != "" {
		return reason
	}
	if m.Param(p.Name) != p {
		return "declared twice"
	}
	if p.Type < TypeNumber || p.Type > TypeTexts {
		return "unknown type " + strconv.Itoa(int(p.Type))
	}
	if reason := p.boundsFault(); reason != "" {
		return reason
	}
	if p.Default.Type != p.Type {
		return "its default has another type"
	}
	if reason := p.valueFault(&p.Default); reason != "" {
		return "its default " + reason
	}
	return ""
}

func (p *Param) boundsFault() string {
	numeric := p.Type == TypeNumber || p.Type == TypeNumbers
	textual := p.Type == TypeText || p.Type == TypeTexts
	switch {
	case (p.Min != nil || p.Max != nil) && !numeric:
		return "bounds belong to numbers only"
	case len(p.OneOf) > 0 && !textual:
		return "a choice of texts belongs to texts only"
	case p.Min != nil && !finite(*p.Min) || p.Max != nil && !finite(*p.Max):
		return "a bound is not finite"
	case p.Min != nil && p.Max != nil && *p.Min > *p.Max:
		return "its bounds are the wrong way round"
	case len(p.OneOf) > MaxDeclared:
		return most(len(p.OneOf), "texts to choose from", MaxDeclared)
	}
	for _, s := range p.OneOf {
		if reason := docFault(s); reason != "" {
			return reason
		}
	}
	return docFault(p.Doc)
}

func (m *Manifest) checkOutputs(f *faults) {
	scores := 0
	for i := range m.Outputs {
		o := &m.Outputs[i]
		if o.Kind == OutputScore {
			scores++
		}
		f.add("output "+o.Name, o.fault(m.Kind))
		if m.Output(o.Kind, o.Table, o.Name) != o {
			f.add("output "+o.Name, "declared twice")
		}
	}
	if want := 1; m.Kind == KindScore && scores != want {
		f.add("outputs", "a score plugin declares exactly one score, this one "+strconv.Itoa(scores))
	}
}

// Output returns the declaration of an output, or nil. Only parts and findings have a table.
func (m *Manifest) Output(kind OutputKind, table, name string) *Output {
	for i := range m.Outputs {
		if o := &m.Outputs[i]; o.Kind == kind && o.Table == table && o.Name == name {
			return o
		}
	}
	return nil
}

// fault says what is wrong with an output of a plugin of that kind, or "".
func (o *Output) fault(kind Kind) string {
	if reason := nameFault(o.Name); reason != "" {
		return reason
	}
	if o.Kind < OutputScore || o.Kind > OutputFinding {
		return "unknown kind of output " + strconv.Itoa(int(o.Kind))
	}
	tabled := o.Kind == OutputPart || o.Kind == OutputFinding
	switch {
	case kind == KindScore && o.Kind > OutputPart, kind == KindAssess && o.Kind == OutputScore,
		kind == KindCalibrate && o.Kind != OutputSignal:
		return "its kind does not belong to this contract"
	case tabled && nameFault(o.Table) != "":
		return "speaks of no table"
	case !tabled && o.Table != "":
		return "only parts and findings have a table"
	case !finite(o.Min) || !finite(o.Max) || o.Min > o.Max:
		return "its range is not finite or the wrong way round"
	}
	return docFault(o.Doc)
}
