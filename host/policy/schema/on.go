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
		Doc: `Reacts to what triangulation and verification found, by one more search before the answer is made: what it finds is read, and claims are assessed anew, once. ` +
			`"contradiction": a passage contradicts others (S2-16); "disagreement": works say opposite things (S3-08); "dispute": claims report conflicting numbers (S0-07); "single_source": a confident claim rests on one type of source (S1-17).`,
		Attrs: append(switches(), []Attr{
			{Name: "when", Kind: KindCondition, Doc: "nothing is done unless this holds; asked only if a stage found such an event"},
			{Name: "queries", Kind: KindTexts,
				Doc: "templates, as in intent; of the event {doc_a} and {doc_b} (titles), {hypothesis_a} and {hypothesis_b} (their core terms), {phrase} (what signals it) and {claim} (core terms of what was said); those give one query for each finding"},
			{Name: "role", Kind: KindName, OneOf: Roles(), Doc: "of \"contradiction\": the model that words the query of the first finding (S2-17); without one, or where the role is bound to none, the templates do"},
			{Name: "sources", Kind: KindNames, Refers: "source", Doc: "sources asked; default: all of the policy"},
			{Name: "findings", Kind: KindInt, Default: int64(1), Min: 1, Max: 100, Doc: "how many findings are asked about, the first ones (S2-18)"},
			{Name: "min_weight", Kind: KindNumber, Max: 1,
				Doc: "findings that weigh less, by what their plugin says that weights are, are no event; of \"contradiction\", where the stage tells passages that support, one that supports has to weigh as much; 0: as written (S2-16), any finding is one"},
			{Name: "max", Kind: KindInt, Default: int64(1), Min: 1, Max: 100, Doc: "queries at most"},
			{Name: "results", Kind: KindInt, Default: int64(10), Min: 1, Max: 1000, Doc: "hits asked for per query, and works read at most"},
			{Name: "require_new_documents", Kind: KindBool, Default: true, Doc: "only works that no search found before are read; false: also such as were found and not read (C19)"},
			{Name: "resolved_by", Kind: KindName, OneOf: []string{ResolvedByNew, ResolvedByAgreement}, Default: ResolvedByNew,
				Doc: "what settles the event: new_documents, that the search found a new work (S2-19 as written); agreement, that of the works it found and that are read one takes a side, by min_weight and the stances of verify stages, and none the other"},
		}...),
		Blocks: []Block{{
			Name: "upgrade",
			Doc:  `Of "disagreement": the answer to this question is made in another mode (S3-17).`,
			Attrs: append(switches(), []Attr{
				{Name: "to", Kind: KindName, OneOf: ModeNames(), Default: string(ModeResearchMax), Doc: "the mode"},
				{Name: "reserve_factor", Kind: KindNumber, Default: 1.5, Max: 100, Doc: "only if so many times its estimated cost remain (C29); no limit of cost: always"},
				{Name: "estimate", Kind: KindMoney, Doc: "what it costs to answer in that mode; default: the most that its solvers and judge can cost, nothing where no model takes part; where a price is not known, nothing is upgraded under a limit of cost (U21)"},
				{Name: "reason", Kind: KindText, Default: "source_disagreement_detected", Doc: "uncertainty reason of an answer that was not upgraded (S3-18)"},
				{Name: "max_per_batch", Kind: KindInt, Default: int64(0), Max: 1e6, Doc: "only so many questions of a file are upgraded, the first ones in its order (S3-19): each is asked with its upgrade withheld, and those that may have it are asked again; 0: no cap, and each question is asked once"},
			}...),
		}},
	}
}
