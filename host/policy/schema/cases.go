package schema

// Tests returns the top level of a *.policytest.hcl file.
func Tests() Block {
	return Block{
		Name: "file",
		Doc:  "The top level of a *.policytest.hcl file.",
		Blocks: []Block{{
			Name: "test", Label: "what the test shows", Sentence: true,
			Doc: "The path of one question through a policy, over a given state. The test gives the findings of rounds; nothing is searched.",
			Attrs: []Attr{
				{Name: "policy", Kind: KindName, Required: true, Refers: "policy", Doc: "the policy under test: one of the folder, or a shipped one"},
				{Name: "mode", Kind: KindName, OneOf: ModeNames(), Doc: "the mode of the run; default: that of policy test --mode, else the policy's own"},
				{Name: "variables", Kind: KindConfig, Doc: "values of the policy's variables, by name; the environment is not read"},
			},
			Blocks: []Block{
				{Name: "given", Label: "what", Sentence: true, Free: true,
					Doc: "State: of a round by name (ROUND.2: of its second pass; ran = false: it had no new queries), of question, run, budget, pool, answer, of a stage such as verify.markers or falsify.draft, or of a handler such as on.dispute. Values that are not given are neutral."},
				{Name: "expect", Doc: "The expected result; only the attributes that are written are checked.", Attrs: []Attr{
					{Name: "path", Kind: KindNames, Refers: "round", Repeats: true, Doc: "rounds that ran, in order, a repeated one once per pass"},
					{Name: "skipped", Kind: KindConfig, Doc: `rounds that did not run, with the start of the reason, such as { methods = "when: false" }; reasons start with when, adaptive, max_rounds, off (switched off in this mode) and "no new queries"`},
					{Name: "challenged", Kind: KindNames, OneOf: []string{"draft"}, Doc: "falsify blocks that ran"},
					{Name: "reactions", Kind: KindNames, OneOf: events, Doc: "handlers that acted, in order"},
					{Name: "answered_in", Kind: KindName, OneOf: ModeNames(), Doc: "the mode in which the answer is made"},
					{Name: "gates", Kind: KindConfig, Doc: "gates and whether they pass, such as { covered = false }"},
					{Name: "verdict", Kind: KindWord, OneOf: []string{VerdictAnswered, VerdictAbstained, VerdictRefused}, Doc: "the verdict after the gates"},
					{Name: "reasons", Kind: KindTexts, Doc: "all uncertainty reasons, in any order: of gates that did not pass, of a refuted draft, margin_below_minimum"},
				}},
				{Name: "assert", Many: true, Doc: "A condition on the state at the end.", Attrs: []Attr{
					{Name: "condition", Kind: KindCondition, Required: true, Doc: "must be true; can read the same values as gates"},
					{Name: "error_message", Kind: KindText, Required: true, Doc: "message if it is false"},
				}},
			},
		}},
	}
}
