package main

import (
	"math"

	"github.com/ledongthuc/pdf"
)

// A printer writes text as it is shown on pages, in the order in which it is. Where a gap is wide enough it writes a space,
// where the height changes it ends the line.
type printer struct {
	out    []byte
	pages  int
	fonts  map[string]*font // of the page
	state  state
	saved  []state
	endX   float64 // where the last letter ended, on the page
	lastY  float64
	size   float64 // of the line's greatest letter
	leaded float64 // the least height between two lines of the page; 0: none yet
	begun  bool    // the page has text
}

// A state is what operators set: where text goes, and how.
type state struct {
	page, text, line           matrix
	font                       *font
	size, spacing, words, lead float64
	stretch, rise              float64
}

// The parts of a letter's size from which on a gap is a space, and a change of height a line.
const (
	gapOfWords = 0.17
	gapOfLines = 0.5
)

// page prints what a content stream shows.
func (p *printer) page(contents, resources pdf.Value) {
	p.pages++
	p.fonts, p.saved, p.begun = map[string]*font{}, nil, false
	p.state = state{page: identity, text: identity, line: identity, stretch: 1}
	if contents.IsNull() {
		return
	}
	fonts := resources.Key("Font")
	pdf.Interpret(contents, func(stack *pdf.Stack, op string) {
		args := make([]pdf.Value, stack.Len())
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stack.Pop()
		}
		if len(p.out) < mostText {
			p.do(op, args, fonts)
		}
	})
	p.out = append(p.out, '\n', '\f')
}

// do follows one operator; those with too few arguments, and those that show no text, are passed over.
func (p *printer) do(op string, args []pdf.Value, fonts pdf.Value) {
	s := &p.state
	n, known := arguments[op]
	if !known || len(args) < n {
		return
	}
	number := func(i int) float64 { return bounded(args[i].Float64()) }
	switch op {
	case "q":
		if len(p.saved) < 100 {
			p.saved = append(p.saved, *s)
		}
	case "Q":
		if last := len(p.saved) - 1; last >= 0 {
			*s, p.saved = p.saved[last], p.saved[:last]
		}
	case "cm":
		s.page = matrixOf(number).times(s.page)
	case "BT":
		s.text, s.line = identity, identity
	case "Tf":
		s.font, s.size = p.named(args[0].Name(), fonts), number(1)
	case "Tc":
		s.spacing = number(0)
	case "Tw":
		s.words = number(0)
	case "Tz":
		s.stretch = number(0) / 100
	case "TL":
		s.lead = number(0)
	case "Ts":
		s.rise = number(0)
	case "Td":
		s.move(number(0), number(1))
	case "TD":
		s.lead = -number(1)
		s.move(number(0), number(1))
	case "Tm":
		s.line = matrixOf(number)
		s.text = s.line
	case "T*":
		s.move(0, -s.lead)
	case "Tj":
		p.show(args[0].RawString())
	case "'":
		s.move(0, -s.lead)
		p.show(args[0].RawString())
	case "\"":
		s.words, s.spacing = number(0), number(1)
		s.move(0, -s.lead)
		p.show(args[2].RawString())
	case "TJ":
		p.showAll(args[0])
	}
}

// arguments are how many each operator has.
var arguments = map[string]int{"q": 0, "Q": 0, "cm": 6, "BT": 0, "Tf": 2, "Tc": 1, "Tw": 1, "Tz": 1, "TL": 1, "Ts": 1, "Td": 2, "TD": 2, "Tm": 6, "T*": 0, "Tj": 1, "'": 1, "\"": 3, "TJ": 1}

func (p *printer) named(name string, fonts pdf.Value) *font {
	f, ok := p.fonts[name]
	if !ok {
		f = newFont(fonts.Key(name))
		p.fonts[name] = f
	}
	return f
}

func (s *state) move(x, y float64) {
	s.line = matrix{1, 0, 0, 1, x, y}.times(s.line)
	s.text = s.line
}

// advance moves behind a letter or a gap of that width.
func (s *state) advance(width float64) {
	s.text = matrix{1, 0, 0, 1, width * s.stretch, 0}.times(s.text)
}

// showAll shows texts, and moves by the numbers between them.
func (p *printer) showAll(list pdf.Value) {
	for i := range list.Len() {
		if v := list.Index(i); v.Kind() == pdf.String {
			p.show(v.RawString())
		} else {
			p.state.advance(-bounded(v.Float64()) / 1000 * p.state.size)
		}
	}
}

func (p *printer) show(codes string) {
	s := &p.state
	if s.font == nil {
		return
	}
	if s.font.composite {
		for _, r := range s.font.encoding.Decode(codes) {
			p.letter(string(r), usualWidth)
		}
		return
	}
	for i := range len(codes) {
		p.letter(s.font.letter(codes[i]), s.font.widths[codes[i]])
		if codes[i] == ' ' {
			s.advance(s.words)
		}
	}
}

// letter writes one, after the space or the end of line that its place asks for.
func (p *printer) letter(text string, width float64) {
	s := &p.state
	at := s.text.times(s.page)
	x, y := at[4]+s.rise*at[2], at[5]+s.rise*at[3]
	size := math.Hypot(at[2], at[3]) * math.Abs(s.size)
	p.part(x, y, size)
	p.out = append(p.out, text...)
	s.advance(width/1000*s.size + s.spacing)
	after := s.text.times(s.page)
	p.endX = x + after[4] - at[4] - s.spacing*s.stretch*at[0]
}

// part writes what stands between the last letter and one at x, y.
func (p *printer) part(x, y, size float64) {
	within := math.Max(size, p.size)
	down := p.lastY - y
	switch {
	case !p.begun:
		p.begun, p.leaded = true, 0
	case math.Abs(down) > gapOfLines*within || x < p.endX-2*within:
		p.out = append(p.out, '\n')
		p.endBlock(down, within)
	case x > p.endX+gapOfWords*within:
		p.out = append(p.out, ' ')
		p.size = math.Max(p.size, size)
		return
	case size < p.size: // raised or lowered: the line keeps its height
		return
	}
	p.lastY, p.size = y, size
}

// endBlock adds an empty line where the text goes up, as to the next column, or down by more than it usually does.
func (p *printer) endBlock(down, size float64) {
	if down < 0 || p.leaded > 0 && down > 1.4*p.leaded {
		p.out = append(p.out, '\n')
	}
	if down > 0.8*size && (p.leaded == 0 || down < p.leaded) {
		p.leaded = down
	}
}
