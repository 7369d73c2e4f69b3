package conformance

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// extremes are the finite numbers that plugins forget.
var extremes = []float64{
	0, math.Copysign(0, -1), math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 0x1p-1022,
	math.MaxFloat64, -math.MaxFloat64, 1e308, 1, -1, 0.5, 9999, -4000, 1e12, 1 << 31, -1 << 31, 1 << 32, 1 << 53, 1 << 63,
}

func checkNumbers(ctx context.Context, k *kit) finding {
	base := k.made.Request(sampleRows)
	var trials []trial
	all := base
	for _, t := range base.Tables {
		for _, c := range t.Columns {
			if c.Type != contract.ColumnNumbers {
				continue
			}
			for _, v := range extremes {
				only := func(int) float64 { return v }
				trials = append(trials, trial{t.Name + "." + c.Name + " = " + short(v), fillNumbers(base, t.Name, c.Name, only)})
			}
			shift := len(trials)
			mixed := func(row int) float64 { return extremes[(row+shift)%len(extremes)] }
			all = fillNumbers(all, t.Name, c.Name, mixed)
		}
	}
	if len(trials) == 0 {
		return skip("it reads no numbers")
	}
	return k.try(ctx, append(trials, trial{"extremes in all columns", all}), true)
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

func fillNumbers(r *contract.Request, table, name string, at func(row int) float64) *contract.Request {
	return editColumn(r, table, name, func(c contract.Column) contract.Column {
		return contract.NumbersColumn(name, gather(upTo(len(c.Numbers)), at), nil)
	})
}

// oddTexts are texts that are valid although nobody thinks of them.
var oddTexts = []string{
	"", " ", "\x00", "\n\r\t", "a\u0301\u0302\u0303", "👩‍🔬🧬", "\u202eright to left", "\uFFFD\uFEFF", "ß İ ſ ﬁ K", "日本語のテキスト",
	"%s%n$(x){{.}}'\"\\", strings.Repeat("(", 2000), strings.Repeat("a ", 4000), strings.Repeat("not ", 500) + ".", strings.Repeat("é", 30_000), strings.Repeat("x. ", 10_000),
}

func checkTexts(ctx context.Context, k *kit) finding {
	base := k.made.Request(len(oddTexts))
	var trials []trial
	all := base
	for _, t := range base.Tables {
		for _, c := range t.Columns {
			if c.Type == contract.ColumnNumbers || k.isKey(&t, &c) {
				continue
			}
			where := t.Name + "." + c.Name
			trials = append(trials,
				trial{"odd values of all kinds in " + where, fillOdd(base, t.Name, c.Name, 0)},
				trial{"empty " + where, fillOdd(base, t.Name, c.Name, -1)})
			for shift := 1; shift < len(oddTexts) && t.Rows < uint32(len(oddTexts)); shift += int(t.Rows) {
				trials = append(trials, trial{"odd values in " + where, fillOdd(base, t.Name, c.Name, shift)})
			}
			all = fillOdd(all, t.Name, c.Name, len(trials))
		}
	}
	if len(trials) == 0 {
		return skip("it reads neither text nor tokens")
	}
	return k.try(ctx, append(trials, trial{"odd values everywhere", all}), true)
}

// fillOdd gives a column of text or tokens odd values, from the shift-th on; below 0 all empty ones.
func fillOdd(r *contract.Request, table, name string, shift int) *contract.Request {
	return editColumn(r, table, name, func(c contract.Column) contract.Column {
		rows := upTo(length(&c))
		if c.Type == contract.ColumnText {
			return contract.TextColumn(name, gather(rows, func(row int) string { return nth(oddTexts, row, shift) }))
		}
		return contract.TokensColumn(name, gather(rows, func(row int) []uint32 { return nth(oddTokens(), row, shift) }))
	})
}

func nth[T any](list []T, row, shift int) T {
	var none T
	if shift < 0 {
		return none
	}
	return list[(row+shift)%len(list)]
}

// oddTokens are lists of token ids: sorted, so that they are sets, too.
func oddTokens() [][]uint32 {
	long := make([]uint32, 20_000)
	for i := range long {
		long[i] = uint32(i * 3)
	}
	return [][]uint32{nil, {0}, {math.MaxUint32}, {0, math.MaxUint32}, long, {1, 2, 3}, long[:7]}
}

func checkParameters(ctx context.Context, k *kit) finding {
	params := k.warm.Manifest().Params
	if len(params) == 0 {
		return skip("it has no parameters")
	}
	base := k.made.Request(sampleRows)
	var trials []trial
	least, greatest := map[string]any{}, map[string]any{}
	for i := range params {
		p := &params[i]
		values := bounds(p)
		for _, v := range values {
			trials = append(trials, k.configured(base, p.Name+" = "+shown(v), map[string]any{p.Name: v}))
		}
		least[p.Name], greatest[p.Name] = values[0], values[len(values)-1]
	}
	trials = append(trials, k.configured(base, "every parameter at its first bound", least), k.configured(base, "every parameter at its last bound", greatest))
	trials = slices.DeleteFunc(trials, func(t trial) bool { return t.request == nil })
	return k.try(ctx, trials, true)
}

// configured returns a trial under a config; without a request if the manifest does not allow it.
func (k *kit) configured(r *contract.Request, name string, config map[string]any) trial {
	settings, err := k.warm.Settings(config)
	if err != nil {
		return trial{}
	}
	out := *r
	out.Config = settings
	return trial{name, &out}
}

// bounds returns the values at which a parameter is tried, at least one; the manifest may forbid some.
func bounds(p *contract.Param) []any {
	least, greatest := -1e6, 1e6
	if p.Min != nil {
		least = *p.Min
	}
	if p.Max != nil {
		greatest = *p.Max
	}
	switch p.Type {
	case contract.TypeNumber:
		return []any{least, 0.0, p.Default.Number, greatest}
	case contract.TypeFlag:
		return []any{false, true}
	case contract.TypeNumbers:
		return []any{[]float64{}, []float64{least}, []float64{greatest, least, greatest}}
	}
	texts := p.OneOf
	if len(texts) == 0 {
		texts = []string{"", "x", oddTexts[4], oddTexts[11]}
	}
	var values []any
	for _, s := range texts {
		if p.Type == contract.TypeTexts {
			values = append(values, []string{s})
			continue
		}
		values = append(values, s)
	}
	if p.Type == contract.TypeTexts {
		return slices.Concat([]any{[]string{}}, values, []any{texts})
	}
	return values
}

// shown returns a parameter's value for people.
func shown(v any) string {
	text := ""
	switch v := v.(type) {
	case float64:
		text = short(v)
	case bool:
		text = strconv.FormatBool(v)
	case string:
		text = strconv.Quote(v)
	case []float64:
		text = strconv.Itoa(len(v)) + " numbers"
	case []string:
		text = strconv.Itoa(len(v)) + " texts"
	}
	if len(text) > 40 {
		text = text[:37] + "…"
	}
	return text
}
