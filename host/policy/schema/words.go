package schema

// The stages of a gap block, each a measure of gaps in the place of the host's.
const (
	GapStageCoverage   = "coverage"   // how far the evidence carries a gap (S0-08)
	GapStageSaturation = "saturation" // how far it was filled (S1-09)
)

// InjectNext is the target of gap queries that whatever round runs next asks.
const InjectNext = "next_round"

// The events that a policy may react to.
const (
	OnContradiction = "contradiction" // a passage contradicts what others say
	OnDisagreement  = "disagreement"  // works say opposite things
	OnDispute       = "dispute"       // claims report conflicting numbers
	OnSingleSource  = "single_source" // a confident claim rests on one type of source
)

// The verdicts.
const (
	VerdictAnswered  = "answered"
	VerdictAbstained = "abstained"
	VerdictRefused   = "refused"
)

// A Mode says how much effort questions are worth. Blocks may be kept to some modes, and
// expressions may read the mode as the constant `mode`.
type Mode string

// The modes.
const (
	ModeStandard    Mode = "standard"     // the default
	ModeRouted      Mode = "routed"       // a question that turns out hard may get the effort of research_max
	ModeResearchMax Mode = "research_max" // everything that the policy has
)

// Modes lists the modes, from the least effort to the most.
func Modes() []Mode { return []Mode{ModeStandard, ModeRouted, ModeResearchMax} }

// ModeNames returns the modes as texts.
func ModeNames() []string {
	return []string{string(ModeStandard), string(ModeRouted), string(ModeResearchMax)}
}

// ModeConstant is the name of the mode in expressions.
const ModeConstant = "mode"

// Language is the version of the policy language that this package speaks.
const Language = 1
