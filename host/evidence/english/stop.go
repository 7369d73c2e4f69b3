package english

import "strings"

// IsStop tells whether a word in lower case carries no meaning of its own.
func IsStop(word string) bool { return stops[word] }

var stops = func() map[string]bool {
	m := map[string]bool{}
	for _, list := range []string{pronouns, verbs, particles} {
		for _, word := range strings.Fields(list) {
			m[word] = true
		}
	}
	return m
}()

// The 174 words that bleve and Snowball leave out, by their kind.
const (
	pronouns = `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
		it its itself they them their theirs themselves what which who whom this that these those
		i'm i've i'd i'll you're you've you'd you'll he's he'd he'll she's she'd she'll it's we're we've we'd we'll
		they're they've they'd they'll that's who's what's`
	verbs = `am is are was were be been being have has had having do does did doing would should could ought let's cannot
		isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't shan't shouldn't can't couldn't mustn't`
	particles = `a an the and but if or because as until while of at by for with about against between into through during before after
		above below to from up down in out on off over under again further then once here there when where why how
		here's there's when's where's why's how's all any both each few more most other some such no nor not only own same so than too very`
)
