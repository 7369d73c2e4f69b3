package conformance

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/contract/contractjson"
)

// A damage is bytes that are not a valid request. Lax ones can still be read; a plugin that does so and
// answers has done no harm.
type damage struct {
	name  string
	bytes []byte
	lax   bool
}

func checkMalformed(ctx context.Context, k *kit) finding {
	p, err := k.fresh(ctx)
	if err != nil {
		return broke("%s", told(err))
	}
	defer func() { _ = p.Close(context.WithoutCancel(ctx)) }()
	sound := k.made.Request(sampleRows)
	_, before, err := k.ask(ctx, p, sound)
	if err != nil {
		return skip("an ordinary request got no answer: %s", told(err))
	}
	all := k.damages()
	for _, d := range all {
		if f := k.damaged(ctx, p, d); f.status == Failed {
			return f
		}
		_, after, err := k.ask(ctx, p, sound)
		switch {
		case err != nil:
			return broke("after %s, a sound request: %s", d.name, told(err))
		case after.OutputDigest != before.OutputDigest:
			return broke("after %s, a sound request gets another answer than before", d.name)
		}
	}
	return pass("%d damaged requests", len(all))
}

// damaged probes p once.
func (k *kit) damaged(ctx context.Context, p *plugin.Plugin, d damage) finding {
	response, err := p.Probe(ctx, d.bytes)
	switch {
	case err != nil:
		return broke("%s: %s", d.name, told(err))
	case response.Error != "":
		k.refusal(response.Error)
	case !d.lax:
		return broke("%s: it answers as if nothing were wrong", d.name)
	}
	return finding{status: Passed}
}

// damages are in the form of the plugin's ABI.
func (k *kit) damages() []damage {
	r := k.made.Request(3)
	if k.warm.ABI() == "extism" {
		text, _ := contractjson.MarshalRequest(r) // what the generator makes is valid
		return jsonDamages(text)
	}
	return append(wireDamages(r.Marshal(nil)), k.invalid(r)...)
}

func jsonDamages(sound []byte) []damage {
	return []damage{
		{"nothing", nil, false},
		{"half of a request", sound[:len(sound)/2], false},
		{"a request and a half", slices.Concat(sound, sound[:len(sound)/2]), true},
		{"no JSON", []byte("\x00\x01\x02spark"), false},
		{"a list instead of an object", []byte("[1,2,3]"), false},
		{"tables that are a number", []byte(`{"contract":1,"config":{},"tables":7}`), false},
		{"a request of contract 999", bytes.Replace(sound, []byte(`"contract":1`), []byte(`"contract":999`), 1), true},
		{"invalid UTF-8", []byte("{\"contract\":1,\"config\":{\"\xff\xfe\":\"\xc3\x28\"},\"tables\":{}}"), true},
		{"1,000 nested lists", []byte(strings.Repeat("[", 1000)), false},
	}
}

// wireDamages cannot be decoded at all.
func wireDamages(sound []byte) []damage {
	return []damage{
		{"half of a request", sound[:len(sound)/2], false},
		{"a request without its last byte", sound[:len(sound)-1], false},
		{"garbage", []byte("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff spark"), false},
		{"a field that is longer than the message", []byte{0x08, 1, 0x1a, 0xff, 0xff, 0xff, 0xff, 0x07}, false},
		{"nothing", nil, true},
	}
}

// invalid are requests that can be decoded and break the rules of the contract.
func (k *kit) invalid(r *contract.Request) []damage {
	var all []damage
	add := func(name string, bad *contract.Request) {
		all = append(all, damage{name, bad.Marshal(nil), true})
	}
	newer := *r
	newer.Contract = 999
	add("a request of contract 999", &newer)
	for _, t := range r.Tables {
		for _, c := range t.Columns {
			for name, change := range breaks(c.Type) {
				add(name+" in "+t.Name+"."+c.Name, editColumn(r, t.Name, c.Name, change))
			}
		}
	}
	slices.SortFunc(all, func(a, b damage) int { return strings.Compare(a.name, b.name) })
	return all
}

// breaks are ways to make a column invalid.
func breaks(t contract.ColumnType) map[string]func(contract.Column) contract.Column {
	if t == contract.ColumnNumbers {
		return map[string]func(contract.Column) contract.Column{
			"NaN": func(c contract.Column) contract.Column {
				c.Numbers = slices.Repeat([]float64{math.NaN()}, len(c.Numbers))
				return c
			},
			"too few numbers": func(c contract.Column) contract.Column { c.Numbers = c.Numbers[:len(c.Numbers)/2]; return c },
			"a presence mask that is too short": func(c contract.Column) contract.Column {
				c.Numbers = slices.Repeat([]float64{1}, 40)
				c.Present = []byte{1}
				return c
			},
		}
	}
	ragged := map[string]func(contract.Column) contract.Column{
		"offsets that descend": func(c contract.Column) contract.Column {
			c.Offsets = slices.Clone(c.Offsets)
			slices.Reverse(c.Offsets)
			return c
		},
		"an offset beyond the end": func(c contract.Column) contract.Column {
			c.Offsets = slices.Clone(c.Offsets)
			c.Offsets[len(c.Offsets)-1] = math.MaxUint32
			return c
		},
		"no offsets": func(c contract.Column) contract.Column { c.Offsets = nil; return c },
	}
	if t == contract.ColumnText {
		ragged["invalid UTF-8"] = func(c contract.Column) contract.Column {
			c.Text = bytes.Repeat([]byte{0xff}, len(c.Text))
			return c
		}
	}
	return ragged
}
