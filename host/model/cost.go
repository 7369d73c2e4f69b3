package model

import (
	"math"
	"math/bits"
)

// A Rate is the price of a model, in micro-USD for a million tokens of a class; none is negative.
type Rate struct {
	In         int64
	CacheRead  int64
	CacheWrite int64
	Out        int64 // of reasoning, too
	// Free says that zeros are meant. A rate of zeros without it is not known.
	Free bool
	// Encoder says that the model writes nothing, so that Out is 0.
	Encoder bool
}

// priced tells whether the rate says anything.
func (r *Rate) priced() bool { return r != nil && (r.Free || r.In > 0 && (r.Out > 0 || r.Encoder)) }

// cost of a usage, rounded up.
func (r Rate) cost(u Usage) int64 {
	sum := int64(0)
	for _, part := range [][2]int64{{u.In, r.In}, {u.CacheRead, r.CacheRead}, {u.CacheWrite, r.CacheWrite}, {u.Out + u.Reasoning, r.Out}} {
		sum = saturated(sum, product(part[0], part[1]))
	}
	return sum
}

// product is tokens × price / 1e6, rounded up.
func product(tokens, perMillion int64) int64 {
	if tokens <= 0 || perMillion <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(tokens), uint64(perMillion))
	lo, carry := bits.Add64(lo, 999_999, 0)
	hi += carry
	if hi >= 1_000_000 {
		return math.MaxInt64
	}
	q, _ := bits.Div64(hi, lo, 1_000_000)
	return int64(min(q, math.MaxInt64))
}

// basis says what costs of the endpoint rest on.
func (e *Endpoint) basis() Basis {
	switch {
	case e.o.Rate.priced() && e.o.Rate.Free:
		return Free
	case e.o.Rate.priced():
		return ByPrice
	case e.o.CeilingMicroUSD > 0:
		return ByCeiling
	}
	return Unpriced
}

// cost of an exchange whose usage is believed.
func (e *Endpoint) cost(u Usage) Cost {
	c := Cost{Tokens: u.Total(), Basis: e.basis()}
	switch c.Basis {
	case ByPrice:
		c.MicroUSD = e.o.Rate.cost(u)
	case ByCeiling:
		c.MicroUSD = e.o.CeilingMicroUSD
	}
	return c
}

// single returns the most that an exchange of at most that many tokens can cost: all read tokens at the most expensive class.
func (e *Endpoint) single(in, out int64) Cost {
	u := Usage{In: in, Out: out}
	if r := e.o.Rate; r != nil && r.CacheWrite > r.In {
		u = Usage{CacheWrite: in, Out: out}
	}
	return e.cost(u)
}

// doubted returns a cost that stands for one that is not known.
func (c Cost) doubted() Cost {
	if c.Basis == ByPrice {
		c.Basis = ByWorst
	}
	return c
}

// most bounds the tokens that one exchange reads and writes.
func (e *Endpoint) most(r Request) (in, out int64) {
	if encoder, ok := e.o.Wire.(Encoder); ok {
		return encoder.TokensAtMost(r), 0
	}
	return r.tokensIn(), int64(r.OutputCap())
}

// WorstCase implements Model: two exchanges, the second of which may be a repair, with the first answer in it, or ask for a longer
// answer.
func (e *Endpoint) WorstCase(r Request) Cost {
	in, out := e.most(r)
	second := e.single(in, out)
	if _, encoder := e.o.Wire.(Encoder); encoder {
		return second.plus(second)
	}
	if r.Schema != nil {
		second = e.single(in+repairTokens(r), out)
	}
	if longer, ok := e.d.Window.Longer(r); ok {
		second = second.dearer(e.single(in, int64(longer.OutputCap())))
	}
	return e.single(in, out).plus(second)
}

// dearer returns the most of two costs, of money and of tokens.
func (c Cost) dearer(d Cost) Cost {
	c.MicroUSD, c.Tokens = max(c.MicroUSD, d.MicroUSD), max(c.Tokens, d.Tokens)
	return c
}
