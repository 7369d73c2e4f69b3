section "Tests that the proposals ask for" {
  row "S0-32" {
    what = "Of S0"
    here = "a gap without overlap and the cap on queries; a refuted draft scores over 0.5; claims of a model and what stands in for them; three sources that agree, and a dispute; numbers against causes"
    tests = [
      "host/internal/run.TestGapsAreLookedForFromTheMinimumOfRoundsOn",
      "host/internal/run.TestGapQueriesGoRoundTheGapsBeforeTheyRepeat",
      "plugins/falsification/testdata/golden/u13_noisy_or.json",
      "host/internal/run.TestAModelReadsClaimsAndTheRulesReadWhatItDoesNot",
      "plugins/triangulation/testdata/golden/s0_14_triangulated.json",
      "host/evidence.TestAnswerType",
    ]
    record = ["step gap.coverage"]
    status = "works"
  }

  row "S1-32" {
    what = "Of S1"
    here = "queries by the type of a gap; a document that favours one option; the blend; the stop after two low rounds"
    tests = [
      "host/internal/run.TestEpistemicGapsHaveTypesAndQueriesOfTheirType",
      "plugins/discriminative/testdata/golden/s1_10_as_written.json",
      "host/internal/run.TestBlendsOfOptionsAgreeWithTheGoldenVectors",
      "host/policy/load.TestRetrievalStopsWhenNewDocumentsTellLittleApart",
    ]
    record = ["step gap.epistemic"]
    status = "works"
  }

  row "S2-32" {
    what = "Of S2"
    here = "gaps from claims without support; gap_fill as the second round; authority of unknown, 0 and large; the query about a contradiction"
    tests = [
      "host/internal/run.TestAProbeByAModelKeepsTheClaimsThatNoDocumentSupports",
      "policies/s2.policytest.hcl: gap_fill",
      "plugins/authority/testdata/golden/s2_09_log_scale.json",
      "host/internal/run.TestAModelWordsTheQueryOfAContradictionAndTemplatesStandIn",
    ]
    record = ["step gap.probe"]
    status = "works"
  }

  row "S3-29" {
    what = "Of S3"
    here = "pairs over and at 0.40; hits; the penalty at two; disagreement 0 and 1; the upgrade"
    tests = [
      "host/internal/query.TestOptionsThatAreAlikeAreAskedForInPairs",
      "plugins/falsification.TestAnOptionIsHitByAMarkerNearItsPhrase",
      "host/internal/run.TestHitsAgainstOptionsAreRecordedAndPenalised",
      "plugins/disagreement/testdata/golden/s3_08_conflict.json",
      "plugins/disagreement/testdata/golden/s3_08_agreement.json",
      "host/policy/load.TestAffordableIsExactAtItsBorder",
    ]
    record = ["step intent.contrast"]
    status = "works"
  }

  row "S4-26" {
    what = "Of S4"
    here = "anchors survive; the round in its place and absent on good evidence; the bonus of a link; a failing model leaves the run complete; provenance in the prompt"
    tests = [
      "host/evidence.TestRelaxedQueriesKeepAnchorsWhole",
      "host/internal/run.TestTheBridgeRoundRunsUnderTheThresholdOfQuality",
      "host/internal/run.TestTheBonusOfALinkAddsToThePassagesScore",
      "host/internal/run.TestAFailingModelLeavesTheRunComplete",
      "host/internal/run.TestLinkedClaimsAreShownWhereThePolicyWantsThem",
    ]
    record = ["step gap.bridge"]
    status = "works"
  }
}
