section "Reactions" {
  text = <<-EOT
    Handlers, `on "EVENT"`, act once, after claims were assessed and before the answer is made: one pass of searches, which the budget guards and which counts as
    no round. What it finds is read, and claims are assessed anew, once.
  EOT

  row "C16" {
    what   = "Several reactions to one contradiction"
    here   = "handlers are independent of each other and of the penalty of B-15"
    policy = ["on"]
    code   = ["host/internal/run/react/react.go"]
    tests  = ["cmd/sparkhost/internal/cli/testdata/script/reactions.txtar: on.dispute", "host/internal/run.TestReactionsReplayExactly"]
    record = ["step on.contradiction"]
    status = "works"
  }

  row "S0-07" {
    what   = "Disputed numbers are looked up before the answer"
    here   = "`on \"dispute\"`: queries with `{claim}` about the first `findings`, at most `max`"
    policy = ["on.dispute", "on.dispute.max = 3"]
    code   = ["host/internal/run/react/react.go"]
    tests  = ["host/internal/run.TestADisputeIsPutToSearchesAboutItsClaims", "cmd/sparkhost/internal/cli/testdata/script/reactions.txtar: on.dispute"]
    record = ["step on.dispute"]
    status = "works"
  }

  row "S2-03" {
    what   = "A search about a contradiction"
    here   = "`on \"contradiction\"`, by default 1 query"
    policy = ["on.contradiction"]
    code   = ["host/internal/run/react/react.go"]
    tests = [
      "host/internal/run.TestAContradictionIsPutToOneMoreSearchWhoseFindsAreReadOnce",
      "cmd/sparkhost/internal/cli/testdata/script/reactions.txtar: on.contradiction",
    ]
    record = ["step on.contradiction"]
    status = "works"
  }

  row "S2-16" {
    what   = "The pair that contradicts"
    here   = "the work of the passage that a verify stage finds to contradict, and the work of its first supporting passage, or, where the stage tells none, of that which shares most words (Jaccard) and contradicts nothing; with the words that signal it. As written any such finding is one; with `min_weight` both sides have to say it clearly (0.3 in combined)"
    policy = ["on.contradiction"]
    code   = ["host/internal/run/assess/findings.go"]
    tests = [
      "host/internal/run.TestAContradictionIsPutToOneMoreSearchWhoseFindsAreReadOnce",
      "host/internal/run.TestOnlyFindingsThatWeighEnoughAreEvents",
    ]
    record = ["step on.contradiction", "event step.texts"]
    status = "works"
  }

  row "S2-18" {
    what   = "No cascades"
    here   = "the first pair only (`findings` 1), `max` 1, and handlers do not react to what they found"
    policy = ["on.max = 1", "on.findings = 1"]
    code   = ["host/internal/run/react/react.go"]
    tests  = ["host/internal/run.TestAContradictionIsPutToOneMoreSearchWhoseFindsAreReadOnce"]
    record = ["step on.contradiction"]
    status = "works"
  }

  row "C19" {
    what   = "One search, or a second round"
    here   = "one; only works that no search had found are read, unless `require_new_documents = false`"
    policy = ["on.require_new_documents = true"]
    code   = ["host/internal/run/react/react.go"]
    tests = [
      "host/internal/run.TestWithoutAnythingNewTheDraftStaysAndNothingIsResolved",
      "host/internal/run.TestWorksThatWereFoundAndNotReadAreReadIfThePolicyDoesNotAskForNewOnes",
    ]
    record = ["step on.contradiction"]
    status = "works"
  }

  row "S2-19" {
    what   = "Whether the search settled it"
    here   = "metric `on.contradiction.resolved`: it found at least one work that was new; with `resolved_by = agreement`, such works take one side and none the other; `quality_gates.cap_resolved`"
    policy = ["on.contradiction"]
    code   = ["host/policy/course_on.go"]
    tests = [
      "host/internal/run.TestAContradictionIsPutToOneMoreSearchWhoseFindsAreReadOnce",
      "host/internal/run.TestWithoutAnythingNewTheDraftStaysAndNothingIsResolved",
      "host/policy/load.TestPolicyTestsFollowHandlers",
      "host/internal/run.TestAnEventIsSettledByWorksThatTakeOneSide",
      "host/internal/run.TestAsWrittenAnyNewWorkSettlesAContradiction",
    ]
    record = ["result quality_gates.cap_resolved", "metric on.contradiction.resolved"]
    status = "works"
  }

  row "S3-06" {
    what   = "A search that reconciles"
    here   = "`on \"disagreement\"` with `when` and `sources`: only those are asked"
    policy = ["on.disagreement", "on.sources"]
    code   = ["host/internal/run/react/react.go"]
    tests = [
      "host/internal/run.TestADisagreementIsReconciledAndTheModeRaisedIfThatCanBePaid",
      "cmd/sparkhost/internal/cli/testdata/script/reactions.txtar: reconcile",
    ]
    record = ["step on.disagreement"]
    status = "setting"
  }

  row "S3-17" {
    what   = "Disagreement is worth more effort"
    here   = "`upgrade`: the answer is made in mode `to` (research_max) if what remains is at least `reserve_factor` × the estimate, in millionths of a dollar"
    policy = ["on.disagreement.upgrade"]
    code   = ["host/policy/course_on.go"]
    tests = [
      "host/internal/run.TestADisagreementIsReconciledAndTheModeRaisedIfThatCanBePaid",
      "host/policy/load.TestAffordableIsExactAtItsBorder",
      "host/policy/load.TestPolicyTestsFollowHandlers",
    ]
    record = ["step on.disagreement", "result quality_gates.upgraded"]
    status = "works"
  }

  row "S3-18" {
    what   = "Or a reason for doubt"
    here   = "uncertainty reason `source_disagreement_detected`"
    policy = ["on.upgrade.reason"]
    code   = ["host/internal/run/react/react.go"]
    tests = [
      "host/internal/run.TestADisagreementIsReconciledAndTheModeRaisedIfThatCanBePaid",
      "host/policy/load.TestPolicyTestsFollowHandlers",
      "cmd/sparkhost/internal/cli/testdata/script/reactions.txtar: source_disagreement_detected",
    ]
    record = ["result uncertainty_reasons"]
    status = "works"
  }

  row "S3-30" {
    what   = "The upgrade itself is logged"
    here   = "the same reason where the mode was raised; not where it was that mode already"
    policy = ["on.upgrade.reason"]
    code   = ["host/internal/run/react/react.go"]
    tests  = [
      "host/internal/run.TestADisagreementIsReconciledAndTheModeRaisedIfThatCanBePaid",
      "policies/s3.policytest.hcl: source_disagreement_detected",
    ]
    record = ["result uncertainty_reasons"]
    status = "works"
  }

  row "C29" {
    what   = "How much must remain"
    here   = "`reserve_factor` 1.5 (default) or 1.0"
    policy = ["on.upgrade.reserve_factor = 1.5"]
    code   = ["host/policy/course_on.go"]
    tests  = ["host/policy/load.TestAffordableIsExactAtItsBorder"]
    record = ["step on.disagreement"]
    status = "works"
  }

  row "U21" {
    what   = "What research_max costs"
    here   = "the most that the solvers and the judge of that mode could cost, the judge asked twice, each call with a repair: input by what is shown, output by its cap, at the prices of their models; `upgrade.estimate` takes its place. *Differs:* no running mean of runs. Where a price is not known, nobody knows, and there is no upgrade under a limit of cost"
    policy = ["on.disagreement.upgrade"]
    code   = ["host/internal/run/state/reserve.go", "host/internal/run/react/react.go"]
    tests = [
      "host/internal/run.TestTheCostOfAnsweringIsThatOfAllSolversAndTheJudgeTwice",
      "host/internal/run.TestCostsStandInTheRecordAndReplaysTakeThemFromThere",
    ]
    record = ["event run.costs.most", "metric on.disagreement.estimate_usd"]
    status = "works"
  }

  row "C25" {
    what   = "The first sentence of a work"
    here   = "column `documents.first_sentence`, that of the abstract, whatever claims or summaries are"
    code   = ["host/internal/run/assess/findings.go"]
    tests  = ["host/internal/run.TestTheFirstSentenceOfADocumentDoesNotDependOnClaims", "host/evidence.TestFirstSentence"]
    status = "works"
  }
}
