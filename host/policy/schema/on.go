package schema

// What settles an event.
const (
	ResolvedByNew       = "new_documents" // any new work (S2-19)
	ResolvedByAgreement = "agreement"     // works of which none takes the other side
)

var events = []string{OnContradiction, OnDisagreement, OnDispute, OnSingleSource}

func handlerSchema() Block {
	return Block{
		Name: "on", Label: "event", Labels: events,
		Doc: `Reacts to findings of triangulation and verification with another search before the answer: the new documents are read, and claims are reassessed once. ` +
			`"contradiction": a passage contradicts others (S2-16); "disagreement": works contradict each other (S3-08); "dispute": claims report conflicting numbers (S0-07); "single_source": a confident claim rests on one type of source (S1-17).`,
		Attrs: append(switches(), []Attr{
			{Name: "when", Kind: KindCondition, Doc: "acts only if this is true; evaluated only if a stage found such an event"},
			{Name: "queries", Kind: KindTexts,
				Doc: "templates, as in intent; of the event {doc_a} and {doc_b} (titles), {hypothesis_a} and {hypothesis_b} (their core terms), {phrase} (what signals it) and {claim} (core terms of what was said); those give one query for each finding"},
			{Name: "role", Kind: KindName, OneOf: ChatRoles(), Doc: "for \"contradiction\": the model that writes the query for the first finding (S2-17); without one, or if the role is not bound, the templates do"},
			{Name: "sources", Kind: KindNames, Refers: "source", Doc: "sources to search; default: all of the policy"},
			{Name: "findings", Kind: KindInt, Default: int64(1), Min: 1, Max: 100, Doc: "how many findings get queries, from the first (S2-18)"},
			{Name: "min_weight", Kind: KindNumber, Max: 1,
				Doc: "findings with less weight, as their plugin defines weights, are ignored; of \"contradiction\", if the stage reports supporting passages, one of them must have the same weight; 0: as written (S2-16), any finding counts"},
			{Name: "max", Kind: KindInt, Default: int64(1), Min: 1, Max: 100, Doc: "queries at most"},
			{Name: "results", Kind: KindInt, Default: int64(10), Min: 1, Max: 1000, Doc: "hits per query, and most works read"},
			{Name: "require_new_documents", Kind: KindBool, Default: true, Doc: "read only works that no earlier search found; false: also works that were found but not read (C19)"},
			{Name: "resolved_by", Kind: KindName, OneOf: []string{ResolvedByNew, ResolvedByAgreement}, Default: ResolvedByNew,
				Doc: "what settles the event: new_documents, that the search found a new work (S2-19 as written); agreement, that one of the works it found and read takes a side, by min_weight and the stances of verify stages, and none the other"},
		}...),
		Blocks: []Block{{
			Name: "upgrade",
			Doc:  `Of "disagreement": the answer to this question is made in another mode (S3-17).`,
			Attrs: append(switches(), []Attr{
				{Name: "to", Kind: KindName, OneOf: ModeNames(), Default: string(ModeResearchMax), Doc: "the mode"},
				{Name: "reserve_factor", Kind: KindNumber, Default: 1.5, Max: 100, Doc: "only if this many times its estimated cost remains (C29); always if cost has no limit"},
				{Name: "estimate", Kind: KindMoney, Doc: "cost of an answer in that mode; default: the highest cost of its solvers and judge, 0 without a model; with an unknown price and a limit of cost there is no upgrade (U21)"},
				{Name: "reason", Kind: KindText, Default: "source_disagreement_detected", Doc: "uncertainty reason of an answer that disagreement upgraded (S3-30) or would have, had it been paid for (S3-18)"},
				{Name: "max_per_batch", Kind: KindInt, Default: int64(0), Max: 1e6, Doc: "upgrade at most this many questions of a file, from the first (S3-19): each is answered without its upgrade, and those that qualify are answered again; 0: no cap, and each question is answered once"},
			}...),
		}},
	}
}
