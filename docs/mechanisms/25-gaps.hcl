section "Gaps" {
  row "S0-08" {
    what   = "A sub-claim that no document covers is a gap"
    here   = "coverage = max over the best documents of measure(sub-claim, title + abstract + text); gap if strictly under `threshold` (`standard`: containment, 0.12). A plugin measures it in the host's place where the block has `stage \"coverage\"`: of every kind of gap, whatever found it"
    policy = ["gap.coverage.threshold", "gap.coverage.measure"]
    code   = ["host/internal/run/gap/coverage.go", "host/internal/run/gap/rules.go", "host/internal/run/gap/stage.go"]
    tests = [
      "host/evidence.TestGoldenVectorsOfTheCatalogue",
      "host/internal/run.TestGapsAreLookedForFromTheMinimumOfRoundsOn",
      "host/internal/run.TestAPluginSaysHowFarTheEvidenceCarriesGapsInTheHostsPlace",
      "host.TestAPluginThatMeasuresAsTheHostDoesFindsTheSameGapsAndAnswers",
      "cmd/sparkhost/internal/cli/testdata/script/gap_stage.txtar: gap.coverage",
      "cmd/sparkhost/internal/cli/testdata/script/gaps.txtar: gap.coverage",
    ]
    record = ["step gap.coverage", "result rounds.open_gaps"]
    status = "works"
  }

  row "D3" {
    what   = "0.12 makes everything a gap by Jaccard and almost nothing by containment"
    here   = "every threshold names its measure; `standard` and `s0` take containment, and 0.12 is a variable to sweep"
    policy = ["gap.measure", "gap.threshold"]
    code   = ["host/internal/run/gap/gap.go"]
    tests  = ["host/evidence.TestGoldenVectorsOfTheCatalogue"]
    record = ["step gap.coverage"]
    status = "works"
  }

  row "S0-09" {
    what   = "A model writes the queries of gaps"
    here   = "2 to 4 for each gap, in turns (C2); 18 words and 200 bytes at most; queries of unknown gaps are dropped; without an answer the templates do"
    policy = ["gap.query_role"]
    code   = ["host/internal/run/gap/model.go", "host/model/prompt/queries.go"]
    tests  = ["host/internal/run.TestAModelMayWordTheQueries", "host/model/prompt.TestQueriesOfGapsTakeTurns"]
    record = ["event model_call.stage", "step gap.coverage"]
    status = "works"
  }

  row "S0-10" {
    what   = "By default no model is asked about gaps"
    here   = "`use_model` (`s0`: variable `gap_analysis_llm`, off); a role that is bound to no model goes by rules"
    policy = ["gap.use_model"]
    code   = ["host/internal/run/gap/model.go"]
    tests  = ["host/policy/load.TestEnvironmentNamesActOnThePoliciesOfTheProposals", "host/internal/run.TestARoleWithoutModelGivesNoAnswerAndSaysSo"]
    record = ["event step.reason"]
    status = "works"
  }

  row "S0-04" {
    what   = "Gap queries join the next round"
    here   = "`inject = next_round`: whatever round runs next asks them before its own, at most `per_round` (4)"
    policy = ["gap.inject = next_round", "gap.queries.per_round"]
    code   = ["host/internal/run/gap/gaps.go"]
    tests  = ["host/internal/run.TestGapQueriesWaitForTheNextRoundThatRuns", "host/internal/run.TestGapQueriesGoRoundTheGapsBeforeTheyRepeat"]
    record = ["event round.injected"]
    status = "works"
  }

  row "S0-05" {
    what   = "The adaptive gate sees what they brought"
    here   = "it is asked after a round's searches are merged, theirs too"
    code   = ["host/internal/run/rounds/rounds.go"]
    tests  = ["host/internal/run.TestAGapThatARoundFillsIsNotOpenAfterIt", "host/internal/run.TestGapQueriesWaitForTheNextRoundThatRuns"]
    record = ["event round.new_documents", "event round.injected"]
    status = "works"
  }

  row "S0-11" {
    what   = "Gaps are looked for after every round from the minimum on"
    here   = "`after = every_round` and at least `adaptive.min_rounds` have run; `after = NAME`: once, after that round"
    policy = ["gap.after = every_round"]
    code   = ["host/policy/course_gap.go"]
    tests  = ["host/internal/run.TestGapsAreLookedForFromTheMinimumOfRoundsOn"]
    record = ["step gap.coverage"]
    status = "works"
  }

  row "S1-05" {
    what   = "Gaps with a type, from what was ingested"
    here   = "factual, mechanistic, quantitative or temporal; at most 6. Without a model: parts of the question and options whose terms (U15) no passage holds to `threshold` (0.5); a quantity needs a passage with a number; the type by wording (years, numbers, how and why), else by the answer type. The least carried come first. Record: step `gap.epistemic`"
    policy = ["gap.epistemic", "gap.epistemic.max"]
    code   = ["host/internal/run/gap/epistemic.go", "host/evidence/gaptype.go", "host/model/prompt/gaps_epistemic.go"]
    tests = [
      "host/internal/run.TestEpistemicGapsHaveTypesAndQueriesOfTheirType",
      "host/internal/run.TestAQuantityIsOpenUntilAPassageGivesANumber",
      "host/evidence.TestTheTypeOfAGapFollowsItsWording",
      "host/internal/run.TestFiveHundredGapsAreSixAndTenThousandAreNoAnswer",
    ]
    record = ["step gap.epistemic"]
    status = "works"
  }

  row "S1-33" {
    what   = "Gaps of a preliminary synthesis of what was found so far"
    here   = "`from = draft` (`s1`): the sentences that an answer would be made of now, one of a document; a part of the question is open that none of them carries, and a model is shown them instead of passages. Over 2,141 questions of seven packs 740 have open gaps, 507 with `from = read`; 2 answers change, neither for the better or the worse, so `combined` keeps `from = read`"
    policy = ["gap.from"]
    code   = ["host/internal/run/gap/look.go"]
    tests  = ["host/internal/run.TestGapsOfADraftAreWhatItsSentencesLeaveOut", "host/internal/run.TestAModelIsShownTheDraftWhoseGapsItLooksFor"]
    record = ["step gap.epistemic"]
    status = "works"
  }
  row "S1-06" {
    what   = "The cap of that answer, and when there is time for it"
    here   = "`max_output` (`s1`: 500 tokens), role fastest, 20 s; `when = budget.max_s >= 60`"
    code   = ["host/internal/run/gap/model.go"]
    tests  = ["host/internal/run.TestAnAnswerIsCappedWhereThePolicySays", "host/internal/run.TestAGapAnalysisWithAConditionLooksOnlyIfItHolds"]
    record = ["event model_call.request", "event condition.where"]
    status = "works"
  }

  row "S1-07" {
    what   = "Which of these gaps are kept"
    here   = "`valid_tokens` 5 to 30 words, of which one is more than a general word (\"evidence\", \"mechanism\"); an answer that cannot be read gives none. What is dropped is recorded"
    code   = ["host/internal/run/gap/gap.go", "host/model/prompt/gaps_epistemic.go"]
    tests  = ["host/internal/run.TestDescriptionsHaveFiveToThirtyWords", "host/model/prompt.TestEpistemicGapsHaveFiveToThirtyWords"]
    record = ["event step.texts"]
    status = "works"
  }

  row "S1-08" {
    what   = "Queries by the type of a gap"
    here   = "the four templates as proposed. Without a model `{entity}` and `{system}` are the gap's first anchor or core term, `{property}`, `{metric}`, `{process}` and `{phenomenon}` its next two, `{year_range}` its years"
    code   = ["host/internal/run/gap/queries.go"]
    tests  = ["host/internal/run.TestEpistemicGapsHaveTypesAndQueriesOfTheirType"]
    record = ["event round.injected", "event step.texts"]
    status = "works"
  }

  row "S1-09" {
    what = "How far a gap was filled"
    here = "share of the gap's terms (U15) that anything that would be read holds, or what a plugin says where the block has `stage \"saturation\"`; metric `gaps.KIND.saturation` is the mean"
    code = ["host/internal/run/gap/fill.go", "host/internal/run/gap/stage.go"]
    tests = [
      "host/evidence.TestGoldenVectorsOfTheCatalogue",
      "host/internal/run.TestHalfOfTheTermsIsEnough",
      "host/internal/run.TestAPluginSaysHowFarAGapWasFilledInTheHostsPlace",
      "host/internal/run.TestEpistemicGapsHaveTypesAndQueriesOfTheirType",
    ]
    record = ["step gap.epistemic.filled", "metric gaps.epistemic.saturation"]
    status = "works"
  }

  row "S1-01" {
    what   = "Gap queries stand in for planned ones, or join them"
    here   = "`inject = [ROUND, …]`, `planned = \"keep\"` or `\"replace\"`: what the first of the rounds does not ask waits for the next; a round whose gap queries were all asked keeps its own"
    policy = ["gap.planned"]
    code   = ["host/internal/run/gap/waiting.go"]
    tests  = ["host/internal/run.TestGapQueriesMayStandInForTheRoundsOwn", "host/internal/run.TestWhatTheFirstTargetDoesNotAskWaitsForTheNext"]
    record = ["event round.injected"]
    status = "works"
  }

  row "S1-02" {
    what   = "A sub-round for a gap that stays open"
    here   = "after the round that asked for it, if its saturation is strictly under `below` (0.50): one query of what is missing, to sources that were not asked for it; of these the one that `prefer` names for the type of the gap alone (europepmc for mechanisms, crossref for quantities). With nothing left, the round's own"
    policy = ["gap.subround", "gap.subround.relax_sources"]
    code   = ["host/internal/run/gap/subround.go"]
    tests  = ["host/internal/run.TestAGapThatStaysOpenIsSearchedForInOtherSources", "host/internal/run.TestTheSourceThatKnowsMostOfATypeIsAskedFirst"]
    record = ["step gap.epistemic.subround"]
    status = "works"
  }

  row "S1-03" {
    what   = "Sub-rounds count against the maximum of rounds"
    here   = "`counts_against_max`, `max` (2) in a run"
    policy = ["gap.subround.counts_against_max"]
    code   = ["host/policy/course_gap.go"]
    tests = [
      "host/internal/run.TestASubroundCountsAgainstTheMostRoundsUnlessThePolicySaysNo",
      "host/internal/run.TestASubroundWithAConditionRunsOnlyIfItHolds",
    ]
    record = ["step gap.epistemic.subround"]
    status = "works"
  }

  row "S1-04" {
    what   = "Whether the analysis runs beside the second round"
    here   = "it does not: it ends before the next round begins, so that equal runs are equal and its queries reach that round; [why](../RATIONALE.md)"
    code   = ["host/internal/run/rounds/rounds.go"]
    tests  = ["host/internal/run.TestEpistemicGapsHaveTypesAndQueriesOfTheirType"]
    record = ["step gap.epistemic"]
    status = "works"
  }

  row "S1-22" {
    what   = "When sub-rounds and analysis are off"
    here   = "conditions: `budget.max_usd >= 1.5` and `budget.max_s >= 60`; what synthesis needs is kept back by the guard (`reserve_for`)"
    policy = ["gap.subround.when", "gap.when"]
    code   = ["policies/s1.policy.hcl", "host/policy/course_gap.go"]
    tests = [
      "host/internal/run.TestAGapAnalysisWithAConditionLooksOnlyIfItHolds",
      "host/internal/run.TestASubroundWithAConditionRunsOnlyIfItHolds",
      "host/internal/run.TestTheAnswerStaysPayableWhateverRetrievalSpends",
    ]
    record = ["event condition.result", "event reservation.reason"]
    status = "works"
  }

  row "S2-02" {
    what   = "One query for each gap claim, in a round of its own"
    here   = "round `gap_fill` with `inject = gap_fill`, `per_gap = [1, 1]`; worded by S0-09's prompt or as it stands"
    policy = ["gap.probe.inject = gap_fill", "gap.probe.queries.per_gap"]
    code   = ["host/internal/run/gap/queries.go"]
    tests = [
      "host/internal/run.TestGapQueriesForANamedRoundWaitForThatRound",
      "policies/s2.policytest.hcl: gap_fill",
      "cmd/sparkhost/internal/cli/testdata/script/gaps.txtar: gap_fill",
    ]
    record = ["event round.injected"]
    status = "works"
  }

  row "S2-04" {
    what   = "It comes early, and the budget is asked before"
    here   = "by `order`; each search is reserved before it is sent, and a round that none could be paid for is recorded so"
    policy = ["order"]
    code   = ["host/internal/run/search/search.go"]
    tests  = ["host/policy/load.TestOrderStatesTheSequenceAndDropsInheritedRounds", "host/internal/run.TestARoundsOwnBudgetBoundsThatRoundAlone"]
    record = ["event reservation.granted", "result rounds.skipped_reason"]
    status = "works"
  }

  row "S2-05" {
    what   = "A stripped answer shows what nothing supports"
    here   = "claims without a document among those shown; at most 4. Without a model: parts of the question that no passage carries, and of the sentences that an answer would be made of now those that no other document's passage carries"
    policy = ["gap.probe", "gap.probe.max_output = 512"]
    code   = ["host/internal/run/gap/probe.go", "host/model/prompt/gaps_probe.go"]
    tests = [
      "host/internal/run.TestAProbeFindsWhatNothingElseSaysAndCountsWhatIsFilledLater",
      "host/internal/run.TestAProbeByAModelKeepsTheClaimsThatNoDocumentSupports",
      "host/model/prompt.TestAProbeReturnsClaimsThatNoDocumentSupports",
    ]
    record = ["step gap.probe"]
    status = "works"
  }

  row "S2-06" {
    what   = "What such a claim looks like"
    here   = "at most `max_words` (10) words: a model's longer ones are dropped, those of rules are cut to their most telling words"
    policy = ["gap.max_words = 10"]
    code   = ["host/internal/run/gap/gap.go"]
    tests  = ["host/internal/run.TestAProbesPhrasesHaveTenWordsAtMost", "host/model/prompt.TestAProbeReturnsClaimsThatNoDocumentSupports"]
    record = ["event step.texts"]
    status = "works"
  }

  row "S2-07" {
    what   = "Gaps that were asked for already"
    here   = "dropped, and the round with them if none is left"
    policy = ["gap.skip_if_covered"]
    code   = ["host/internal/run/gap/gap.go"]
    tests  = ["host/internal/run.TestAGapThatTheQueriesCoverIsSkipped"]
    record = ["event step.texts"]
    status = "works"
  }

  row "C20" {
    what   = "All of a gap's terms among the queries, or any"
    here   = "`skip_if_covered` = all (default of probe), any or never, for each gap"
    policy = ["gap.skip_if_covered"]
    code   = ["host/internal/run/gap/gap.go"]
    tests  = ["host/internal/run.TestAGapThatTheQueriesCoverIsSkipped"]
    record = ["event step.texts"]
    status = "works"
  }

  row "S2-08" {
    what   = "Which models are asked"
    here   = "`role = cheapest` finds the gaps, `query_role = synthesis` words the queries"
    policy = ["gap.role = cheapest", "gap.query_role = synthesis"]
    code   = ["host/internal/run/gap/model.go"]
    tests  = ["host/internal/run.TestAProbeByAModelKeepsTheClaimsThatNoDocumentSupports", "host/internal/run.TestAModelMayWordTheQueries"]
    record = ["event model_call.role"]
    status = "works"
  }

  row "S4-03" {
    what   = "A round for what a bridge asks"
    here   = "round `bridge` after methods, before adversarial"
    policy = ["order", "round.enabled"]
    code   = ["policies/s4.policy.hcl"]
    tests  = ["policies/s4.policytest.hcl: bridge", "host/policy/load.TestEnvironmentNamesActOnThePoliciesOfTheProposals"]
    record = ["event round.name"]
    status = "works"
  }

  row "S4-04" {
    what   = "It runs only on poor evidence"
    here   = "`rounds.primary.selected_quality < 0.55`, strictly"
    policy = ["round.when"]
    code   = ["policies/s4.policy.hcl"]
    tests  = ["host/internal/run.TestTheBridgeRoundRunsUnderTheThresholdOfQuality", "cmd/sparkhost/internal/cli/testdata/script/gaps.txtar: 0.549"]
    record = ["event condition.result", "result rounds.skipped_reason"]
    status = "works"
  }

  row "S4-05" {
    what   = "And only if it can be paid"
    here   = "as S2-04"
    code   = ["host/internal/run/search/search.go"]
    tests  = ["host/internal/run.TestARoundsOwnBudgetBoundsThatRoundAlone", "host.TestABudgetOfTwoSearchesRefusesTheThirdAndStillAnswers"]
    record = ["event reservation.granted"]
    status = "works"
  }

  row "S4-06" {
    what   = "Names that no journal indexes by may be looked for on the open web"
    here   = "`open_web`: a name of the form of a CAS number, a US patent or a NIST standard comes first, and the first query may leave the sites that source brave keeps to"
    policy = ["gap.open_web"]
    code   = ["host/internal/run/gap/bridge.go", "host/retrieval/brave/source.go"]
    tests = [
      "host/internal/run.TestNamesOfRegistriesComeFirstAndMayLeaveTheSites",
      "host/retrieval/brave.TestHitsComeFromTheSitesSaveForQueriesThatMayLeaveThem",
    ]
    record = ["step gap.bridge"]
    status = "works"
  }

  row "S4-07" {
    what   = "Entities and gaps from the top abstracts"
    here   = "two lines, parts between pipes; empty, repeated and overlong parts dropped; at most 12 entities and 4 gaps. Without a model: chemical names, symbols, acronyms and names of capitalised words that the question lacks, in more of the `abstracts` (5) first, then beside words of the question more often; at most 6"
    policy = ["gap.bridge", "gap.bridge.abstracts"]
    code   = ["host/internal/run/gap/bridge.go", "host/internal/run/gap/bridge_names.go", "host/evidence/names.go", "host/model/prompt/gaps_bridge.go"]
    tests = [
      "host/internal/run.TestABridgeIsBuiltOnNamesThatTheQuestionLacks",
      "host/internal/run.TestTheNamesOfAbstractsAreFoundByTheirForm",
      "host/model/prompt.TestTheTwoLinesOfEvidenceGaps",
    ]
    record = ["step gap.bridge"]
    status = "works"
  }

  row "S4-08" {
    what   = "An entity stands word for word in the abstracts"
    here   = "substring of title or text of a document shown; `verbatim_case` fold (default) or exact; shorter than three letters: dropped"
    policy = ["gap.verbatim_case"]
    code   = ["host/internal/run/gap/bridge.go", "host/model/prompt/gaps_bridge.go"]
    tests  = ["host/internal/run.TestAModelsNamesMustStandInTheAbstracts", "host/model/prompt.TestTheTwoLinesOfEvidenceGaps"]
    record = ["event step.texts"]
    status = "works"
  }

  row "S4-09" {
    what   = "Queries of a bridge"
    here   = "names and the gap's core terms; without names none, and the round is skipped. Each query has two names, the next one the next"
    policy = ["gap.bridge.templates", "gap.bridge.queries.per_round"]
    code   = ["host/internal/run/gap/bridge.go"]
    tests  = ["host/internal/run.TestABridgeIsBuiltOnNamesThatTheQuestionLacks", "host/internal/run.TestAFailingModelLeavesTheRunComplete"]
    record = ["event round.injected"]
    status = "works"
  }

  row "S4-10" {
    what   = "What these gaps aim at"
    here   = "what would clinch or refute each option or part of the question; without a model those that no one of the abstracts holds to `threshold` (0.5)"
    policy = ["gap.bridge"]
    code   = ["host/internal/run/gap/bridge.go", "host/model/prompt/templates/evidence_gaps.v4.tmpl"]
    tests  = ["host/internal/run.TestABridgeIsBuiltOnNamesThatTheQuestionLacks"]
    record = ["event step.texts"]
    status = "works"
  }

  row "S4-17" {
    what   = "Nothing that fails in it ends a run"
    here   = "an answer that is none gives no names and no gaps; `on_failure` = nothing (`s4`) or rules (default)"
    policy = ["gap.on_failure"]
    code   = ["host/internal/run/gap/gaps.go"]
    tests  = ["host/internal/run.TestAFailingModelLeavesTheRunComplete"]
    record = ["result bridge_round_stats.bridge_triggered", "warning model_failed"]
    status = "works"
  }

  row "S4-18" {
    what = "What a bridge did"
    here = "`bridge_round_stats` of a result, metrics `bridge.*`"
    code = ["host/internal/run/gap/bridge_build.go", "host/record/result.go"]
    tests = [
      "host/internal/run.TestABridgeIsBuiltOnNamesThatTheQuestionLacks",
      "cmd/sparkhost/internal/cli/testdata/script/gaps.txtar: bridge_round_stats",
    ]
    record = [
      "result bridge_round_stats.bridge_queries_generated",
      "result bridge_round_stats.bridge_docs_added",
      "result bridge_round_stats.bridge_entities_extracted",
      "result bridge_round_stats.bridge_triggered",
    ]
    status = "works"
  }

  row "C1" {
    what   = "When gap analysis runs, and on what"
    here   = "`after`, and `from` = scored (titles and abstracts), read (passages that would be read now) or draft (S1-33); several blocks may stand side by side"
    policy = ["gap.after", "gap.from"]
    code   = ["host/internal/run/gap/look.go"]
    tests  = ["cmd/sparkhost/internal/cli/testdata/script/gaps.txtar: gap.probe", "host/internal/run.TestGapsAreLookedForFromTheMinimumOfRoundsOn"]
    record = ["step gap.probe"]
    status = "works"
  }

  row "C2" {
    what   = "How many queries gaps may ask"
    here   = "`per_gap` and `per_round` (`standard`: 1 to 2, and 4), spent in turns: the first query of every gap before the second of any"
    policy = ["gap.queries.per_gap", "gap.queries.per_round"]
    code   = ["host/internal/run/gap/queries.go"]
    tests  = ["host/internal/run.TestGapQueriesGoRoundTheGapsBeforeTheyRepeat"]
    record = ["event round.injected"]
    status = "works"
  }

  row "C3" {
    what   = "What becomes of planned rounds"
    here   = "four ways: next_round, one round, several, `planned = \"replace\"`; order is a list of names, nothing shifts"
    policy = ["gap.inject", "gap.planned"]
    code   = ["host/internal/run/gap/waiting.go"]
    tests  = ["host/internal/run.TestGapQueriesMayStandInForTheRoundsOwn", "host/internal/run.TestGapQueriesForANamedRoundWaitForThatRound"]
    record = ["event round.injected"]
    status = "works"
  }

  row "C4" {
    what   = "Four forms of answers"
    here   = "one normal form: id, text, type, terms, kind, in order of priority; what cannot be read is empty and recorded"
    code   = ["host/internal/run/gap/gap.go"]
    tests  = ["host/internal/run.TestFiveHundredGapsAreSixAndTenThousandAreNoAnswer", "host/internal/run.TestWhatIsNoAnswerLeavesTheGapsToTheRules"]
    record = ["event step.texts"]
    status = "works"
  }

  row "C5" {
    what   = "\"Covered\" by three thresholds and two measures"
    here   = "a threshold without its measure is refused when the policy is checked"
    policy = ["gap.measure"]
    code   = ["host/policy/schema/gap.go"]
    tests  = ["host/policy/load.TestBrokenPoliciesGetExactDiagnostics"]
    status = "works"
  }

  row "C12" {
    what   = "Whether further rounds use up the maximum"
    here   = "`counts_against_max` of a round and of a sub-round: true by default"
    policy = ["round.counts_against_max", "gap.subround.counts_against_max"]
    code   = ["host/policy/course_gap.go"]
    tests = [
      "host/internal/run.TestNoMoreRoundsRunThanTheMaximumExceptThoseThatDoNotCount",
      "host/internal/run.TestASubroundCountsAgainstTheMostRoundsUnlessThePolicySaysNo",
    ]
    record = ["event round.stop_reason"]
    status = "works"
  }

  row "U15" {
    what   = "Terms that characterise a gap"
    here   = "content words of its description without those of the question, or with them if none is left"
    code   = ["host/evidence/phrase.go"]
    tests  = ["host/evidence.TestCharacteristicTerms"]
    status = "works"
  }

  row "U35" {
    what   = "How long a model may take that only helps"
    here   = "20 s"
    code   = ["host/internal/run/gap/model.go"]
    tests  = ["host/model.TestTheKeyHoldsAllThatDecidesAReply"]
    record = ["event model_call.error"]
    status = "works"
  }
}
