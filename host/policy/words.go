package policy

import (
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// Language is the version of the policy language that this package speaks.
const Language = schema.Language

// AuxiliaryTimeout bounds one exchange with a model may take that only helps, where no setting says otherwise (U35).
const AuxiliaryTimeout = schema.AuxiliaryTimeout

// A Pos is a place in a file.
type Pos = diag.Pos

// A Mode says how much effort questions are worth. Blocks may be kept to some modes, and
// expressions may read the mode as the constant `mode`.
type Mode = schema.Mode

// The modes.
const (
	ModeStandard    = schema.ModeStandard    // the default
	ModeRouted      = schema.ModeRouted      // a question that turns out hard may get the effort of research_max
	ModeResearchMax = schema.ModeResearchMax // everything that the policy has
)

// Modes lists the modes, from the least effort to the most.
func Modes() []Mode { return schema.Modes() }

// The kinds of gap analysis.
const (
	GapCoverage  = schema.GapCoverage  // S0-08: sub-claims that no document covers
	GapEpistemic = schema.GapEpistemic // S1-05: what is missing to answer, by type
	GapProbe     = schema.GapProbe     // S2-05: claims of a trial answer that no passage carries
	GapBridge    = schema.GapBridge    // S4-07: what the names in the best abstracts could still decide
)

// InjectNext is the target of gap queries that whatever round runs next asks.
const InjectNext = schema.InjectNext

// The events that a policy may react to.
const (
	OnContradiction = schema.OnContradiction // a passage contradicts what others say
	OnDisagreement  = schema.OnDisagreement  // works say opposite things
	OnDispute       = schema.OnDispute       // claims report conflicting numbers
	OnSingleSource  = schema.OnSingleSource  // a confident claim rests on one type of source

	ResolvedByNew       = schema.ResolvedByNew       // an event is settled by any new work
	ResolvedByAgreement = schema.ResolvedByAgreement // by works of which none takes the other side

	ConfidenceOverAll = schema.ConfidenceOverAll // a claim's own confidence is over the words of all options
	ConfidenceOverOwn = schema.ConfidenceOverOwn // over those of its own

	ValuesAsked = schema.ValuesAsked // triangulate stages compare the values that are asked for
)
