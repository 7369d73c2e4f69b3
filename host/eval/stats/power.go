package stats

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/mathext"
)

// DefaultPower is the chance with which an effect shall be found where nothing else is asked for.
const DefaultPower = 0.8

// maxQuestions bounds what [Questions] looks for.
const maxQuestions = 1 << 20

// Power returns the chance that the two-sided mid-p test at [Alpha] tells two systems apart over n questions, of which they differ in
// rightness on a share of discordance, and whose accuracies differ by difference (0 <= difference <= discordance <= 1). It is exact: a sum over the number of
// discordant pairs and who wins them. With difference 0 it is the size of the test.
func Power(n int, discordance, difference float64) float64 {
	if n <= 0 || discordance <= 0 {
		return 0
	}
	win := min(1, (discordance+math.Abs(difference))/(2*discordance))
	if discordance >= 1 { // a binomial of chance 1 has no logarithm
		if critical := grow(-1, n); critical >= 0 {
			return min(1, beyond(n, critical, win))
		}
		return 0
	}
	pairs := binomial{float64(n), discordance}
	mean, spread := pairs.n*pairs.p, math.Sqrt(pairs.n*pairs.p*(1-pairs.p))
	from, to := max(1, int(mean-9*spread)-1), min(n, int(mean+9*spread)+1) // beyond, there is less than 1e-15
	critical, power := -1, 0.0
	for m := from; m <= to; m++ {
		critical = grow(critical, m)
		if critical >= 0 {
			power += pairs.exactly(float64(m)) * beyond(m, critical, win)
		}
	}
	return min(1, power)
}

// grow returns the greatest count of lost pairs of m that is significant, -1 if none is. It never falls with m, so that it is looked for from that of fewer pairs on.
func grow(critical, m int) int {
	if critical < 0 {
		critical = sort.Search(m/2+1, func(k int) bool { return midP(k, m) > Alpha }) - 1
	}
	for 2*(critical+1) < m && midP(critical+1, m) <= Alpha {
		critical++
	}
	return critical
}

// beyond returns the chance of at most k losses or at most k wins in m pairs of which each is won with that chance.
func beyond(m, k int, win float64) float64 {
	if win >= 1 {
		return 1
	}
	wins := binomial{float64(m), win}
	return wins.upTo(float64(k)) + 1 - wins.upTo(float64(m-k-1))
}

// MDE returns the minimum detectable effect: the least difference of accuracy that [Power] finds with a power, over n questions of that discordance; false
// if even a system that wins every discordant pair is not told apart so often.
func MDE(n int, discordance, power float64) (float64, bool) {
	if Power(n, discordance, discordance) < power {
		return 0, false
	}
	low, high := 0.0, discordance
	for range 40 {
		if middle := (low + high) / 2; Power(n, discordance, middle) < power {
			low = middle
		} else {
			high = middle
		}
	}
	return high, true
}

// Questions counts the questions that find a difference with a power where that share is discordant; false if no number under a million does, as
// where the difference is 0 or over the discordance. Power rises with the number in small teeth: the answer is within a tooth of the least one.
func Questions(discordance, difference, power float64) (int, bool) {
	difference = math.Abs(difference)
	if difference <= 0 || difference > discordance {
		return 0, false
	}
	about := connor(discordance, difference, power)
	if about > maxQuestions {
		return 0, false
	}
	high := max(8, int(about))
	for ; Power(high, discordance, difference) < power; high *= 2 {
		if high > maxQuestions {
			return 0, false
		}
	}
	return max(1, sort.Search(high, func(n int) bool { return Power(n, discordance, difference) >= power })), true
}

// connor approximates [Questions] for the test without correction (Connor 1987, Biometrics 43:207), before it is an integer, which it may be too
// large for. Difference is over 0.
func connor(discordance, difference, power float64) float64 {
	a := z(Alpha) * math.Sqrt(discordance)
	b := mathext.NormalQuantile(power) * math.Sqrt(max(0, discordance-difference*difference))
	return math.Round((a + b) * (a + b) / (difference * difference))
}
