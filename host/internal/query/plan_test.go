package query

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
)

func planOf(q evidence.Question, intents ...policy.Intent) Plan {
	return Make(q, intents, evidence.NewAnalyzer(evidence.Content), evidence.NewAnalyzer(evidence.WhitespaceNoStop))
}

func TestAnUnfilledSlotIsDroppedWithItsWord(t *testing.T) {
	for _, tt := range []struct{ template, want string }{
		{"evidence against {draft}", "evidence against mTORC1"},
		{"why {draft} is wrong {domain}", "why mTORC1 is wrong"},
		{"({draft}) {nonesuch}", "(mTORC1)"},
		{"}{ stays", "}{ stays"},
		{"{domain}", ""},
	} {
		assert.Equal(t, tt.want, Fill(tt.template, Slots{"draft": "mTORC1", "domain": ""}), tt.template)
	}
}

func TestATemplateIsRepeatedForEachOptionButNotForYesAndNo(t *testing.T) {
	p := planOf(evidence.Question{Question: "What inhibits mTORC1?", Options: labelled("rapamycin", "aspirin")})
	assert.Equal(t, []string{"about rapamycin", "about aspirin"}, p.Expand("about {option}", nil))

	polar := planOf(evidence.Question{Question: "Does it?", Options: labelled("yes", "no")})
	assert.Empty(t, polar.Expand("about {option}", nil))
}

func TestOptionsAreReadAsVerdictsOnlyIfAllOfThemAre(t *testing.T) {
	for _, tt := range []struct {
		name  string
		texts []string
		want  []Stance
	}{
		{"yes, no and maybe", []string{"Yes", "no.", "maybe"}, []Stance{Supports, Contradicts, Undecided}},
		{"verdicts on a claim", []string{"supported", "contradicted", "undecided"}, []Stance{Supports, Contradicts, Undecided}},
		{"one ordinary option", []string{"yes", "no", "aspirin"}, nil},
		{"no negative verdict", []string{"yes", "maybe"}, nil},
		{"none", nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, polar := polarStances(labelled(tt.texts...))
			assert.Equal(t, tt.want != nil, polar)
			if polar {
				assert.Equal(t, tt.want, got)
			}
		})
	}
}

func TestAClaimImpliesItsOptions(t *testing.T) {
	p := planOf(evidence.Question{Question: "Rapamycin inhibits mTORC1.", Type: evidence.TypeClaim})
	assert.Equal(t, claimOptions, p.Options)
	assert.True(t, p.Polar)
}

func labelled(texts ...string) []evidence.Option {
	out := make([]evidence.Option, len(texts))
	for i, t := range texts {
		out[i] = evidence.Option{Label: string(rune('A' + i)), Text: t}
	}
	return out
}
