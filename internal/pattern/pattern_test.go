package pattern

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAPatternFindsWhatItsExpressionFinds(t *testing.T) {
	const expr, s = `(\w)(\d+)`, "a1 b22, c333"
	p, r := New(expr), regexp.MustCompile(expr)
	assert.Equal(t, r.MatchString(s), p.MatchString(s))
	assert.False(t, p.MatchString("none"))
	assert.Equal(t, r.Match([]byte(s)), p.Match([]byte(s)))
	assert.Equal(t, r.FindString(s), p.FindString(s))
	assert.Equal(t, r.FindStringIndex(s), p.FindStringIndex(s))
	assert.Equal(t, r.FindStringSubmatch(s), p.FindStringSubmatch(s))
	assert.Equal(t, r.FindStringSubmatchIndex(s), p.FindStringSubmatchIndex(s))
	assert.Equal(t, r.FindAllString(s, 2), p.FindAllString(s, 2))
	assert.Equal(t, r.FindAllStringIndex(s, 2), p.FindAllStringIndex(s, 2))
	assert.Equal(t, r.FindAllStringSubmatch(s, 2), p.FindAllStringSubmatch(s, 2))
	assert.Equal(t, r.FindAllStringSubmatchIndex(s, 2), p.FindAllStringSubmatchIndex(s, 2))
	assert.Equal(t, r.FindSubmatch([]byte(s)), p.FindSubmatch([]byte(s)))
	assert.Equal(t, r.ReplaceAllString(s, "$2"), p.ReplaceAllString(s, "$2"))
	assert.Equal(t, r.ReplaceAllStringFunc(s, strings.ToUpper), p.ReplaceAllStringFunc(s, strings.ToUpper))
	assert.Equal(t, expr, p.Regexp().String())
}

func TestAMistakeIsMetAtOnceInTestsAndElsewhereAtTheFirstUse(t *testing.T) {
	assert.Panics(t, func() { New(`(`) })
	assert.NotPanics(t, func() { newPattern(`(`, false) })
	assert.Panics(t, func() { newPattern(`(`, false).MatchString("") })
}
