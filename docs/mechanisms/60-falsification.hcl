section "Falsification" {
  row "S0-17" {
    what   = "A search against the draft answer, after synthesis and before calibration"
    here   = "three query templates; what they find, and all that was read but the works that the draft rests on, is scored by a stage (U13; `match` = meaning: sentences that say the draft again in whatever form and deny it) and, with `role`, by a model that says which passages refute the draft and how strongly, in the same noisy-or; the greater counts; a quote that the passage lacks counts half. The strongest stand in the result"
    policy = ["falsify.draft", "falsify.draft.queries"]
    code   = ["host/internal/run/falsify/falsify.go", "host/internal/run/falsify/model.go"]
    tests = [
      "host/internal/run.TestADraftThatIsRefutedIsDraftedAnewWithWhatRefutedIt",
      "host/internal/run.TestMostDraftsThatRepeatAMisconceptionAreRefuted",
      "plugins/falsification.TestADraftIsRefutedByMeaning",
      "host/internal/query.TestAnUnfilledSlotIsDroppedWithItsWord",
      "plugins/falsification.TestADraftIsScoredByNoisyOr",
      "host/internal/run.TestTheModelsFindingsAreScoredByStrengthAndRelevance",
      "host/internal/run.TestWithoutAnAnswerOfTheModelTheStagesJudgeTheDraft",
    ]
    record = ["result quality_gates.falsification_score", "result rounds.name"]
    status = "works"
  }

  row "S0-18" {
    what   = "When that search is worth it"
    here   = "`standard`: `budget.remaining_usd > 0.25 && answer.provisional_confidence >= 0.35`"
    policy = ["falsify.when"]
    code   = ["policies/standard.policy.hcl"]
    tests  = ["host/internal/run.TestFalsificationDoesNotRunWhereItsConditionIsUnknown", "policies/s0.policytest.hcl: 0.25"]
    record = ["event condition.where", "metric falsify.draft.ran"]
    status = "works"
  }

  row "S0-19" {
    what   = "A refuted draft is made anew"
    here   = "score strictly over `above` (0.7): reason `high_falsification_risk`, the passages found are read too, at most `max` (1) times. The new draft is made against the refuted one: its option has the score as `option.refuted`, which `standard` weighs with -0.5, and its short answer loses that share of its weight"
    policy = ["falsify.resynthesise.above = 0.7", "falsify.resynthesise.max = 1"]
    code   = ["host/internal/run/falsify/falsify.go"]
    tests = [
      "host/internal/run.TestADraftThatIsRefutedIsDraftedAnewWithWhatRefutedIt",
      "host/internal/run.TestADraftThatIsRefutedYieldsToAnotherOption",
      "host/internal/run.TestAShortAnswerThatWasRefutedYieldsToTheNextOne",
      "host.TestAModelThatIsRightRaisesAccuracyAndOneThatLiesHardlyLowersIt",
      "host/internal/run.TestADraftThatIsNotRefutedStands",
      "policies/s0.policytest.hcl: 0.7",
    ]
    record = ["warning resynthesised", "result uncertainty_reasons"]
    status = "works"
  }

  row "S3-11" {
    what   = "Hits against an option"
    here   = "passages with its key phrase and a negation within `window_chars` (100) characters"
    policy = ["options.stage.config.window_chars = 100"]
    code   = ["plugins/falsification/option.go"]
    tests = [
      "plugins/falsification/testdata/golden/s3_11_99_characters.json",
      "plugins/falsification/testdata/golden/s3_11_100_characters.json",
      "plugins/falsification/testdata/golden/s3_11_101_characters.json",
      "plugins/falsification.TestAnOptionIsHitByAMarkerNearItsPhrase",
    ]
    record = ["step options.refuted"]
    status = "works"
  }

  row "S3-12" {
    what   = "Which sections count"
    here   = "all but introduction and methods"
    policy = ["falsify.stage.config"]
    code   = ["plugins/falsification/kernel.go"]
    tests = [
      "plugins/falsification/testdata/golden/s3_12_sections_excluded.json",
      "plugins/falsification/testdata/golden/s3_12_sections_included.json",
      "plugins/falsification.TestSectionsDecideWhichPassagesCount",
    ]
    record = ["step options.refuted"]
    status = "works"
  }

  row "S3-13" {
    what   = "How many hits falsify an option"
    here   = "`min_hits` (2); the penalty is a term of the policy that weighs part `falsified`"
    policy = ["options.stage.config.min_hits = 2"]
    code   = ["plugins/falsification/option.go"]
    tests = [
      "plugins/falsification/testdata/golden/s3_13_one_hit.json",
      "plugins/falsification/testdata/golden/s3_13_two_hits.json",
      "plugins/falsification.TestAnOptionIsFalsifiedByEnoughHits",
      "host/internal/run.TestHitsAgainstOptionsAreRecordedAndPenalised",
    ]
    record = ["step options.refuted", "result options.terms"]
    status = "works"
  }

  row "C28" {
    what = "Exclude some sections, or include only some"
    here = "`sections_exclude` or `sections_include`; `unknown_section` count (default) or skip; abstracts count in the first form and not in the second"
    code = ["plugins/falsification/kernel.go"]
    tests = [
      "plugins/falsification/testdata/golden/s3_12_sections_excluded.json",
      "plugins/falsification/testdata/golden/s3_12_sections_included.json",
      "plugins/falsification.TestSectionsDecideWhichPassagesCount",
    ]
    status = "works"
  }

  row "D7" {
    what   = "Hits grow with the number of passages, so well-studied options look refuted"
    here   = "`rate`: none (default, as written), per_passage (hits/passages ≥ 0.5 too), fixed_k (only the 5 most relevant passages of each option)"
    policy = ["options.stage.config.rate = per_passage"]
    code   = ["plugins/falsification/option.go"]
    tests = [
      "plugins/falsification/testdata/golden/d7_per_passage.json",
      "plugins/falsification/testdata/golden/d7_fixed_k.json",
      "plugins/falsification.TestAnOptionIsFalsifiedByEnoughHits",
    ]
    record = ["step options.refuted"]
    status = "works"
  }

  row "U11" {
    what   = "The alternative answer, slot `{alternative}`"
    here   = "the runner-up among the options; none for yes/no, claims and free answers, whose query loses that word"
    code   = ["host/internal/run/answer/synthesise.go"]
    tests  = ["host/internal/query.TestAnUnfilledSlotIsDroppedWithItsWord"]
    status = "works"
  }

  row "U13" {
    what = "Falsification score of a draft"
    here = "1 - Π(1 - strength × relevance) over the top 5 passages; negation 0.5, refutation 1; 0 without hits"
    code = ["plugins/falsification/draft.go"]
    tests = [
      "plugins/falsification/testdata/golden/u13_noisy_or.json",
      "plugins/falsification/testdata/golden/u13_none.json",
      "plugins/falsification/testdata/golden/u13_top_five.json",
      "plugins/falsification.TestADraftIsScoredByNoisyOr",
    ]
    record = ["result quality_gates.falsification_score"]
    status = "works"
  }

  row "U34" {
    what   = "What speaks against a draft"
    here   = "a negation or refutation within 100 characters: as written of its key phrase (`match = \"phrase\"`, in s0), which no text holds of a verdict on a claim or question; corrected, of a verdict, at least two of its terms (`match = \"verdict_terms\"`, in standard; \"terms\": of every draft). Denials agree with a verdict that denies"
    policy = ["falsify.stage.config"]
    code   = ["plugins/falsification/draft.go", "plugins/falsification/target.go", "host/internal/run/falsify/falsify.go"]
    tests = [
      "plugins/falsification.TestADraftIsScoredByNoisyOr",
      "plugins/falsification.TestADraftOfWhichNoTextHoldsAllIsFoundByItsTerms",
      "plugins/falsification.TestDenialsAgreeWithAVerdictThatDenies",
      "host/internal/run.TestAVerdictIsChallengedByTheTermsOfItsClaim",
    ]
    status = "works"
  }

  row "C10" {
    what   = "Two falsifications"
    here   = "`falsify \"draft\"` and a stage of options in `mode = \"option\"`; both may be on"
    policy = ["falsify.draft", "options.stage"]
    code   = ["host/policy/schema/score.go"]
    tests  = ["host.TestEachMechanismThatAPolicyTurnsOnActsInSomeRecord"]
    record = ["result quality_gates.falsification_score", "step options.refuted"]
    status = "works"
  }

  row "C34" {
    what   = "How often an answer is made anew"
    here   = "`max` (1); the alternative answer is U11"
    policy = ["falsify.resynthesise.max = 1"]
    code   = ["host/internal/run/falsify/falsify.go"]
    tests  = ["host/internal/run.TestADraftThatIsRefutedIsDraftedAnewWithWhatRefutedIt"]
    record = ["warning resynthesised"]
    status = "works"
  }

  row "C37" {
    what   = "The draft is always challenged, or under conditions"
    here   = "`when`"
    policy = ["falsify.when"]
    code   = ["host/internal/run/falsify/falsify.go"]
    tests  = ["host/internal/run.TestFalsificationDoesNotRunWhereItsConditionIsUnknown"]
    record = ["event condition.where"]
    status = "works"
  }
}
