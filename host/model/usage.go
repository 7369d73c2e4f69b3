package model

import (
	"fmt"
	"math"
	"unicode/utf8"
)

// Usage counts tokens in disjoint classes: each token is in one of them.
type Usage struct {
	In         int64 `json:"in"`          // read, neither from nor into the endpoint's cache
	CacheRead  int64 `json:"cache_read"`  // read from the endpoint's cache
	CacheWrite int64 `json:"cache_write"` // read, and written into the endpoint's cache
	Out        int64 `json:"out"`         // written, without reasoning
	Reasoning  int64 `json:"reasoning"`   // written as reasoning, where the endpoint tells it apart
}

// Total returns all tokens in and out; negative counts and overflow aside, which no believed usage has.
func (u Usage) Total() int64 { return u.Read() + u.Written() }

// Read returns all tokens in.
func (u Usage) Read() int64 { return u.In + u.CacheRead + u.CacheWrite }

// Written returns all tokens out.
func (u Usage) Written() int64 { return u.Out + u.Reasoning }

// Plus adds up.
func (u Usage) Plus(v Usage) Usage {
	return Usage{u.In + v.In, u.CacheRead + v.CacheRead, u.CacheWrite + v.CacheWrite, u.Out + v.Out, u.Reasoning + v.Reasoning}
}

// absurd says why a usage cannot be that of an exchange of at most in and out tokens; empty: it can.
func (u Usage) absurd(in, out int64) string {
	for _, n := range []int64{u.In, u.CacheRead, u.CacheWrite, u.Out, u.Reasoning} {
		if n < 0 {
			return fmt.Sprintf("%d tokens", n)
		}
		if n > math.MaxInt64/8 {
			return fmt.Sprintf("%d tokens of one kind", n)
		}
	}
	switch read, written := u.In+u.CacheRead+u.CacheWrite, u.Out+u.Reasoning; {
	case read == 0:
		return "no tokens read"
	case read > in:
		return fmt.Sprintf("%d tokens read, of %d possible", read, in)
	case written > out:
		return fmt.Sprintf("%d tokens written, of %d allowed", written, out)
	}
	return ""
}

// A Basis says what a cost rests on.
type Basis string

// The bases.
const (
	ByPrice   Basis = "price"      // price × usage
	ByWorst   Basis = "worst_case" // price × the most that the call could take: the usage is not known
	ByCeiling Basis = "ceiling"    // the settings' ceiling: the price is not known
	Free      Basis = "free"       // the settings say that the endpoint costs nothing
	Unpriced  Basis = "unknown"    // neither price nor ceiling: MicroUSD is 0 and says nothing
)

// A Cost is money and tokens of a call.
type Cost struct {
	MicroUSD int64 `json:"micro_usd"`
	// Tokens are all tokens in and out; beside ByWorst the most that there can have been.
	Tokens int64 `json:"tokens"`
	Basis  Basis `json:"basis"`
}

// Known tells whether MicroUSD can be counted against a budget. A guard refuses what it cannot count.
func (c Cost) Known() bool { return c.Basis != Unpriced && c.Basis != "" }

// plus adds the cost of another exchange; what is less sure wins.
func (c Cost) plus(d Cost) Cost {
	if c.Basis == "" {
		return d
	}
	sum := Cost{saturated(c.MicroUSD, d.MicroUSD), saturated(c.Tokens, d.Tokens), c.Basis}
	for _, b := range []Basis{Free, ByPrice, ByCeiling, ByWorst, Unpriced} {
		if c.Basis == b || d.Basis == b {
			sum.Basis = b
		}
	}
	return sum
}

func saturated(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// perMessage is the most that an endpoint's own frame around a message takes, in tokens, and around the
// whole request.
const (
	perMessage = 32
	perRequest = 512
)

// TokensAtMost bounds the tokens of a text, whatever the tokenizer: half of its ASCII letters and spaces, rounded
// up, and every other byte. English prose takes about half of this; a byte-level tokenizer can pass it only on
// letters that make no words.
func TokensAtMost(text string) int64 {
	var halves, whole int64
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == ' ' || c == '\n' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			halves++
		case c < utf8.RuneSelf, utf8.RuneStart(c):
			whole++
		default:
			whole++
		}
	}
	return whole + (halves+1)/2
}

// tokensIn bounds what an endpoint reads for r.
func (r Request) tokensIn() int64 {
	n := perRequest + TokensAtMost(r.System) + 2*TokensAtMost(string(r.Schema)) // it may go native and into the prompt
	for _, m := range r.Messages {
		n += perMessage + TokensAtMost(m.Text)
	}
	return n
}
