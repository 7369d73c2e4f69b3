section "Gates and budget" {
  after = "Gates have no code: the condition under which an answer is withheld (support coverage under 0.40 in `as_written`, no sentence that counts in all others) stands in the policies."

  row "U30" {
    what   = "Budget that remains"
    here   = "maximum - spent - reserved in flight - kept back for later steps"
    code   = ["host/budget/budget.go"]
    tests  = ["host/budget.TestAReserveIsForItsStageOnly", "host/budget.TestReservationsFitOrAreRefused"]
    record = ["metric budget.remaining_usd", "event reservation.asked"]
    status = "works"
  }

  row "B-07" {
    what   = "Limits on money and time"
    here   = "`cost` and `wall` of `budget`; each step is reserved before it begins, and what the answer costs at most is kept"
    policy = ["budget"]
    code   = ["host/budget/budget.go", "host/internal/run/state/reserve.go"]
    tests = [
      "host/budget.TestWhateverTheInterleaving",
      "host/budget.TestManyGoroutinesNeverOverspend",
      "host.TestARunNeverUsesMoreThanThePlanForesaw",
      "host/internal/run.TestTheAnswerStaysPayableWhateverRetrievalSpends",
    ]
    record = ["event reservation.granted", "result budget.cost_usd"]
    status = "works"
  }

  row "B-18" {
    what   = "An answer without support is withheld"
    here   = "gates of a policy: `as_written` withholds at a support coverage under 0.40, all others what no sentence backs that counts. A model's \"cannot be answered\" is metric `answer.answerable`, which gate `answerable` of the policies of the proposals reads"
    policy = ["gate"]
    code   = ["host/internal/run/outcome/gates.go", "policies/as_written.policy.hcl"]
    tests = [
      "host.TestAGateThatFailsSpeaksThroughVerdictAndExitCode",
      "host/internal/run.TestAGateThatCannotBeDecidedCountsAsFailed",
      "host/internal/run.TestAPolicyMayWithholdWhatAModelCallsUnanswerable",
    ]
    record = ["result abstained", "result uncertainty_reasons", "result gates.passed"]
    status = "works"
  }

  row "S3-19" {
    what   = "A cap on the upgrades of a batch"
    here   = "`upgrade { max_per_batch }`: each question is asked with its upgrade withheld, which is part of its run's id and record; the first that wanted one are asked again with it, and that result counts. 0 (default): no cap, one pass; [why so](../RATIONALE.md)"
    policy = ["on.upgrade.max_per_batch"]
    code   = ["host/upgrades.go", "host/batch/settle.go", "host/policy/course_on.go"]
    tests = [
      "host.TestTheFirstQuestionsThatWantAnUpgradeHaveItWhateverOrderTheyAreDoneIn",
      "host/internal/run.TestAnUpgradeThatIsWithheldIsAnInputOfTheRun",
      "cmd/sparkhost/internal/cli/testdata/script/run_upgrades.txtar: upgrade_withheld",
    ]
    record = ["event run.upgrade_withheld", "step on.disagreement", "result quality_gates.upgrade_withheld", "result budget.first_pass"]
    status = "works"
  }

  row "S3-20" {
    what   = "What tells options apart is off where it costs too much"
    here   = "variable `option_disc` of `s3` (on by default, as the gate on cost has not tripped) switches contrast, refutation, early elimination and penalty"
    policy = ["intent.enabled", "options.contrast.enabled", "options.eliminate_early.enabled"]
    code   = ["policies/s3.policy.hcl"]
    tests  = ["host/policy/load.TestEnvironmentNamesActOnThePoliciesOfTheProposals"]
    record = ["event run.absent"]
    status = "works"
  }
}
