package host_test

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// A setting is one way of running: a resolved policy, with models or without.
type setting struct {
	*policy.Policy
	models bool
}

// A mechanism is one row of the catalogue that a run can show.
type mechanism struct {
	id    string
	shows string                // where a record shows that it acted
	on    func(setting) bool    // whether the policy turns it on
	times func(o *told) (n int) // how often one record shows it
}

// The mechanisms of the proposals, in the order of the catalogue. What is not a step of a run is not here: bounds and defaults (policy
// tests hold them), what a plugin does within one call (its own tests do), and rules of evaluation.
func mechanisms() []mechanism {
	return slices.Concat(planning(), gapsAndRounds(), selection(), claimsAndConflicts(), answers(), reading())
}

func planning() []mechanism {
	return []mechanism{
		{"S0-01", "plan answer_type", intends("numerical"), func(o *told) int { return one(o.plan.AnswerType != evidence.AnswerOther) }},
		{"S0-02 numerical", "step intent.numerical", intends("numerical"), acts("intent.numerical")},
		{"S0-02 causal", "step intent.causal", intends("causal"), acts("intent.causal")},
		{"S0-02 comparison", "step intent.comparison", intends("comparison"), acts("intent.comparison")},
		{"S0-02 definition", "step intent.definition", intends("definition"), acts("intent.definition")},
		{"S0-03", "queries of primary beside those of a type", intends("numerical"), func(o *told) int {
			return min(o.asked("numerical", "")+o.asked("causal", "")+o.asked("comparison", "")+o.asked("definition", ""), o.asked("primary", ""))
		}},
		{"S2-01 phenomenological", "queries", intends("phenomenological"), asks("phenomenological")},
		{"S2-01 quantitative", "queries", intends("quantitative"), asks("quantitative")},
		{"S2-01 comparative", "queries", intends("comparative"), asks("comparative")},
		{"S2-01 temporal", "queries", intends("temporal"), asks("temporal")},
		{"S3-01", "step intent.contrast, queries", intends("contrast"), func(o *told) int { return min(o.step("intent.contrast", nil), o.asked("contrast", "")) }},
		{"S3-02", "step intent.contrast had nothing to do", intends("contrast"), func(o *told) int { return o.idle("intent.contrast", "no two options overlap") }},
		{"S3-03", "step vocabulary, queries", intends("seeded"), func(o *told) int { return min(o.step("vocabulary", nil), o.asked("seeded", "methods")) }},
		{"S3-04", "words of step vocabulary", intends("seeded"), func(o *told) int {
			return o.step("vocabulary", func(s record.Step) bool {
				return !slices.ContainsFunc(s.Texts["words"], func(w string) bool {
					return len([]rune(w)) < 5 || len([]rune(w)) > 20 || strings.ContainsAny(w, "0123456789")
				})
			})
		}},
		{"S3-05", "queries in methods", intends("refute_options"), func(o *told) int { return o.asked("refute_options", "methods") }},
		{"S3-10", "step intent.refute_options, its wording", intends("refute_options"), func(o *told) int {
			return o.step("intent.refute_options", func(s record.Step) bool {
				return strings.HasSuffix(s.Texts["queries"][0], "fail limitation does not exception negative result")
			})
		}},
		{"C35", "step options.eliminate_early", func(s setting) bool { return s.Options.Early.After != "" }, acts("options.eliminate_early")},
		{"B-09", "step relax", func(s setting) bool { return s.Relax.MaxTerms > 0 }, acts("relax")},
		{"B-02", "answer to prompt plan", func(s setting) bool { return s.models && s.Plan.Role != "" }, calls("plan", "")},
		{"S4-02", "step relax, enriched", func(s setting) bool { return len(s.Relax.Enrich) > 0 }, func(o *told) int {
			return o.step("relax", func(s record.Step) bool {
				return slices.ContainsFunc(s.Texts["after"], func(q string) bool { return strings.Contains(q, "nitroxyl radical") })
			})
		}},
	}
}

func gapsAndRounds() []mechanism {
	return []mechanism{
		{"S0-04", "queries of intent gap, a round's injected", gaps("coverage"), func(o *told) int { return o.asked("gap", "") }},
		{"S0-05", "open_gaps of a round after injected queries", gaps("coverage"), func(o *told) int {
			return count(o.rounds, func(r record.Round) bool { return r.Ran && len(r.Injected) > 0 && r.OpenGaps != nil })
		}},
		{"S0-08", "step gap.coverage with gaps", gaps("coverage"), finds("coverage")},
		{"S0-09", "answer to prompt gap_queries", func(s setting) bool { return s.models && s.gap("coverage") != nil && s.gap("coverage").QueryRole != "" }, calls("gap_queries", "cheapest")},
		{"S0-10", "step gap.coverage by rules", func(s setting) bool { return s.gap("coverage") != nil && s.gap("coverage").QueryRole == "" }, func(o *told) int {
			return o.step("gap.coverage", func(s record.Step) bool { return strings.HasPrefix(s.Reason, "found by rules") })
		}},
		{"S0-11", "steps gap.coverage after two rounds", gaps("coverage"), func(o *told) int { return one(o.step("gap.coverage", nil) >= 2) }},
		{"S0-06", "round falsify_draft", falsifies, func(o *told) int { return o.ran("falsify_draft") }},
		{"S1-01", "queries of intent gap_epistemic in later rounds", gaps("epistemic"), func(o *told) int {
			return o.asked("gap_epistemic", "methods") + o.asked("gap_epistemic", "adversarial")
		}},
		{"S1-02", "step gap.epistemic.subround", gaps("epistemic"), acts("gap.epistemic.subround")},
		{"S1-03", "round gap_epistemic_subround", gaps("epistemic"), func(o *told) int { return o.ran("gap_epistemic_subround") }},
		{"S1-05", "step gap.epistemic, types", gaps("epistemic"), func(o *told) int {
			return o.step("gap.epistemic", func(s record.Step) bool {
				return len(s.Texts["gaps"]) > 0 && len(s.Texts["types"]) == len(s.Texts["gaps"])
			})
		}},
		{"S1-06", "condition gap.epistemic.when", gaps("epistemic"), func(o *told) int { return o.decided("gap.epistemic.when", "true") }},
		{"S1-06 model", "answer to prompt epistemic_gaps by fastest", gapModels("epistemic"), calls("epistemic_gaps", "fastest")},
		{"S1-07", "step gap.epistemic, dropped", gapModels("epistemic"), func(o *told) int { return o.dropped("gap.epistemic", "fewer than 5 or more than 30 words") }},
		{"S1-08", "queries by type of gap", gaps("epistemic"), func(o *told) int {
			return o.step("gap.epistemic", func(s record.Step) bool {
				return slices.ContainsFunc(s.Texts["queries"], func(q string) bool {
					return strings.HasSuffix(q, "study evidence") || strings.HasSuffix(q, "experimental value") || strings.HasSuffix(q, "pathway confirmed") || strings.HasSuffix(q, "timeline evidence")
				})
			})
		}},
		{"S1-09", "step gap.epistemic.filled", gaps("epistemic"), acts("gap.epistemic.filled")},
		{"S1-22", "condition gap.epistemic.subround.when", gaps("epistemic"), func(o *told) int { return o.decided("gap.epistemic.subround.when", "true") }},
		{"S2-02", "round gap_fill, queries", gaps("probe"), func(o *told) int { return min(o.ran("gap_fill"), o.asked("gap_probe", "gap_fill")) }},
		{"S2-04", "gap_fill before methods", gaps("probe"), func(o *told) int { return o.before("gap_fill", "methods") }},
		{"S2-05", "step gap.probe with gaps", gaps("probe"), finds("probe")},
		{"S2-06", "gaps of step gap.probe", gaps("probe"), func(o *told) int {
			return o.step("gap.probe", func(s record.Step) bool {
				return len(s.Texts["gaps"]) > 0 && !slices.ContainsFunc(s.Texts["gaps"], func(g string) bool { return len(strings.Fields(g)) > 10 })
			})
		}},
		{"S2-07", "step gap.probe, dropped", gaps("probe"), func(o *told) int { return o.dropped("gap.probe", "all of its terms were asked for") }},
		{"S2-08", "answers by cheapest, then synthesis", gapModels("probe"), func(o *told) int { return min(o.called("probe", "cheapest"), o.called("gap_queries", "synthesis")) }},
		{"S4-03", "round bridge between methods and adversarial", gaps("bridge"), func(o *told) int { return o.before("methods", "bridge") * one(o.before("adversarial", "bridge") == 0) }},
		{"S4-04 poor", "condition round.bridge.when", gaps("bridge"), func(o *told) int { return o.decided("round.bridge.when", "true") }},
		{"S4-04 good", "condition round.bridge.when", gaps("bridge"), func(o *told) int { return o.decided("round.bridge.when", "false") }},
		{"S4-06", "a registry number first in queries of gap.bridge", gaps("bridge"), func(o *told) int {
			return o.step("gap.bridge", func(s record.Step) bool {
				return len(s.Texts["queries"]) > 0 && casNumber.MatchString(s.Texts["queries"][0])
			})
		}},
		{"S4-07", "step gap.bridge, entities", gaps("bridge"), func(o *told) int {
			return o.step("gap.bridge", func(s record.Step) bool { return len(s.Texts["entities"]) > 0 })
		}},
		{"S4-07 model", "answer to prompt evidence_gaps by planning", gapModels("bridge"), calls("evidence_gaps", "planning")},
		{"S4-08", "step gap.bridge, dropped", gapModels("bridge"), func(o *told) int { return o.dropped("gap.bridge", "not in the documents") }},
		{"S4-09, S4-01", "queries of gap.bridge hold a name word for word", gaps("bridge"), func(o *told) int {
			return o.step("gap.bridge", func(s record.Step) bool { return anyHolds(s.Texts["queries"], s.Texts["entities"]) })
		}},
		{"S4-10", "step gap.bridge, gaps", gaps("bridge"), finds("bridge")},
		{"S4-18", "bridge_round_stats of the result", gaps("bridge"), func(o *told) int { return one(o.result.BridgeRoundStats != nil && o.result.BridgeRoundStats.Triggered) }},
		{"B-06", "stop_reason of a round", func(s setting) bool { return s.Adaptive.Enabled }, func(o *told) int {
			return count(o.rounds, func(r record.Round) bool { return r.StopReason != "" })
		}},
		{"S1-21", "stop_reason discriminative_gain_exhausted", func(s setting) bool { return s.Adaptive.Enabled && len(s.Adaptive.Stops) > 0 }, func(o *told) int {
			return count(o.rounds, func(r record.Round) bool { return strings.Contains(r.StopReason, "discriminative_gain_exhausted") })
		}},
	}
}

func selection() []mechanism {
	terms := func(d record.Document) map[string]float64 { return d.Terms }
	read := func(p record.Passage) map[string]float64 { return p.Terms }
	scores := func(name string) func(setting) bool {
		return func(s setting) bool {
			return slices.ContainsFunc(s.Select.Stages, func(st policy.Stage) bool { return st.Name == name })
		}
	}
	eachRound := func(s setting) bool {
		return slices.ContainsFunc(s.Select.Stages, func(st policy.Stage) bool { return st.EachRound })
	}
	reads := func(name string) func(setting) bool {
		return func(s setting) bool { return hasTerm(s.Read.Terms, name) }
	}
	return []mechanism{
		{"S1-10", "step select.discriminative, mean", eachRound, func(o *told) int {
			return o.step("select.discriminative", func(s record.Step) bool { return s.Numbers["from_novelty"] == 0 && s.Numbers["mean"] > 0 })
		}},
		{"S1-11", "step select.discriminative by novelty", eachRound, func(o *told) int {
			return o.step("select.discriminative", func(s record.Step) bool { return s.Numbers["from_novelty"] > 0 })
		}},
		{"S1-12", "term novelty of documents", func(s setting) bool { return hasTerm(s.Select.Terms, "novelty") }, func(o *told) int { return weighed(o.pool(), terms, "novelty", up) }},
		{"S1-13", "step select.discriminative after a later round", eachRound, func(o *told) int {
			return o.step("select.discriminative", func(s record.Step) bool { return s.Round != "" && s.Round != "primary" })
		}},
		{"S1-14 discriminative", "term discriminative of passages", reads("discriminative"), func(o *told) int { return weighed(o.passages, read, "discriminative", up) }},
		{"S1-14 recency", "term recency of passages", reads("recency"), func(o *told) int { return weighed(o.passages, read, "recency", up) }},
		{"S1-23, S2-24", "step select with the order before and after", scores("discriminative"), func(o *told) int {
			return count(o.steps, func(s record.Step) bool { return strings.HasPrefix(s.Name, "select.") && len(s.Texts["after"]) > 0 })
		}},
		{"S2-09", "term authority of documents", scores("authority"), func(o *told) int { return weighed(o.pool(), terms, "authority", up) }},
		{"S2-11", "term authority beside citations", scores("authority"), func(o *told) int {
			return count(o.pool(), func(d record.Document) bool { return adjusted(d, o.works[d.Digest]) })
		}},
		{"S2-15", "passages with a gap between them", func(s setting) bool { return s.Read.Summary.LeadSentences > 0 }, (*told).jumps},
		{"S4-11", "term bridge of documents", func(s setting) bool { return s.gap("bridge") != nil && hasTerm(s.Select.Terms, "bridge") }, func(o *told) int {
			return weighed(o.pool(), terms, "bridge", up)
		}},
		{"S4-12", "term bridge of passages", func(s setting) bool { return s.gap("bridge") != nil && hasTerm(s.Read.Terms, "bridge") }, func(o *told) int {
			return weighed(o.passages, read, "bridge", up)
		}},
	}
}

func claimsAndConflicts() []mechanism {
	numbers := func(s setting) bool { return triangulates(s, "numbers") }
	guard := func(s setting) bool { return triangulates(s, "guard") }
	return []mechanism{
		{"S0-12", "claim_type of claims", func(setting) bool { return true }, func(o *told) int { return count(o.claims, func(c record.Claim) bool { return c.Type != "" }) }},
		{"S0-12 model, S0-13, S0-24", "step claims.extract, by the cheapest model", func(s setting) bool { return s.models && s.Claims.Extract.Role != "" }, func(o *told) int {
			return min(o.step("claims.extract", func(s record.Step) bool { return s.Numbers["model"] > 0 && s.Numbers["model"]+s.Numbers["rules"] <= 5 }), o.called("claims", "cheapest"))
		}},
		{"S4-13", "chain of claims", gaps("bridge"), func(o *told) int {
			return count(o.claims, func(c record.Claim) bool { return c.Chain != nil && c.Chain.Provenance == "bridge_linked" })
		}},
		{"S4-14", "antecedent of a chain", gaps("bridge"), func(o *told) int {
			return count(o.claims, func(c record.Claim) bool { return c.Chain != nil && c.Chain.Antecedent != "" && c.Chain.Entity != "" })
		}},
		{"S0-14 triangulated", "quality_gates.triangulated_clusters", numbers, func(o *told) int { return number(o.result.QualityGates.TriangulatedClusters) }},
		{"S0-14 disputed", "quality_gates.disputed_clusters", numbers, func(o *told) int { return number(o.result.QualityGates.DisputedClusters) }},
		{"S0-15", "step convergence_evidence: inconclusive", numbers, func(o *told) int { return o.line("inconclusive: ") }},
		{"S0-16", "step convergence_evidence", numbers, acts("convergence_evidence")},
		{"S0-16 model", "convergence_lines of step synthesis", func(s setting) bool { return s.models && numbers(s) && s.synthesis().Convergence }, shown("convergence_lines")},
		{"S0-07", "step on.dispute, round on_dispute", handles("dispute"), func(o *told) int { return min(o.step("on.dispute", nil), o.ran("on_dispute")) }},
		{"S1-15, S1-17, S1-20", "step on.single_source, round on_single_source", handles("single_source"), func(o *told) int { return min(o.step("on.single_source", nil), o.ran("on_single_source")) }},
		{"S1-16", "triangulate.guard.guard_waived", guard, func(o *told) int { return int(o.signal("triangulate.guard.guard_waived")) }},
		{"S2-16", "step on.contradiction, about", handles("contradiction"), func(o *told) int {
			return o.step("on.contradiction", func(s record.Step) bool { return len(s.Texts["about"]) > 0 })
		}},
		{"S2-03", "round on_contradiction", handles("contradiction"), func(o *told) int { return o.ran("on_contradiction") }},
		{"S2-17", "step on.contradiction, query", handles("contradiction"), func(o *told) int {
			return o.step("on.contradiction", func(s record.Step) bool {
				return slices.ContainsFunc(s.Texts["queries"], func(q string) bool {
					return strings.Contains(q, "systematic review") || strings.Contains(q, "meta-analysis")
				})
			})
		}},
		{"S2-17 model", "answer to prompt disambiguation by synthesis", func(s setting) bool {
			return s.models && s.handler("contradiction") != nil && s.handler("contradiction").Role != ""
		}, calls("disambiguation", "synthesis")},
		{"S2-18", "step on.contradiction: one query", handles("contradiction"), func(o *told) int {
			return o.step("on.contradiction", func(s record.Step) bool { return len(s.Texts["about"]) == 1 && len(s.Texts["queries"]) <= 1 })
		}},
		{"S2-19, S2-25", "quality_gates.cap_resolved", handles("contradiction"), func(o *told) int { return flagged(o.result.QualityGates.CapResolved) }},
		{"S3-08, S3-21", "quality_gates.source_disagreement_score", disagrees, func(o *told) int {
			v := o.result.QualityGates.SourceDisagreementScore
			return one(v != nil && *v >= 1)
		}},
		{"S3-06", "round on_disagreement", handles("disagreement"), func(o *told) int { return o.ran("on_disagreement") }},
		{"S3-17", "quality_gates.upgraded", upgrades, func(o *told) int { return flagged(o.result.QualityGates.Upgraded) }},
		{"S3-18", "uncertainty reason source_disagreement_detected, not upgraded", upgrades, func(o *told) int {
			return one(o.reason("source_disagreement_detected") > 0 && flagged(o.result.QualityGates.Upgraded) == 0)
		}},
		{"S3-30", "uncertainty reason source_disagreement_detected, upgraded", upgrades, func(o *told) int {
			return min(o.reason("source_disagreement_detected"), flagged(o.result.QualityGates.Upgraded))
		}},
		{"B-15", "term contradiction of the confidence", func(s setting) bool { return hasTerm(s.Calibrate.Terms, "contradiction") }, func(o *told) int {
			return o.moved("contradiction", func(c record.CalibrationTerm) bool { return c.Delta < 0 })
		}},
	}
}

func answers() []mechanism {
	terms := func(r record.Option) map[string]float64 { return r.Terms }
	option := func(name string) func(setting) bool {
		return func(s setting) bool { return hasTerm(s.Options.Terms, name) }
	}
	refutes := func(s setting) bool {
		return slices.ContainsFunc(s.Options.Stages, func(st policy.Stage) bool { return st.Name == "refuted" })
	}
	hits := func(fits func(hits, falsified float64) bool) func(o *told) int {
		return func(o *told) int {
			return o.step("options.refuted", func(s record.Step) bool {
				return slices.ContainsFunc(o.question.Options, func(p evidence.Option) bool { return fits(s.Numbers[p.Label+".hits"], s.Numbers[p.Label+".falsified"]) })
			})
		}
	}
	corrects := func(term string, fits func(float64) bool) (func(setting) bool, func(o *told) int) {
		return func(s setting) bool { return hasTerm(s.Calibrate.Terms, term) }, func(o *told) int {
			return o.moved(term, func(c record.CalibrationTerm) bool { return fits(c.Delta) })
		}
	}
	row := func(id, shows string, on func(setting) bool, times func(o *told) int) mechanism {
		return mechanism{id, shows, on, times}
	}
	corrected := func(id, term string, fits func(float64) bool) mechanism {
		on, times := corrects(term, fits)
		return row(id, "term "+term+" of the confidence", on, times)
	}
	return []mechanism{
		row("S3-11", "step options.refuted, hits", refutes, hits(func(h, _ float64) bool { return h > 0 })),
		row("S3-13 one hit", "step options.refuted: a hit and not falsified", refutes, hits(func(h, f float64) bool { return h == 1 && f == 0 })),
		row("S3-13 two hits", "step options.refuted: falsified", refutes, hits(func(h, f float64) bool { return h >= 2 && f == 1 })),
		row("S3-14", "term falsified of options", option("falsified"), func(o *told) int { return weighed(o.options, terms, "falsified", down) }),
		row("S3-16", "step options.contrast", func(s setting) bool { return s.Options.Contrast.Window > 0 }, acts("options.contrast")),
		row("S1-18", "term discriminative of options", func(s setting) bool {
			return slices.ContainsFunc(s.Options.Terms, func(t policy.Term) bool { return t.Cited != "" })
		}, func(o *told) int { return weighed(o.options, terms, "discriminative", up) }),
		row("B-16 model", "term model of options", func(s setting) bool { return s.models && hasTerm(s.Options.Terms, "model") }, func(o *told) int { return weighed(o.options, terms, "model", up) }),
		row("B-17", "step synthesis", answersByModel, func(o *told) int {
			return count(o.steps, func(s record.Step) bool { return strings.HasPrefix(s.Name, "synthesis.") && s.Ran })
		}),
		row("B-05 two solvers", "solved of step synthesis", debates, func(o *told) int {
			return o.step("synthesis.research_max", func(s record.Step) bool { return s.Numbers["solved"] == 2 })
		}),
		row("B-05 judge", "answer to prompt judge", debates, calls("judge", "judge")),
		row("S4-15", "chain_links of step synthesis", chains, shown("chain_links")),
		row("S4-16", "the prompt", chains, func(o *told) int {
			return count(o.prompts, func(p string) bool {
				return strings.Contains(p, "prioritize constructing an explicit multi-step reasoning chain")
			})
		}),
		row("S0-17", "quality_gates.falsification_score", falsifies, func(o *told) int {
			v := o.result.QualityGates.FalsificationScore
			return one(v != nil && *v > 0)
		}),
		row("S0-18 worth it", "condition falsify.draft.when", falsifies, func(o *told) int { return o.decided("falsify.draft.when", "true") }),
		row("S0-18 not", "condition falsify.draft.when", falsifies, func(o *told) int { return o.decided("falsify.draft.when", "false") }),
		row("S0-19", "reason high_falsification_risk, warning resynthesised", falsifies, func(o *told) int {
			return min(o.reason("high_falsification_risk"), count(o.warnings, func(w record.Warning) bool { return w.Code == "resynthesised" }))
		}),
		row("S0-20", "falsifying of step synthesis", func(s setting) bool { return answersByModel(s) && falsifies(s) }, shown("falsifying")),
		corrected("S0-21", "falsification", down),
		corrected("S0-22", "falsification", func(v float64) bool { return v == 0 }),
		corrected("S0-23 triangulated", "triangulated", up),
		corrected("S0-23 disputed", "disputed", down),
		corrected("S2-20", "gaps_filled", up),
		corrected("S2-21", "cap_resolved", up),
		row("S0-25", "quality_gates", func(s setting) bool { return falsifies(s) && triangulates(s, "numbers") }, func(o *told) int {
			g := o.result.QualityGates
			return one(g.FalsificationScore != nil && g.TriangulationBonus != nil && g.DisputedClusters != nil)
		}),
		row("B-18", "gate covered", func(s setting) bool {
			return slices.ContainsFunc(s.Gates, func(g policy.Gate) bool { return g.Name == "covered" })
		}, func(o *told) int {
			return count(o.result.Gates, func(g record.GateResult) bool {
				return g.Name == "covered" && !g.Passed && g.Reason != "" && o.result.Abstained && o.reason(g.Reason) > 0
			})
		}),
	}
}

// reading are the mechanisms of an answer that is read out of sentences. They are not part of the proposals; their names are those of
// the policy's blocks.
func reading() []mechanism {
	addresses := func(s setting) bool { return len(s.Address.Stages) > 0 }
	return []mechanism{
		{"address", "sentences that count beside some that do not", addresses, func(o *told) int {
			in := count(o.sentences, func(s record.Sentence) bool { return s.Counts && s.Addresses != nil })
			out := count(o.sentences, func(s record.Sentence) bool { return !s.Counts && s.Addresses != nil })
			return min(in, out)
		}},
		{"address, nearest", "nearest of a result that is withheld", addresses, func(o *told) int { return one(o.result.Abstained && len(o.result.Nearest) > 0) }},
		{"answer stage", "marks in citations of a free question", func(s setting) bool { return len(s.Answer.Stages) > 0 && !answersByModel(s) }, func(o *told) int {
			return one(o.question.Type == evidence.TypeFreeForm) * count(o.result.Citations, func(c record.Citation) bool {
				return len(c.Marks) == 1 && o.result.Answer != nil && strings.EqualFold(c.Quote[c.Marks[0].Start:c.Marks[0].End], o.result.Answer.Text)
			})
		}},
		{"follow_up", "round follow_up, queries", func(s setting) bool { return s.FollowUp.MaxQueries > 0 && !answersByModel(s) }, func(o *told) int {
			return min(o.ran("follow_up"), o.asked("follow_up", "follow_up"))
		}},
		{"disputed", "citations on both sides", addresses, func(o *told) int {
			d := o.result.Disputed
			return one(d != nil && len(d.For) > 0 && len(d.Against) > 0)
		}},
	}
}
