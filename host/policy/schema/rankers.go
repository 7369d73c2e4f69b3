package schema

// rankerSchema returns a block of select in which a model without chat orders the documents found.
func rankerSchema(name, doc string, roles []string, documents, most, places int64) Block {
	return Block{
		Name: name,
		Doc:  doc + " If it fails, or its role is not bound, the feature is unknown, and its terms add nothing.",
		Attrs: append(switches(), []Attr{
			{Name: "role", Kind: KindName, Required: true, OneOf: roles, Doc: "the model"},
			{Name: "documents", Kind: KindInt, Default: documents, Min: 2, Max: float64(most), Doc: "how many of the documents found, best first by the other terms"},
			{Name: "places", Kind: KindInt, Default: places, Max: 100, Doc: "places kept among the documents to read for those that it puts first, whatever their score; those that are read anyway take one, too"},
			{Name: "timeout", Kind: KindDuration, Default: AuxiliaryTimeout, Doc: "time of one exchange (U35)"},
		}...),
	}
}

func rerankSchema() Block {
	return rankerSchema("rerank", "A model says how relevant each of the best documents is to the question: feature document.rerank.", append(ChatRoles(), "rerank"), 32, 320, 4)
}

func embedSchema() Block {
	return rankerSchema("embed", "A model makes vectors of the question and of the documents found. Their order by cosine is fused with that of the searches: feature document.hybrid. Places are for the nearest by cosine.", []string{"embed"}, 160, 1024, 2)
}

func entailSchema() Block {
	return Block{
		Name: "entail",
		Doc: "A model judges whether the sentences that address a claim or a yes/no question best say or deny it. Its stance is weighed with that of the stages. " +
			"If it fails, or its role is not bound, the stance of the stages stays.",
		Attrs: append(switches(), []Attr{
			{Name: "role", Kind: KindName, Required: true, OneOf: append(ChatRoles(), "nli"), Doc: "the model"},
			{Name: "sentences", Kind: KindInt, Default: int64(32), Min: 1, Max: 320, Doc: "how many sentences, those that address the question best"},
			{Name: "model_weight", Kind: KindNumber, Default: 0.5, Max: 1, Doc: "how much what it says of a sentence weighs beside what the stages say"},
			{Name: "timeout", Kind: KindDuration, Default: AuxiliaryTimeout, Doc: "time of one exchange (U35)"},
		}...),
	}
}
