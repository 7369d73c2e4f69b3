package schema

func synthesisSchema() Block {
	return Block{
		Name: "synthesise", Label: "mode", Labels: ModeNames(),
		Doc: "How language models make the answer in a mode (B-05, B-17); a mode without a block of its own takes that of standard. " +
			"Where no solver answers, because its role is bound to no model or the model fails, the answer is made by rules.",
		Attrs: append(switches(), []Attr{
			{Name: "solvers", Kind: KindNames, Required: true, OneOf: Roles(), Repeats: true,
				Doc: "the roles that answer, each without knowing of the others; two make a debate. Where both are the same model, the second sees the documents in the opposite order"},
			{Name: "judge", Kind: KindName, OneOf: Roles(), Doc: "the role that decides where the solvers differ, asked twice with their answers exchanged; without it the surer one wins"},
			{Name: "passages", Kind: KindInt, Default: int64(14), Min: 1, Max: 200, Doc: "passages that they are shown, the best ones"},
			{Name: "chain_section", Kind: KindBool, Default: false, Doc: "shows claims that a bridge linked to what was found before, and asks for a chain of reasons (S4-15, S4-16)"},
			{Name: "convergence", Kind: KindBool, Default: false, Doc: "shows on which numbers the sources agree, and on which not (S0-16)"},
			{Name: "max_output", Kind: KindInt, Min: 16, Max: 100000, Doc: "tokens of an answer; default: by its kind"},
			{Name: "timeout", Kind: KindDuration, Doc: "of one exchange; default: the model's"},
		}...),
	}
}
