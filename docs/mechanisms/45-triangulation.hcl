section "Triangulation" {
  row "S0-14" {
    what   = "Numbers that documents agree on or dispute"
    here   = "in a cluster of ≥ `min_cluster` (3) documents: triangulated if ≥ `agree` (3) report one value within 5 %, disputed if ≥ `conflict` (2) groups of values. `claims.values` = asked compares of each work the value nearest the question, by unit, and none where no quantity is asked for; claims is the rule as written"
    policy = ["triangulate.stage.config.agree = 3", "triangulate.stage.config.relative_tolerance = 0.05", "triangulate.stage.config.conflict = 2"]
    code   = ["plugins/triangulation/kernel.go", "host/internal/measured/measured.go"]
    tests = [
      "host/internal/run.TestOnlyTheValuesThatAreAskedForAgreeOrDispute",
      "plugins/triangulation/testdata/golden/s0_14_triangulated.json",
      "plugins/triangulation/testdata/golden/s0_14_documents_not_claims.json",
      "plugins/triangulation.TestNumbersInAClusterAreTriangulatedDisputedOrNeither",
      "cmd/sparkhost/internal/cli/testdata/script/reactions.txtar: disputed",
    ]
    record = ["signal triangulation.triangulated_any", "result quality_gates.triangulated_clusters", "result quality_gates.disputed_clusters"]
    status = "works"
  }

  row "S0-15" {
    what = "Only clean numbers count"
    here = "a number that does not parse is unknown; a cluster with too few values is inconclusive, never disputed"
    code = ["host/evidence/quantity.go", "plugins/triangulation/kernel.go"]
    tests = [
      "plugins/triangulation/testdata/golden/s0_15_one_parses.json",
      "plugins/triangulation/testdata/golden/s0_15_two_parse.json",
      "plugins/triangulation.TestNumbersInAClusterAreTriangulatedDisputedOrNeither",
      "host/evidence.TestQuantities",
    ]
    record = ["result quality_gates.disputed_clusters"]
    status = "works"
  }

  row "S1-15" {
    what   = "A confident claim needs several types of sources"
    here   = "a claim for one option with own confidence ≥ 0.78 and fewer than 2 source types in its cluster: penalty 0.08. With U14 over the words of all four options no claim reaches 0.78; over its own option's they do"
    policy = ["triangulate.stage.config.guard_confidence = 0.78"]
    code   = ["plugins/triangulation/guard.go"]
    tests = [
      "plugins/triangulation/testdata/golden/s1_15_single_source.json",
      "plugins/triangulation/testdata/golden/s1_15_two_types.json",
      "plugins/triangulation.TestConfidentClaimsNeedSeveralTypesOfSources",
    ]
    record = ["event claim.confidence"]
    status = "works"
  }

  row "S1-16" {
    what   = "Unless there are none to be had"
    here   = "waived, signal `guard_waived`, if all that was retrieved has fewer types"
    policy = ["triangulate.stage.config.min_types"]
    code   = ["plugins/triangulation/guard.go"]
    tests  = ["plugins/triangulation/testdata/golden/s1_16_waived.json", "plugins/triangulation.TestThePoolDecidesWhetherTheGuardIsWaived"]
    record = ["signal triangulation.guard_waived"]
    status = "works"
  }

  row "S1-17" {
    what   = "Such claims deserve deeper probing"
    here   = "finding `single_source` and part `flagged`; `on \"single_source\"` asks about the first `findings` of them and reads what that finds"
    policy = ["on.single_source"]
    code   = ["plugins/triangulation/manifest.go", "host/internal/run/react/react.go"]
    tests  = ["host/internal/run.TestASingleSourceClaimIsProbed", "cmd/sparkhost/internal/cli/testdata/script/reactions.txtar: single_source"]
    record = ["step on.single_source"]
    status = "works"
  }

  row "S1-20" {
    what   = "What S1-15 takes off"
    here   = "0.08 off the claim's own confidence, at least 0; never off the answer's. An option loses what its claims lost, on the average (`option.single_source`); verify stages and the record have the lowered value. In `s1` and what extends it a claim is held against its own option's words, so that it can reach 0.78"
    policy = ["triangulate.stage.config.penalty = 0.08", "options.term"]
    code   = ["host/internal/run/assess/assess.go", "host/internal/run/answer/options.go"]
    tests = [
      "host/internal/run.TestAnOptionLosesWhatItsClaimsOfOneSourceLost",
      "host/internal/run.TestTriangulationLowersTheConfidenceOfClaimsThatRestOnOneTypeOfSource",
      "host/internal/run.TestAClaimsConfidenceIsNotLoweredUnderZero",
    ]
    record = ["event claim.confidence"]
    status = "works"
  }

  row "S1-34" {
    what   = "Full confidence weight needs two types of sources"
    here   = "an option is scored less by what its claims of a single source lost (S1-20), and so is its confidence, which takes that score's margin"
    policy = ["options.term"]
    code   = ["host/internal/run/answer/options.go", "policies/s1.policy.hcl"]
    tests  = ["host/internal/run.TestAnOptionLosesWhatItsClaimsOfOneSourceLost"]
    record = ["event claim.confidence"]
    status = "works"
  }

  row "C9" {
    what   = "A cluster in which values both agree and conflict"
    here   = "`on_both` = disputed (default), triangulated or both"
    policy = ["triangulate.stage.config.on_both = disputed"]
    code   = ["plugins/triangulation/kernel.go"]
    tests = [
      "plugins/triangulation/testdata/golden/s0_14_on_both_both.json",
      "plugins/triangulation/testdata/golden/s0_14_on_both_disputed.json",
      "plugins/triangulation/testdata/golden/s0_14_on_both_triangulated.json",
    ]
    status = "works"
  }

  row "U23" {
    what   = "Units"
    here   = "spelling is made uniform, nothing is converted; only equal units are compared"
    code   = ["plugins/triangulation/groups.go"]
    tests  = ["plugins/triangulation/testdata/golden/u23_units.json"]
    status = "works"
  }

  row "U24" {
    what = "When two values are the same"
    here = "difference ≤ 0.05 × the greater magnitude; groups by complete linkage"
    code = ["plugins/triangulation/groups.go"]
    tests = [
      "plugins/triangulation.TestNumbersInAClusterAreTriangulatedDisputedOrNeither",
      "plugins/triangulation.TestEveryTwoValuesOfAGroupAreWithinTheTolerance",
    ]
    status = "works"
  }

  row "U26" {
    what   = "Zero"
    here   = "zeros are equal, of either sign; a zero and anything else are not"
    code   = ["plugins/triangulation/groups.go"]
    tests  = ["plugins/triangulation/testdata/golden/u26_zero.json", "plugins/triangulation.TestNumbersInAClusterAreTriangulatedDisputedOrNeither"]
    status = "works"
  }
}
