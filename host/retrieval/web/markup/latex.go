package markup

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/sparkhost/sparkhost/internal/pattern"
)

// Math that is plainly math: the dollars touch it on the inside and no digit follows, so that
// "from $5 to $10" stays.
var math = pattern.New(`\$\$?([^\s$](?:[^$]*[^\s$])?)\$\$?([^0-9]|$)`)

// The parts of LaTeX that titles and abstracts use.
var (
	accent  = pattern.New("\\\\(?:([`'^\"~=.])|([uvHckr])\\b)\\s*(?:\\{\\s*\\\\?([A-Za-z])\\s*\\}|\\\\?([A-Za-z]))")
	command = pattern.New(`\\([A-Za-z]+)\*?\s*`)
	spelled = pattern.New(`\\(tilde|widetilde|hat|widehat|bar|overline|dot|ddot|vec|check|acute|grave|breve|mathring)(?:\s*\{\s*(?:\\(?:math\w+|boldsymbol|bm|text\w*)\s*\{)?\s*(\\?[A-Za-z]+)\s*\}+|\s*(\\[A-Za-z]+|[^\x00-\x7f])|\s+([A-Za-z])\b)`)
	touched = pattern.New(`([A-Za-z0-9)}])(\\(?:log|ln|exp|sin|cos|tan|max|min|sup|inf)\b)`)
	reading = pattern.New(`\\(?:cite[tp]?|label|ref|footnote|usepackage|begin|end|documentclass|setlength\s*\{[^{}]*\})\s*(?:\[[^\[\]]*\])?\s*\{[^{}]*\}`)
	escaped = strings.NewReplacer(`\{`, "\x01", `\}`, "\x02", `\$`, "$", `\%`, "%", `\&`, "&", `\_`, "_", `\#`, "#",
		`\,`, " ", `\;`, " ", `\:`, " ", `\!`, "", `\ `, " ", `\\`, " ", `\|`, "‖", `\(`, "", `\)`, "", `\[`, "", `\]`, "")
	braces = strings.NewReplacer("\x04", "", "{", "", "}", "", "\x01", "{", "\x02", "}")
)

// marks are the combining characters of accents.
var marks = map[string]string{
	"`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307", `"`: "\u0308",
	"r": "\u030a", "H": "\u030b", "v": "\u030c", "c": "\u0327", "k": "\u0328",
}

// signs are commands that are one character or word.
var signs = pairs(`alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ
	sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
	le ≤ leq ≤ leqslant ≤ ge ≥ geq ≥ geqslant ≥ ne ≠ neq ≠ approx ≈ sim ~ simeq ≃ equiv ≡ propto ∝ ll ≪ gg ≫ lesssim ≲ gtrsim ≳ pm ± mp ∓ times × cdot · div ÷
	to → rightarrow → leftarrow ← Rightarrow ⇒ leftrightarrow ↔ infty ∞ partial ∂ nabla ∇ sum ∑ prod ∏ int ∫ sqrt √ in ∈ notin ∉ subset ⊂ subseteq ⊆ cup ∪ cap ∩
	forall ∀ exists ∃ ell ℓ hbar ħ circ ° degree ° prime ′ dots … ldots … cdots … colon : langle ⟨ rangle ⟩ odot ⊙ oplus ⊕ otimes ⊗ perp ⊥ star * ast * dagger †
	angstrom Å AA Å aa å ae æ AE Æ o ø O Ø l ł L Ł ss ß i i textendash – textemdash — textmu μ log log ln ln exp exp sin sin cos cos tan tan max max min min sup sup inf inf choose choose`)

func pairs(list string) map[string]string {
	m, words := map[string]string{}, strings.Fields(list)
	for i := 0; i+1 < len(words); i += 2 {
		m[words[i]] = words[i+1]
	}
	return m
}

// LaTeX returns a text without the LaTeX that arXiv's authors write into titles and abstracts: symbols and
// accented letters become characters, commands and the braces around what they apply to go, sub- and
// superscripts keep their sign ("10^6"). A text without LaTeX stays as it is.
func LaTeX(s string) string {
	if !strings.ContainsAny(s, `\$`) {
		return s
	}
	s = reading.ReplaceAllString(s, "")
	s = touched.ReplaceAllString(fractions(s, 0), "$1 $2")
	s = exponent.ReplaceAllString(s, "$1{($2)}")
	s = strings.ReplaceAll(s, `\$`, "\x03") // a dollar that opens nothing
	s = math.ReplaceAllString(s, "$1\x04$2")
	s = strings.ReplaceAll(s, "\x03", "$")
	s = spelled.ReplaceAllStringFunc(s, accented)
	s = accent.ReplaceAllStringFunc(s, func(m string) string {
		p := accent.FindStringSubmatch(m)
		return p[3] + p[4] + marks[p[1]+p[2]]
	})
	s = command.ReplaceAllStringFunc(s, func(m string) string {
		p := command.FindStringSubmatch(m)
		if sign, known := signs[p[1]]; known {
			return sign + m[len(strings.TrimRight(m, " \t\n")):]
		}
		return "" // formatting, such as \emph and \mathbf, leaves what it applies to
	})
	s = braces.Replace(escaped.Replace(s))
	return norm.NFC.String(strings.Join(strings.Fields(s), " "))
}

// spelledMarks are the combining characters of accents that mathematics spells.
var spelledMarks = pairs("tilde \u0303 widetilde \u0303 hat \u0302 widehat \u0302 bar \u0304 overline \u0304 dot \u0307 ddot \u0308 vec \u20d7 check \u030c acute \u0301 grave \u0300 breve \u0306 mathring \u030a")

// accented writes \tilde{O} as Õ. An accent over more than one letter is left out.
func accented(m string) string {
	p := spelled.FindStringSubmatch(m)
	letter := p[2] + p[3] + p[4]
	if name, isCommand := strings.CutPrefix(letter, `\`); isCommand && signs[name] != "" {
		letter = signs[name]
	}
	if utf8.RuneCountInString(letter) != 1 {
		return letter
	}
	if strings.HasSuffix(p[0], "}}") && strings.Count(p[0], "{") == 1 {
		return letter + spelledMarks[p[1]] + "}"
	}
	return letter + spelledMarks[p[1]]
}
