package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// A Bet is a test of equal accuracy that may be looked at after every question, and ended at any time (a test martingale: Ville 1939; Shafer 2021,
// JRSS A 184:407; Waudby-Smith and Ramdas 2024, JRSS B 86:1). Under the null each discordant pair is a fair coin; the bet on who wins the next one is
// the mixture of all coins by Jeffreys' prior (Krichevsky and Trofimov 1981). The zero value has seen nothing.
type Bet struct {
	Better, Worse int
	highest       float64 // logarithm
}

// Add takes one question: 1 if only the second is right, -1 if only the first is, else 0.
func (b *Bet) Add(difference int) {
	switch {
	case difference > 0:
		b.Better++
	case difference < 0:
		b.Worse++
	}
	b.highest = max(b.highest, b.logE())
}

// logE returns the logarithm of the mixture's likelihood over that of fair coins.
func (b *Bet) logE() float64 {
	return logMixture(b.Better, b.Worse) + float64(b.Better+b.Worse)*math.Ln2
}

func logMixture(better, worse int) float64 {
	return mathext.Lbeta(float64(better)+0.5, float64(worse)+0.5) - mathext.Lbeta(0.5, 0.5)
}

// Evidence returns the e-value: what a stake of 1 against equality has become. Its expectation under equality is 1 at any time.
func (b *Bet) Evidence() float64 { return math.Exp(min(700, b.logE())) }

// P returns the p-value that holds at every look, 1 over the greatest evidence so far (Ville's inequality).
func (b *Bet) P() float64 { return math.Exp(-b.highest) }

// Decided says whether the evidence has ever been 1/[Alpha] or more: equal systems get there in at most that share of all comparisons,
// however often they are looked at.
func (b *Bet) Decided() bool { return b.highest >= -math.Log(Alpha) }

// Wins returns a 95 % interval, good at every look, of the share of discordant pairs that the second wins: the coins against which the bet has not won
// 20 times its stake (a confidence sequence; Robbins 1970).
func (b *Bet) Wins() Interval {
	n := float64(b.Better + b.Worse)
	if n == 0 {
		return Interval{0, 1}
	}
	mixture, limit, at := logMixture(b.Better, b.Worse), -math.Log(Alpha), float64(b.Better)/n
	against := func(p float64) float64 { return mixture - logCoin(b.Better, p) - logCoin(b.Worse, 1-p) }
	end := func(out float64) float64 { // between the observed share, which is in, and 0 or 1
		in := at
		if against(out) < limit {
			return out
		}
		for range 60 {
			if middle := (in + out) / 2; against(middle) < limit {
				in = middle
			} else {
				out = middle
			}
		}
		return in
	}
	return Interval{end(0), end(1)}
}

// logCoin returns the logarithm of the chance of k heads in a row.
func logCoin(k int, p float64) float64 {
	switch {
	case k == 0:
		return 0
	case p <= 0:
		return -math.MaxFloat64
	}
	return float64(k) * math.Log(p)
}
