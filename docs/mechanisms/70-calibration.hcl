section "Calibration" {
  row "U01" {
    what   = "The base of the confidence"
    here   = "`as_written`: 0.45 coverage + 0.30 margin (at most 0.30) + 0.25 source diversity. *Differs:* no model's own confidence"
    policy = ["calibrate.base"]
    code   = ["policies/as_written.policy.hcl"]
    tests  = ["plugins/calibration/testdata/golden/u01_base_terms.json", "plugins/calibration.TestCalibrate"]
    record = ["result calibration.base"]
    status = "works"
  }

  row "U02" {
    what   = "Bounds of the confidence"
    here   = "[0.01, 0.99], once, last"
    policy = ["calibrate.clamp"]
    code   = ["plugins/calibration/kernel.go"]
    tests  = ["plugins/calibration/testdata/golden/u02_clamp.json", "plugins/calibration.TestCalibrate"]
    record = ["result calibration.confidence"]
    status = "works"
  }

  row "U09" {
    what   = "Penalty for contradictions"
    here   = "-min(0.35, 0.07 × flags)"
    code   = ["policies/as_written.policy.hcl"]
    tests  = ["plugins/calibration/testdata/golden/b_15_cap.json", "plugins/calibration.TestCalibrate"]
    record = ["result calibration.terms.delta"]
    status = "works"
  }

  row "U10" {
    what   = "Support coverage of an answer"
    here   = "share of what it says that was read: of a model's free answer its own statements that a sentence carries, of what is read out of sentences the citations whose sentence counts, else the question's sub-claims with the chosen option's words, by `support_measure` ≥ `support_threshold` (containment, 0.30); [why](../RATIONALE.md)"
    code   = ["host/internal/run/answer/synthesise.go"]
    tests  = ["host/internal/run.TestAnAnswerThatNothingReadCarriesIsWithheldHoweverSureTheModelIs", "host/internal/run.TestAFreeAnswerIsWithheldIfNoSentenceHasTheSupportThatIsAsked"]
    record = ["result quality_gates.support_coverage"]
    status = "works"
  }

  row "S0-21" {
    what   = "Falsification lowers the confidence"
    here   = "-0.12 × score, before the clamp"
    policy = ["calibrate.term.weight = -0.12"]
    code   = ["policies/standard.policy.hcl"]
    tests  = ["plugins/calibration/testdata/golden/s0_21_s0_23_falsified_and_triangulated.json", "plugins/calibration.TestCalibrate"]
    record = ["result calibration.terms.delta"]
    status = "works"
  }

  row "S0-22" {
    what   = "It never raises it"
    here   = "`one_sided`"
    policy = ["calibrate.term.one_sided = true"]
    code   = ["plugins/calibration/kernel.go"]
    tests = [
      "plugins/calibration/testdata/golden/s0_22_low_score.json",
      "plugins/calibration/testdata/golden/s0_22_no_refutation.json",
      "plugins/calibration/testdata/golden/s0_22_never_above_base.json",
      "host/internal/score.TestATermIsHeldToItsBoundsAndToItsSign",
    ]
    record = ["result calibration.terms.delta"]
    status = "works"
  }

  row "S0-23" {
    what   = "Triangulated and disputed numbers"
    here   = "+0.08, -0.06, once per question and not per cluster"
    policy = ["calibrate.term.weight = 0.08", "calibrate.term.weight = -0.06"]
    code   = ["policies/standard.policy.hcl"]
    tests = [
      "plugins/calibration/testdata/golden/s0_21_s0_23_falsified_and_triangulated.json",
      "plugins/calibration/testdata/golden/s0_23_disputed.json",
    ]
    record = ["result calibration.terms.delta", "result quality_gates.triangulation_bonus"]
    status = "works"
  }

  row "S2-20" {
    what   = "Gaps that were filled"
    here   = "+0.03 each, at most 0.12, by metric `gaps.probe.filled`: claims that no passage carried when they were found and one does in the end"
    policy = ["calibrate.term.weight = 0.03", "calibrate.term.cap = 0.12"]
    code   = ["host/internal/run/gap/fill.go", "policies/s2.policy.hcl"]
    tests = [
      "plugins/calibration/testdata/golden/s2_20_cap.json",
      "plugins/calibration/testdata/golden/s2_20_s2_21_gaps_and_pivot.json",
      "host/internal/run.TestAProbeFindsWhatNothingElseSaysAndCountsWhatIsFilledLater",
    ]
    record = ["result calibration.terms.delta", "metric gaps.probe.filled"]
    status = "works"
  }

  row "S2-21" {
    what   = "A contradiction that a search settled"
    here   = "+0.04 on `on.contradiction.resolved` (S2-19)"
    policy = ["calibrate.term.weight = 0.04"]
    code   = ["plugins/calibration/kernel.go"]
    tests = [
      "plugins/calibration/testdata/golden/s2_20_s2_21_gaps_and_pivot.json",
      "host/internal/run.TestAContradictionIsPutToOneMoreSearchWhoseFindsAreReadOnce",
    ]
    record = ["result calibration.terms.delta"]
    status = "works"
  }

  row "C14" {
    what   = "Whether a lack of refutations may raise a score"
    here   = "never by a one-sided term; a positive weight on `falsify` is a warning (P801) when the policy is checked"
    policy = ["calibrate.term.one_sided"]
    code   = ["host/policy/load/lint.go"]
    tests  = ["plugins/calibration.TestCalibrate", "host/policy/load.TestBrokenPoliciesGetExactDiagnostics"]
    record = ["result calibration.terms.delta"]
    status = "works"
  }

  row "C15" {
    what   = "Falsification asks for a confidence before there is one"
    here   = "a provisional confidence without the terms of falsification, then the final one"
    code   = ["host/internal/run/confidence/calibrate.go"]
    tests  = ["host/internal/run.TestTheProvisionalConfidenceLeavesFalsificationOut"]
    record = ["event calibration.phase", "result quality_gates.provisional_confidence"]
    status = "works"
  }

  row "D5" {
    what   = "Corrections together could move any answer from sure to unsure"
    here   = "their sum is held to [-`max_down`, `max_up`]; `standard`: 0.40 and 0.10, by default no limit"
    policy = ["calibrate.max_up", "calibrate.max_down"]
    code   = ["plugins/calibration/kernel.go"]
    tests = [
      "plugins/calibration/testdata/golden/d5_max_up.json",
      "plugins/calibration/testdata/golden/d5_max_down.json",
      "plugins/calibration.TestCalibrate",
    ]
    record = ["result calibration.terms.delta"]
    status = "works"
  }
}
