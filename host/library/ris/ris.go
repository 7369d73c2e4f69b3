// Package ris reads references in the RIS format and in the MEDLINE format of PubMed (.nbib), which have one tag and value a line.
package ris

import (
	"context"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/sparkhost/sparkhost/host/library/item"
)

// tagged is a line with a tag: "TY  - JOUR", "PMID- 123", "AB  -".
var tagged = regexp.MustCompile(`^([A-Z][A-Z0-9]{1,3}) {0,3}-(?: (.*))?$`)

// A reference is the values of one work by tag, in the order of the file.
type reference struct {
	line   int
	values map[string][]string
}

func (r *reference) first(tags ...string) string {
	for _, tag := range tags {
		for _, v := range r.values[tag] {
			if v != "" {
				return v
			}
		}
	}
	return ""
}

// all returns the values of the tags, each once, in the order of the tags.
func (r *reference) all(tags ...string) []string {
	var out []string
	for _, tag := range tags {
		out = append(out, r.values[tag]...)
	}
	return out
}

// Read implements item.Reader for RIS.
func Read(ctx context.Context, r io.Reader, out item.Output) error {
	return read(ctx, r, out, "TY", func(ref *reference) item.Item { return ref.ris() })
}

// ReadMedline implements item.Reader for the MEDLINE format.
func ReadMedline(ctx context.Context, r io.Reader, out item.Output) error {
	return read(ctx, r, out, "PMID", func(ref *reference) item.Item { return ref.medline() })
}

// read cuts a file into references, each of which begins with a tag.
func read(ctx context.Context, r io.Reader, out item.Output, first string, make func(*reference) item.Item) error {
	text, err := item.ReadText(r, out)
	if err != nil {
		return err
	}
	p := &parser{out: out, first: first, make: make}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.line(n, strings.TrimRight(line, "\r\n\t ")); err != nil {
			return err
		}
	}
	if p.found == 0 && p.now == nil && strings.TrimSpace(text) != "" {
		return errors.New("no reference in it: each begins with a line of the tag " + first)
	}
	return p.end()
}

type parser struct {
	out   item.Output
	first string
	make  func(*reference) item.Item
	now   *reference
	tag   string
	rest  []string // lines on which the value of tag goes on
	found int
	stray bool // the last line belongs to nothing, and this was told
}

func (p *parser) line(n int, line string) error {
	m := tagged.FindStringSubmatch(line)
	switch {
	case line == "":
		return nil
	case m != nil && m[1] == p.first:
		if err := p.end(); err != nil {
			return err
		}
		p.now = &reference{line: n, values: map[string][]string{}}
		p.add(m[1], m[2])
	case m != nil && m[1] == "ER":
		return p.end()
	case p.now == nil:
		if !p.stray {
			p.out.Wrong(n, "outside of any reference: expected a line of the tag "+p.first)
		}
		p.stray = true
	case m != nil:
		p.add(m[1], m[2])
	case p.tag != "": // the value goes on
		p.rest = append(p.rest, strings.TrimSpace(line))
	}
	return nil
}

func (p *parser) add(tag, value string) {
	p.complete()
	p.tag, p.stray = tag, false
	p.now.values[tag] = append(p.now.values[tag], strings.TrimSpace(value))
}

// complete puts the lines together on which the last value goes on.
func (p *parser) complete() {
	if p.rest != nil {
		list := p.now.values[p.tag]
		list[len(list)-1] = strings.TrimSpace(list[len(list)-1] + " " + strings.Join(p.rest, " "))
	}
	p.rest = nil
}

// end hands over the reference that is being read. One without its ER is read like any other: nothing of it is missing.
func (p *parser) end() error {
	if p.now == nil {
		return nil
	}
	p.complete()
	it := p.make(p.now)
	it.Line = p.now.line
	p.now, p.tag = nil, ""
	p.found++
	if d := &it.Document; d.Title == "" && d.Abstract == "" && d.DOI == "" && d.PMID == "" {
		p.out.Wrong(it.Line, "the reference has neither title, abstract, DOI nor PMID")
		return nil
	}
	return p.out.Found(it)
}
