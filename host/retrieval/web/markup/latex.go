package markup

import (
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Math that is plainly math: the dollars touch it on the inside and no digit follows, so that
// "from $5 to $10" stays.
var math = regexp.MustCompile(`\$\$?([^\s$](?:[^$]*[^\s$])?)\$\$?([^0-9]|$)`)

// The parts of LaTeX that titles and abstracts use.
var (
	accent  = regexp.MustCompile("\\\\(?:([`'^\"~=.])|([uvHckr])\\b)\\s*(?:\\{\\s*\\\\?([A-Za-z])\\s*\\}|\\\\?([A-Za-z]))")
	command = regexp.MustCompile(`\\([A-Za-z]+)\*?\s*`)
	reading = regexp.MustCompile(`\\(?:cite[tp]?|label|ref|footnote|usepackage|begin|end|documentclass|setlength\s*\{[^{}]*\})\s*(?:\[[^\[\]]*\])?\s*\{[^{}]*\}`)
	// A fraction without its line would be another number: 1/2 is not 12. Nor is a root of one factor that of two.
	fraction = regexp.MustCompile(`\\(?:[dt]?frac|sqrt)\s*\{`)
	simple   = regexp.MustCompile(`^√?[\w.\\]+(?:\^\{?\w+\}?)?$`)
	escaped  = strings.NewReplacer(`\{`, "\x01", `\}`, "\x02", `\$`, "$", `\%`, "%", `\&`, "&", `\_`, "_", `\#`, "#",
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
	angstrom Å AA Å aa å ae æ AE Æ o ø O Ø l ł L Ł ss ß i i textendash – textemdash — textmu μ log log ln ln exp exp sin sin cos cos tan tan max max min min sup sup inf inf`)

func pairs(list string) map[string]string {
	m, words := map[string]string{}, strings.Fields(list)
	for i := 0; i+1 < len(words); i += 2 {
		m[words[i]] = words[i+1]
	}
	return m
}

// LaTeX is a text without the LaTeX that arXiv's authors write into titles and abstracts: symbols and
// accented letters become characters, commands and the braces around what they apply to go, sub- and
// superscripts keep their sign ("10^6"). A text without LaTeX stays as it is.
func LaTeX(s string) string {
	if !strings.ContainsAny(s, `\$`) {
		return s
	}
	s = reading.ReplaceAllString(s, "")
	s = fractions(s, 0)
	s = strings.ReplaceAll(s, `\$`, "\x03") // a dollar that opens nothing
	s = math.ReplaceAllString(s, "$1\x04$2")
	s = strings.ReplaceAll(s, "\x03", "$")
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

// inOne puts a sum in parentheses, so that a fraction's line applies to all of it.
func inOne(part string) string {
	if simple.MatchString(part) {
		return part
	}
	return "(" + part + ")"
}

// mostNested is how deep fractions are followed.
const mostNested = 8

// fractions writes \frac{a}{b} as a/b and \sqrt{a} as √a, with parentheses where a part is more than one name or number.
func fractions(s string, depth int) string {
	m := fraction.FindStringIndex(s)
	if m == nil || depth > mostNested {
		return s
	}
	first, rest, ok := braced(s[m[1]-1:])
	if !ok {
		return s[:m[1]] + fractions(s[m[1]:], depth+1)
	}
	if strings.HasPrefix(s[m[0]:], `\sqrt`) {
		return s[:m[0]] + "√" + inOne(fractions(strings.TrimSpace(first), depth+1)) + fractions(rest, depth)
	}
	second, after, ok := braced(strings.TrimLeft(rest, " \t\n"))
	if !ok {
		return s[:m[1]] + fractions(s[m[1]:], depth+1)
	}
	return s[:m[0]] + inOne(fractions(strings.TrimSpace(first), depth+1)) + "/" + inOne(fractions(strings.TrimSpace(second), depth+1)) + fractions(after, depth)
}

// braced is what stands within the braces that a text begins with, and what follows them.
func braced(s string) (inside, rest string, ok bool) {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return s[1:i], s[i+1:], true
			}
		}
		if depth == 0 {
			break
		}
	}
	return "", "", false
}
