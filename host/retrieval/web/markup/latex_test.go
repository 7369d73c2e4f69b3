package markup

import (
	"testing"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/internal/doubling"
	"github.com/stretchr/testify/assert"
)

func TestLaTeX(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"symbols become characters", `$\alpha$-helix, $\le 5\,\mu$m, $3 \times 10^{6}$`, "α-helix, ≤ 5 μm, 3 × 10^6"},
		{"accents become letters", `Schr\"odinger, caf\'e, \v{S}ilhav\'{y}, \c{c}a, na\"{\i}ve`, "Schrödinger, café, Šilhavý, ça, naïve"},
		{"formatting goes", `\emph{in vitro} {\it E. coli} \textbf{x}`, "in vitro E. coli x"},
		{"words of mathematics keep their space", `$n \log n$`, "n log n"},
		{"subscripts keep their sign", `$\varepsilon_1$ and $x_{max}$`, "ε_1 and x_max"},
		{"sets keep their braces", `$\{1, \dots, n\}$`, "{1, …, n}"},
		{"norms keep their bars", `$\|x\|$`, "‖x‖"},
		{"fractions keep their line", `$n^{\frac{1}{2}}$ of \dfrac{a+b}{2}`, "n^(1/2) of (a+b)/2"},
		{"fractions of roots and powers keep their line, and roots their end", `$\frac{\sqrt{n}}{\varepsilon_2^{2}}$, $\sqrt{a+b}c$`, "√n/ε_2^2, √(a+b)c"},
		{"a fraction beside a number is another number", `$2\frac{1}{2}$, $a/\frac{b}{c}$, $\frac12$, $\frac{a}{b}\frac{c}{d}$`, "2 1/2, a/(b/c), 1/2, a/b c/d"},
		{"an exponent of several parts keeps together", `$n^{2/3}$, $x^{-1}$, $e^{a+b}c$`, "n^(2/3), x^-1, e^(a+b)c"},
		{"accents of mathematics stay on their letter", `$\tilde{O}(n)$, $\hat x$, $\bar{\mathbf{y}}$, $\widetilde{\mathcal{O}}(\sqrt{T})$, $\vec\mu$, $\tilde{ab}$, $\tilde Θ(n)$`, "Õ(n), x̂, ȳ, Õ(√T), μ\u20d7, ab, Θ\u0303(n)"},
		{"roots keep their degree and binomials their words", `$\sqrt[3]{n}$, $\sqrt2$, $\binom{n}{k}$, ${n \choose k}$`, "∛n, √2, (n choose k), n choose k"},
		{"functions are words of their own", `$\frac{n\log n}{m}$`, "(n log n)/m"},
		{"what a publisher sets formulas with goes", `Of \documentclass[12pt]{minimal} \usepackage{amsmath} \setlength{\oddsidemargin}{-69pt} \begin{document}$$\beta$$\end{document} x`, "Of β x"},
		{"money stays", "from $5 to $10", "from $5 to $10"},
		{"an escaped dollar is a dollar", `costs \$5 and \$6`, "costs $5 and $6"},
		{"references go", `as in~\cite{a,b} here`, "as in~ here"},
		{"text without LaTeX stays as it is", "a_b {c}  d ~e", "a_b {c}  d ~e"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, LaTeX(tt.in)) })
	}
}

func FuzzLaTeXIsTextOfBoundedSize(f *testing.F) {
	f.Add(`$\alpha$ \"{o} \emph{x}`)
	f.Add(`$$$$\\\{`)
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		doubling.Text(t, s, func(text string) { LaTeX(text) })
		got := LaTeX(s)
		assert.True(t, utf8.ValidString(got))
		assert.LessOrEqual(t, len(got), 3*len(s)+3)
	})
}
