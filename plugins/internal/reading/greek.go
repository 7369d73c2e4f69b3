package reading

// greekNames are the letters from alpha (U+03B1) to omega; both sigmas are one.
var greekNames = [25]string{
	"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu",
	"xi", "omicron", "pi", "rho", "sigma", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
}

// greek returns the name of a Greek letter or of the micro sign; "" for any other.
func greek(c rune) string {
	switch {
	case c == 0xB5:
		return "mu"
	case c >= 0x3B1 && c <= 0x3C9:
		return greekNames[c-0x3B1]
	case c >= 0x391 && c <= 0x3A9:
		return greekNames[c-0x391]
	}
	return ""
}
