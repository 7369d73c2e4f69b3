section "Options" {
  row "B-16" {
    what   = "Options are scored, the best is the answer"
    here   = "sum of the policy's terms. *Differs:* without a model `as_written` takes the lexical score alone, all others mostly the stance stage; a lead under `min_margin` (0.06) is a reason for doubt"
    policy = ["options.term", "options.min_margin", "options.eliminate_below"]
    code   = ["host/internal/run/answer/options.go"]
    tests = [
      "host/internal/run.TestBlendsOfOptionsAgreeWithTheGoldenVectors",
      "host/internal/run.TestALeadUnderTheMinimumIsAReasonForDoubt",
      "host/internal/run.TestAnOptionsDossierHoldsTheBestPassagesUpToTheLimit",
    ]
    record = ["event option.terms", "result options.score"]
    status = "works"
  }

  row "U07" {
    what   = "Lexical score of an option"
    here   = "greatest share, over its dossier, of the option's own words (those that neither the question nor every option has) in a passage"
    code   = ["host/internal/run/answer/options.go"]
    tests  = ["host/internal/run.TestAnOptionsDossierHoldsTheBestPassagesUpToTheLimit"]
    record = ["event option.terms"]
    status = "works"
  }

  row "U08" {
    what   = "Elimination"
    here   = "score < best - `eliminate_below` (0.25) and no passage in the dossier; `keep_at_least` (2) stay"
    policy = ["options.eliminate_below"]
    code   = ["host/internal/run/answer/options.go"]
    tests = [
      "host/internal/run.TestOptionsFarUnderTheBestAndWithoutSupportAreStruckOut",
      "host/internal/run.TestTheResultTellsWhichOptionsWereStruckOut",
    ]
    record = ["result options.eliminated"]
    status = "works"
  }

  row "S3-14" {
    what   = "A falsified option loses"
    here   = "a term of -0.15 over part `falsified` of a stage of options with `mode = \"option\"`"
    policy = ["options.term.part = falsified"]
    code   = ["policies/s3.policy.hcl", "host/internal/score/terms.go"]
    tests  = ["host/internal/run.TestBlendsOfOptionsAgreeWithTheGoldenVectors", "host/internal/run.TestHitsAgainstOptionsAreRecordedAndPenalised"]
    record = ["result options.terms"]
    status = "works"
  }

  row "S3-15" {
    what   = "An option that nothing speaks against gains"
    here   = "only as the others lose; there is no bonus (C14)"
    policy = ["options.term.part = falsified"]
    code   = ["policies/s3.policy.hcl"]
    tests  = ["host/internal/run.TestHitsAgainstOptionsAreRecordedAndPenalised"]
    record = ["result options.terms"]
    status = "works"
  }

  row "S3-16" {
    what   = "What the passages say of two options together"
    here   = "`contrast`: the best passages that mention the key phrases of both within `window` (200 as proposed) words; record: step `options.contrast`. Solvers are shown which passages they are, the best of each pair always"
    policy = ["options.contrast", "options.contrast.window = 200"]
    code   = ["host/internal/run/answer/contrast.go"]
    tests = [
      "host/internal/run.TestPassagesThatNameTwoOptionsContrastThem",
      "cmd/sparkhost/internal/cli/testdata/script/planning.txtar: options.contrast",
      "host/internal/run.TestPassagesThatSpeakOfTwoOptionsAreShownAsSuch",
    ]
    record = ["step options.contrast"]
    status = "works"
  }

  row "S1-18" {
    what   = "Discriminative power of what is cited for an option"
    here   = "term with `cited = stage.NAME`: mean over the documents in its dossier that the stage scored; unknown without any. `combined` gives it a fifth of s1's weight: at 0.10 it lost 3 of 42 answers on exam-scifact and 1 of 28 on exam-bioasq, and won none"
    policy = ["options.term.cited"]
    code   = ["host/internal/run/answer/weigh.go"]
    tests  = ["host/internal/run.TestBlendsOfOptionsAgreeWithTheGoldenVectors", "host/internal/run.TestDocumentsAreScoredWhenTheirRoundFoundThem"]
    record = ["result options.terms"]
    status = "works"
  }

  row "S1-19" {
    what   = "A greater lead is asked for"
    here   = "`min_margin` = 0.07"
    policy = ["options.min_margin = 0.07"]
    code   = ["host/policy/course.go"]
    tests  = ["host/internal/run.TestALeadUnderTheMinimumIsAReasonForDoubt"]
    record = ["result uncertainty_reasons", "metric answer.margin"]
    status = "works"
  }

  row "D6" {
    what   = "S1-18 moves weight to values near 0"
    here   = "`normalise = \"min_max\"` of the term: over the options, least 0 and greatest 1, all 0 if equal"
    policy = ["options.term.normalise = min_max"]
    code   = ["host/internal/score/spread.go"]
    tests  = ["host/internal/score.TestMinMaxSpreadsTheValuesOverTheItems"]
    record = ["result options.terms"]
    status = "works"
  }

  row "C8" {
    what   = "Three blends of an option's score"
    here   = "each a list of terms; `missing = \"renormalise\"` lets the positive weights of the others grow where a value, such as that of a model, is unknown, `\"skip\"` (default) adds nothing. A stage of options sees the values too (`items.lexical`, `model`, `citations`), so that a plugin can blend them"
    policy = ["options.missing = renormalise"]
    code   = ["host/internal/score/spread.go"]
    tests = [
      "host/internal/run.TestBlendsOfOptionsAgreeWithTheGoldenVectors",
      "host/internal/run.TestWithoutAModelTheWeightsOfTheOthersMayGrow",
      "host/internal/run.TestAPluginCanBlendWhatTheTermsOfOptionsWeigh",
    ]
    record = ["result options.terms"]
    status = "works"
  }

  row "B-05" {
    what   = "A debate: two answers and a judge"
    here   = "modes standard, routed and research_max. In research_max two solvers answer, and where they differ a judge chooses, asked twice with the answers exchanged; unless it says the same twice, the surer or, of options, the mean counts"
    policy = ["synthesise.research_max.solvers", "synthesise.research_max.judge"]
    code   = ["host/internal/run/answer/debate.go", "host/internal/run/answer/solve.go", "host/model/prompt/answers.go"]
    tests = [
      "host/internal/run.TestADebateIsDecidedByAJudgeThatSaysTheSameTwice",
      "host/internal/run.TestASecondSolverOfTheSameModelSeesTheDocumentsTheOtherWayRound",
    ]
    record = ["step synthesis.research_max", "result mode"]
    status = "works"
  }

  row "B-17" {
    what   = "A model writes the answer"
    here   = "scores of options, or a free answer with citations; what one model does not answer the next of its role is asked; with `grounded` (standard, combined) an answer counts only with a sentence, word for word, that addresses the question and carries it; without an answer of a model the way without one"
    policy = ["synthesise.standard.solvers", "synthesise.standard.grounded"]
    code   = ["host/internal/run/answer/solve.go", "host/model/prompt/answers.go"]
    tests = [
      "host/internal/run.TestScoresOfASolverAreAFeatureOfTheOptions",
      "host/internal/run.TestWithoutAnAnswerOfAModelTheRulesDecide",
      "host/internal/run.TestAModelWritesAFreeAnswer",
      "host/internal/inquiry.TestWhatOneModelDoesNotAnswerTheNextIsAsked",
    ]
    record = ["step synthesis.standard"]
    status = "works"
  }

  row "S0-16" {
    what   = "What numbers agree on is in the prompt"
    here   = "the block `convergence_evidence`"
    policy = ["synthesise.convergence = true"]
    code   = ["host/internal/run/assess/convergence.go", "host/model/prompt/input.go"]
    tests = [
      "host/internal/run.TestTheConvergenceBlockHasALineForEachClusterOfNumbers",
      "cmd/sparkhost/internal/cli/testdata/script/reactions.txtar: convergence_evidence",
    ]
    record = ["step convergence_evidence"]
    status = "works"
  }

  row "S0-33" {
    what   = "Claims are an input of synthesis"
    here   = "claims that a model read stand in the prompt that answers; without a model the extracted span is a claim's sentence"
    policy = ["claims.extract", "synthesise"]
    code   = ["host/model/prompt/input.go"]
    tests  = ["host/internal/run.TestClaimsThatAModelReadStandInThePromptThatAnswers"]
    record = ["step claims.extract"]
    status = "works"
  }

  row "B-21" {
    what   = "What speaks for each option is content of the prompt"
    here   = "of each option its quotes with stance, source and section, as far as their documents are shown"
    policy = ["synthesise"]
    code   = ["host/internal/run/answer/dossiers.go", "host/model/prompt/input.go"]
    tests  = ["host/internal/run.TestTheSentencesForEachOptionStandInThePromptThatAnswers"]
    record = ["event model_call.request"]
    status = "works"
  }

  row "S0-20" {
    what   = "What speaks against a draft comes first"
    here   = "a block before the other documents, numbered with them"
    policy = ["falsify.resynthesise"]
    code   = ["host/internal/run/answer/showing.go", "host/model/prompt/input.go"]
    tests  = ["host/internal/run.TestWhatRefutedADraftIsShownFirst"]
    record = ["event model_call.request"]
    status = "works"
  }

  row "S4-15" {
    what   = "Chain-linked evidence has a section of its own"
    here   = "after the documents, with the antecedent of each claim; the documents are grouped, linked ones after the others"
    policy = ["synthesise.chain_section = true"]
    code   = ["host/internal/run/answer/showing.go", "host/model/prompt/input.go"]
    tests = [
      "host/internal/run.TestLinkedClaimsAreShownWhereThePolicyWantsThem",
      "host/model/prompt.TestChainLinkedEvidenceBringsItsInstruction",
      "host/internal/run.TestLinkedPassagesAreShownAfterTheOthers",
    ]
    record = ["event model_call.request", "step synthesis.standard"]
    status = "works"
  }

  row "S4-16" {
    what   = "An instruction when there is such evidence"
    here   = "word for word, in the system prompt of options and synthesis"
    policy = ["synthesise.chain_section = true"]
    code   = ["host/model/prompt/input.go"]
    tests  = ["host/internal/run.TestLinkedClaimsAreShownWhereThePolicyWantsThem", "host/model/prompt.TestChainLinkedEvidenceBringsItsInstruction"]
    record = ["event model_call.request"]
    status = "works"
  }

  row "U25" {
    what   = "A line of that block"
    here   = "value, unit, number of sources, their ids, flag"
    code   = ["host/internal/run/assess/convergence.go"]
    tests  = ["host/internal/run.TestTheConvergenceBlockHasALineForEachClusterOfNumbers"]
    record = ["step convergence_evidence"]
    status = "works"
  }
}
