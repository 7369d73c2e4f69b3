package main

import "github.com/sparkhost/sparkhost/sdk/contract"

// Names that occur in policies.
const (
	total         = "total"
	citesPerYear  = "per_year"
	clampAfter    = "after_venue"
	clampBefore   = "before_venue"
	largestCount  = 1e12
	largestFactor = 100
)

var manifest = contract.Manifest{
	Name:     "authority",
	Version:  "1.0.0",
	Contract: contract.Version,
	Kind:     contract.KindScore,
	Summary:  "authority of a document's source from citations and venue",
	Inputs: []contract.Input{
		{Table: "items", Column: "citation_count", Type: contract.ColumnNumbers},
		{Table: "items", Column: "year", Type: contract.ColumnNumbers, Optional: true},
		{Table: "items", Column: "venue", Type: contract.ColumnText, Optional: true},
	},
	Params: []contract.Param{
		{
			Name: "citations", Type: contract.TypeText, Default: contract.TextValue(total), OneOf: []string{total, citesPerYear},
			Doc: "total: all citations (S2-09); per_year: citations per year since publication (S2-12), for which a log_cap of 1000 suits better (D9)",
		},
		number("reference_year", 0, 0, 9999, "the year that ages are counted to; needed for per_year"),
		number("min_years", 1, 0.25, 100, "per_year: younger documents count as this old, which caps what recency can add"),
		number("log_cap", 10000, 1, largestCount, "citations (per year) that give an authority of 1"),
		{
			Name: "clamp", Type: contract.TypeText, Default: contract.TextValue(clampAfter), OneOf: []string{clampAfter, clampBefore},
			Doc: "after_venue: the sum is held to 0..1; before_venue: the citation part is, and the venue's adjustment can leave 0..1 (C21)",
		},
		number("general_adjust", 0.15, -1, 1, "added for the general venues (S2-11)"),
		venues("general_venues", "leading venues of all fields", generalVenues),
		number("cs_adjust", 0.10, -1, 1, "added for the computer science venues (S2-11)"),
		venues("cs_venues", "leading venues of computer science", csVenues),
		number("preprint_adjust", -0.05, -1, 1, "added for the preprint servers (S2-11)"),
		venues("preprint_venues", "preprint servers; a venue that only begins with such a name counts too", preprintVenues),
	},
	Outputs: []contract.Output{
		{Name: "authority", Kind: contract.OutputScore, Min: -1, Max: 2, Doc: "0 to 1 with clamp after_venue; 0 when citations are unknown"},
		part("citations_known", 0, 1, "1 when the citation part could be computed, else 0 (U20)"),
		part("citations_used", 0, 4*largestCount, "citations, or citations per year; 0 when unknown"),
		part("citation_authority", 0, largestFactor, "the citation part before any clamp; 0 when unknown"),
		part("venue_adjust", -1, 1, "what the venue adds; 0 when citations are unknown"),
	},
}

func number(name string, value, least, most float64, doc string) contract.Param {
	return contract.Param{
		Name: name, Type: contract.TypeNumber, Default: contract.NumberValue(value),
		Min: contract.Bound(least), Max: contract.Bound(most), Doc: doc,
	}
}

func venues(name, doc string, list []string) contract.Param {
	return contract.Param{
		Name: name, Type: contract.TypeTexts, Default: contract.TextsValue(list...),
		Doc: doc + `; compared without case and punctuation; other spellings after "|"`,
	}
}

func part(name string, least, most float64, doc string) contract.Output {
	return contract.Output{Name: name, Kind: contract.OutputPart, Table: "items", Min: least, Max: most, Doc: doc}
}

var generalVenues = []string{
	"Nature",
	"Science",
	"Cell",
	"NEJM|New England Journal of Medicine|N Engl J Med",
	"Lancet",
}

var preprintVenues = []string{"arXiv", "bioRxiv", "medRxiv"}

// csVenues are the twenty that S2-11 leaves to the implementer.
var csVenues = []string{
	"NeurIPS|NIPS|Neural Information Processing Systems|Advances in Neural Information Processing Systems",
	"ICML|International Conference on Machine Learning",
	"ICLR|International Conference on Learning Representations",
	"AAAI|AAAI Conference on Artificial Intelligence",
	"IJCAI|International Joint Conference on Artificial Intelligence",
	"CVPR|Computer Vision and Pattern Recognition",
	"ICCV|IEEE International Conference on Computer Vision",
	"ECCV|European Conference on Computer Vision",
	"ACL|Annual Meeting of the Association for Computational Linguistics",
	"EMNLP|Conference on Empirical Methods in Natural Language Processing",
	"NAACL|North American Chapter of the Association for Computational Linguistics",
	"KDD|Knowledge Discovery and Data Mining",
	"SIGIR|International ACM SIGIR Conference on Research and Development in Information Retrieval",
	"WWW|The Web Conference",
	"SIGMOD|SIGMOD Conference",
	"VLDB|Proceedings of the VLDB Endowment",
	"STOC|Symposium on the Theory of Computing",
	"FOCS|IEEE Symposium on Foundations of Computer Science",
	"SOSP|Symposium on Operating Systems Principles",
	"OSDI|USENIX Symposium on Operating Systems Design and Implementation",
}
