package markup

import (
	"strings"

	"github.com/sparkhost/sparkhost/internal/pattern"
)

// Retracted tells whether a title, as plain text, says that its work is retracted or withdrawn, as publishers write it
// before the title ("RETRACTED ARTICLE: Lemmings jump", "[Retracted] Lemmings jump") and indexes behind it ("Lemmings jump (Retracted
// article. See vol. 3, pg. 12)"). The title of a notice ("Retraction: …", "Retracted lemmings and their …") says no such thing.
func Retracted(title string) bool {
	return len(title) <= longestTitle && (before.MatchString(title) || behind.MatchString(title))
}

// longestTitle is the most bytes of a title that is looked through for what it says of a retraction.
const longestTitle = 4 << 10

const (
	says   = `(?:retracted(?: article| paper| chapter| publication)?|withdrawn(?: article| paper)?)`
	opens  = `[\[(（【]\s*`
	closes = `[\])）】]`
)

var (
	before = pattern.New(`(?i)^[\s*]*(?:` + opens + says + `[\s.:]*` + closes + `|(?:` + says + `|removed(?: article)?)[\s*.]*(?:[:：]|\s[-–—]\s))`)
	behind = pattern.New(`(?i)\S\s*` + opens + says + `(?:[.,:;][^()\[\]]*)?` + closes + `[\s.]*$`)
)

// WithoutRetraction returns a title without what says that its work is retracted or withdrawn.
func WithoutRetraction(title string) string {
	out := strings.TrimSpace(before.ReplaceAllString(title, ""))
	if at := tail.FindStringIndex(out); at != nil && at[0] > 0 {
		out = strings.TrimSpace(out[:at[0]])
	}
	if out == "" {
		return title
	}
	return out
}

// tail matches what indexes write behind a title.
var tail = pattern.New(`(?i)\s*` + opens + says + `(?:[.,:;][^()\[\]]*)?` + closes + `[\s.]*$`)

// A Notice is a document that speaks of another one by its title.
type Notice struct {
	Kind  string // "retraction", "erratum" or "concern"
	Title string // of the other
}

// NoticeOf reads the titles of notices: "Retraction: X", "Retraction notice to: X", "Correction to: X", "Expression of concern: X", "X - retraction". The kind
// is empty for a title that is not that of a notice.
func NoticeOf(title string) Notice {
	if len(title) > longestTitle {
		return Notice{}
	}
	for _, n := range notices {
		if m := n.form.FindStringSubmatch(title); m != nil {
			return Notice{n.kind, strings.Trim(m[1], ` "'“”‘’.[]`)}
		}
	}
	return Notice{}
}

const article = `(?:\s+(?:notice|note|statement|letter))?(?:\s+(?:to|of|for|on))?(?:\s+(?:the\s+)?(?:article|paper|publication))?\s*(?:[:：]|\s[-–—]\s|\s*["“‘])\s*`

var notices = []struct {
	kind string
	form *pattern.Pattern
}{
	{"retraction", pattern.New(`(?is)^\W*(?:notice\s+of\s+|statement\s+of\s+)?(?:partial\s+)?(?:retraction|withdrawal)` + article + `(.{8,})$`)},
	{"retraction", pattern.New(`(?is)^\W*(?:retraction|withdrawal)(?:\s+(?:notice|note))?\s+(?:to|of|for)\s+(.{8,})$`)},
	{"concern", pattern.New(`(?is)^\W*(?:editorial\s+)?expressions?\s+of\s+concern` + article + `(.{8,})$`)},
	{"erratum", pattern.New(`(?is)^\W*(?:(?:publisher|author)(?:'s)?\s+)?(?:erratum|errata|corrigendum|corrigenda|correction|addendum)s?` + article + `(.{8,})$`)},
	{"erratum", pattern.New(`(?is)^\W*(?:(?:publisher|author)(?:'s)?\s+)?(?:erratum|corrigendum|correction)\s+(?:to|for)\s+(.{8,})$`)},
}
