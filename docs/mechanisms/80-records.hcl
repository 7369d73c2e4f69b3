section "Records" {
  row "S0-25" {
    what = "Measured numbers are part of the answer"
    here = "`quality_gates` of a result: support_coverage, falsification_score, triangulation_bonus, disputed_clusters, triangulated_clusters, contradictions, provisional_confidence, source_disagreement_score, cap_resolved, upgraded; null: not measured"
    code = ["host/record/result.go"]
    tests = [
      "cmd/sparkhost/internal/cli/testdata/script/reactions.txtar: source_disagreement_score",
      "cmd/sparkhost/internal/cli/testdata/script/reactions.txtar: cap_resolved",
      "host.TestEveryResultKeepsItsPromises",
    ]
    record = ["result quality_gates.falsification_score", "result quality_gates.triangulation_bonus", "result quality_gates.disputed_clusters"]
    status = "works"
  }

  row "S1-23" {
    what   = "Discriminative scoring is recorded"
    here   = "step `select.STAGE` after each round: documents, mean, share by novelty"
    policy = ["select.stage.each_round = true"]
    code   = ["host/internal/run/rounds/eachround.go"]
    tests = [
      "host/internal/run.TestDocumentsAreScoredWhenTheirRoundFoundThem",
      "cmd/sparkhost/internal/cli/testdata/script/gaps.txtar: gap.epistemic",
    ]
    record = ["step select.discriminative", "step gap.epistemic", "step gap.epistemic.subround"]
    status = "works"
  }

  row "S2-24" {
    what = "What a stage did to the order"
    here = "step `select.STAGE` at selection: the five best with their scores, without its terms and with them"
    code = ["host/internal/run/rounds/eachround.go"]
    tests = [
      "host/internal/run.TestDocumentsAreScoredWhenTheirRoundFoundThem",
      "cmd/sparkhost/internal/cli/testdata/script/gaps.txtar: support_coverage",
      "cmd/sparkhost/internal/cli/testdata/script/planning.txtar: select.authority",
    ]
    record = ["step select.authority", "step gap.probe", "step on.contradiction"]
    status = "works"
  }

  row "S3-21" {
    what = "Hits against options are recorded"
    here = "step `options.STAGE`: hits, passages, falsified of each option. *Differs:* counted once, over the passages that are read"
    code = ["host/internal/run/answer/contrast.go"]
    tests = [
      "host/internal/run.TestHitsAgainstOptionsAreRecordedAndPenalised",
      "host/internal/run.TestWhatARoundFindsIsInTheQueriesOfTheNext",
      "cmd/sparkhost/internal/cli/testdata/script/reactions.txtar: upgraded",
    ]
    record = ["step options.refuted", "result quality_gates.source_disagreement_score", "result quality_gates.upgraded"]
    status = "works"
  }

  row "B-19" {
    what   = "Everything is recorded"
    here   = "one file of events for each question in place of tables; [records](../README.md)"
    code   = ["host/record"]
    tests  = ["host.TestAReplayUnderTheSamePolicyIsTheRun", "host/internal/run.TestEqualRunsHaveEqualRecords"]
    record = ["event run.id"]
    status = "works"
  }

  row "S2-25" {
    what   = "The terms of S2 stand among those of the confidence"
    here   = "terms `gaps_filled` and `cap_resolved` with value, weight and what they add"
    policy = ["calibrate.term.feature = gaps.probe.filled", "calibrate.term.feature = on.contradiction.resolved"]
    code   = ["policies/s2.policy.hcl"]
    tests = [
      "policies/s2.policytest.hcl",
      "host/internal/run.TestAProbeFindsWhatNothingElseSaysAndCountsWhatIsFilledLater",
      "host/internal/run.TestAContradictionIsPutToOneMoreSearchWhoseFindsAreReadOnce",
    ]
    record = ["result calibration.terms.feature", "result quality_gates.cap_resolved"]
    status = "works"
  }

  row "S1-24" {
    what   = "Environment names and their defaults are documented"
    here   = "each is a variable with `env`, default and description; `policy plan` and [policy.md](policy.md) show them"
    code   = ["policies/s1.policy.hcl"]
    tests  = ["host/policy/load.TestEnvironmentNamesActOnThePoliciesOfTheProposals"]
    record = ["event run.policy.digest"]
    status = "works"
  }
}
