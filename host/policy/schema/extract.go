package schema

import "time"

// AuxiliaryTimeout bounds one exchange with a model may take that only helps, where no setting says otherwise (U35).
const AuxiliaryTimeout = 20 * time.Second

func extractSchema() Block {
	return Block{
		Name: "extract",
		Doc: "A model extracts claims from the best documents (S0-12), each with its type, its number and its confidence. They replace the claims that rules extract from the same " +
			"documents. If the model returns none for a document, or its role is not bound, the claims of the rules stay. It is recorded as synthesis, and paid from the budget that reserve_for does not keep for the answer (C24).",
		Attrs: append(switches(), []Attr{
			{Name: "role", Kind: KindName, Required: true, OneOf: ChatRoles(), Doc: "the model"},
			{Name: "documents", Kind: KindInt, Default: int64(5), Min: 1, Max: 100, Doc: "how many of the best documents; in parallel requests (S0-13)"},
			{Name: "max_output", Kind: KindInt, Default: int64(256), Min: 16, Max: 100000, Doc: "most tokens of an answer, for each document"},
			{Name: "timeout", Kind: KindDuration, Default: AuxiliaryTimeout, Doc: "time of one exchange (U35)"},
			{Name: "batch", Kind: KindInt, Default: int64(1), Min: 1, Max: 100, Doc: "how many documents one question shows; several share what every question begins with"},
		}...),
	}
}

func planningSchema() Block {
	return Block{
		Name: "plan",
		Doc: "A model decomposes the question before the first round (B-02): sub-questions for {sub_claim} and for gap analysis, and the field of science for {domain} (U12). " +
			"Rounds and intents stay, so the model can add queries but remove none (S0-03). If it fails, or its role is not bound, rules do it.",
		Attrs: append(switches(), []Attr{
			{Name: "role", Kind: KindName, Required: true, OneOf: ChatRoles(), Doc: "the model"},
			{Name: "sub_claims", Kind: KindInt, Default: int64(6), Min: 1, Max: 20, Doc: "how many sub-questions are kept, from the first"},
			{Name: "max_output", Kind: KindInt, Default: int64(400), Min: 16, Max: 100000, Doc: "most tokens of the answer"},
			{Name: "timeout", Kind: KindDuration, Default: AuxiliaryTimeout, Doc: "time of one exchange (U35)"},
		}...),
	}
}
