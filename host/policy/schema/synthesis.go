package schema

func synthesisSchema() Block {
	return Block{
		Name: "synthesise", Label: "mode", Labels: ModeNames(),
		Doc: "How language models answer in a mode (B-05, B-17); a mode without its own block uses that of standard. " +
			"If no solver answers, because its role is not bound or the model fails, rules make the answer.",
		Attrs: append(switches(), []Attr{
			{Name: "solvers", Kind: KindNames, Required: true, OneOf: ChatRoles(), Repeats: true,
				Doc: "the roles that answer independently; two make a debate. If both are the same model, the second sees the documents in the opposite order"},
			{Name: "judge", Kind: KindName, OneOf: ChatRoles(), Doc: "the role that decides if the solvers differ, called twice with their answers swapped; without it the more confident one wins"},
			{Name: "passages", Kind: KindInt, Default: int64(14), Min: 1, Max: 200, Doc: "how many of the best passages they see"},
			{Name: "chain_section", Kind: KindBool, Default: false, Doc: "includes claims that a bridge linked to earlier findings, and requests a chain of reasons (S4-15, S4-16)"},
			{Name: "convergence", Kind: KindBool, Default: false, Doc: "includes the numbers on which the sources agree or disagree (S0-16)"},
			{Name: "max_output", Kind: KindInt, Min: 16, Max: 100000, Doc: "most tokens of an answer; default: by its kind"},
			{Name: "timeout", Kind: KindDuration, Doc: "time of one exchange; default: the model's"},
			{Name: "grounded", Kind: KindBool, Default: false, Doc: "an answer counts only if the model shows, word for word, a sentence that addresses the question and carries what it says; else rules answer"},
		}...),
	}
}
