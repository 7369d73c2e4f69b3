package markup

import "regexp"

// Retracted tells whether a title, as plain text, says that its work is retracted or withdrawn, as publishers write it
// before the title ("RETRACTED ARTICLE: Lemmings jump", "[Retracted] Lemmings jump") and indexes behind it ("Lemmings jump (Retracted
// article. See vol. 3, pg. 12)"). The title of a notice ("Retraction: …", "Retracted lemmings and their …") says no such thing.
func Retracted(title string) bool { return before.MatchString(title) || behind.MatchString(title) }

const (
	says   = `(?:retracted(?: article| paper| chapter| publication)?|withdrawn(?: article| paper)?)`
	opens  = `[\[(（【]\s*`
	closes = `[\])）】]`
)

var (
	before = regexp.MustCompile(`(?i)^[\s*]*(?:` + opens + says + `[\s.:]*` + closes + `|(?:` + says + `|removed(?: article)?)[\s*.]*(?:[:：]|\s[-–—]\s))`)
	behind = regexp.MustCompile(`(?i)\S\s*` + opens + says + `(?:[.,:;][^()\[\]]*)?` + closes + `[\s.]*$`)
)
