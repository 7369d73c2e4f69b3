vector "S0-08" {
  input  = "3 words against 7, 1 shared"
  result = "containment 0.333333, Jaccard 0.111111"
  tests  = ["host/evidence.TestGoldenVectorsOfTheCatalogue"]
}

vector "S1-09" {
  input  = "4 terms, 2 held"
  result = "0.5"
  tests  = ["host/evidence.TestGoldenVectorsOfTheCatalogue"]
}

vector "S1-07" {
  input  = "4, 5, 30, 31 words"
  result = "dropped, kept, kept, dropped"
  tests  = ["host/internal/run.TestDescriptionsHaveFiveToThirtyWords"]
}

vector "S1-09" {
  input  = "4 terms, 2 held, in a run"
  result = "saturation 0.5, no sub-round"
  tests  = ["host/internal/run.TestHalfOfTheTermsIsEnough"]
}

vector "S4-12" {
  input  = "question 0.5, focus 0.6, linked"
  result = "2.34"
  tests  = ["host/internal/run.TestTheBonusOfALinkAddsToThePassagesScore"]
}

vector "S4-04" {
  input  = "quality 0.549; 0.55"
  result = "bridge; none"
  tests  = ["host/internal/run.TestTheBridgeRoundRunsUnderTheThresholdOfQuality"]
}

vector "S4-08" {
  input  = "an entity in another case than the abstract's"
  result = "kept; dropped with exact"
  tests  = ["host/internal/run.TestAModelsNamesMustStandInTheAbstracts"]
}

vector "S4-22" {
  input  = "150; 151 characters between the citations"
  result = "counted; not"
  tests  = ["host/model/prompt.TestCitationsThatJoinLinkedEvidenceToOtherEvidence"]
}

vector "S3-01" {
  input  = "3 and 3 words, 2 shared; 4 and 3, 2 shared"
  result = "0.5; 0.4"
  tests  = ["host/evidence.TestGoldenVectorsOfTheCatalogue"]
}

vector "S1-10" {
  input  = "6 words against three options of 3, sharing 3, 2, 1"
  result = "overlaps 0.5, 0.285714, 0.125; score 0.214286"
  tests  = ["plugins/discriminative/testdata/golden/s1_10_as_written.json"]
}

vector "D2" {
  input  = "the same, relative; containment"
  result = "0.428571; 0.333333"
  tests  = ["plugins/discriminative/testdata/golden/d2_containment.json", "plugins/discriminative/testdata/golden/d2_relative.json"]
}

vector "S1-11, D1" {
  input  = "10 words, all among 100 known"
  result = "as written 0.9; corrected 0"
  tests  = ["plugins/discriminative/testdata/golden/d1_novelty.json", "plugins/discriminative/testdata/golden/s1_11_as_written.json"]
}

vector "S2-09" {
  input  = "citations unknown, 0, 1, 10, 50, 100, 1000, 5000, 9999, 10000, 10^6"
  result = "0 (flagged), 0, 0.075257, 0.260345, 0.426888, 0.501075, 0.750100, 0.924754, 0.999989, 1, 1"
  tests  = ["plugins/authority/testdata/golden/s2_09_log_scale.json"]
}

vector "S2-11" {
  input  = "100 citations, +0.15"
  result = "0.651075"
  tests = [
    "plugins/authority/testdata/golden/s2_11_clamp_after.json",
    "plugins/authority/testdata/golden/s2_11_clamp_before.json",
    "plugins/authority/testdata/golden/s2_11_nature.json",
    "plugins/authority/testdata/golden/s2_11_own_venues.json",
    "plugins/authority/testdata/golden/s2_11_spellings.json",
  ]
}

vector "S2-11, C21" {
  input  = "0 citations, -0.05, clamped after"
  result = "0"
  tests = [
    "plugins/authority/testdata/golden/s2_11_clamp_after.json",
    "plugins/authority/testdata/golden/s2_11_clamp_before.json",
    "plugins/authority/testdata/golden/s2_11_nature.json",
    "plugins/authority/testdata/golden/s2_11_own_venues.json",
    "plugins/authority/testdata/golden/s2_11_spellings.json",
  ]
}

vector "S2-12" {
  input  = "50 in 2 years; 5000 in 16 years"
  result = "0.353739; 0.624053"
  tests  = ["plugins/authority/testdata/golden/s2_12_per_year.json"]
}

vector "D9" {
  input  = "the same, cap 1000, at least 5 years"
  result = "0.347081; 0.831959"
  tests  = ["plugins/authority/testdata/golden/d9_per_year_cap.json"]
}

vector "B-11" {
  input  = "title 0.5, abstract 0.4, recency 1"
  result = "1.65"
  tests  = ["host/internal/score.TestLinearScoresAgreeWithTheGoldenVectors"]
}

vector "S2-10" {
  input  = "the same, authority 0.501075; 0.651075"
  result = "1.710537; 1.785537"
  tests  = ["host/internal/score.TestLinearScoresAgreeWithTheGoldenVectors"]
}

vector "B-13" {
  input  = "question 0.5, focus 0.6"
  result = "1.84"
  tests  = ["host/internal/score.TestLinearScoresAgreeWithTheGoldenVectors"]
}

vector "U03" {
  input  = "age 0, 5, 10, 30, -1"
  result = "1, 0.5, 0, 0, 1"
  tests  = ["host/internal/run.TestRecencyFallsToZeroInTenYears"]
}

vector "C2" {
  input  = "2 gaps, 2 queries each, 3 in all"
  result = "1 of gap one, 1 of gap two, 1 of gap one"
  tests  = ["host/internal/run.TestGapQueriesGoRoundTheGapsBeforeTheyRepeat"]
}

vector "S3-01" {
  input  = "options of S1-10; 4 and 3 words, 2 shared"
  result = "`rapamycin inhibits mtorc1 versus mtorc2`; no query"
  tests  = ["host/internal/query.TestOptionsThatAreAlikeAreAskedForInPairs"]
}

vector "S1-14, D4" {
  input  = "question 0.5, focus 0.6, disc 0.3, recency 0.5; normalised"
  result = "1.177; 0.471667"
  tests  = ["host/internal/run.TestGroupsOfTermsAreScaledTogether"]
}

vector "C7" {
  input  = "base 1.84 and a bonus of 0.5: on the base; relative to a base scaled by 0.55"
  result = "2.34; 1.287"
  tests  = ["host/internal/run.TestGroupsOfTermsAreScaledTogether"]
}

vector "B-16, S1-18, S3-14" {
  input  = "model 0.8, lexical 0.5; disc 0.3; falsified"
  result = "0.71; 0.69; 0.56"
  tests  = ["host/internal/run.TestBlendsOfOptionsAgreeWithTheGoldenVectors"]
}

vector "S1-21, U27" {
  input  = "means 0.05, 0.03, 0.03, few new documents in the last; 0.03 and a round without documents"
  result = "stop after the third; after the second"
  tests  = ["host/policy/load.TestRetrievalStopsWhenNewDocumentsTellLittleApart"]
}

vector "B-06" {
  input  = "round 2: 1 new; gain 0.029; 2 new and gain 0.03"
  result = "stop; stop; go on"
  tests  = ["host/internal/run.TestTheAdaptiveGateStopsOnFewDocumentsOrLittleGain"]
}

vector "S0-14" {
  input  = "10.0, 10.2, 10.4; and 13.0"
  result = "triangulated; disputed (C9)"
  tests = [
    "plugins/triangulation/testdata/golden/s0_14_documents_not_claims.json",
    "plugins/triangulation/testdata/golden/s0_14_on_both_both.json",
    "plugins/triangulation/testdata/golden/s0_14_on_both_disputed.json",
    "plugins/triangulation/testdata/golden/s0_14_on_both_triangulated.json",
    "plugins/triangulation/testdata/golden/s0_14_triangulated.json",
  ]
}

vector "S0-15" {
  input  = "10.0, 12.0, unparsed; 10.0, unparsed, unparsed"
  result = "disputed; inconclusive"
  tests  = ["plugins/triangulation/testdata/golden/s0_15_one_parses.json", "plugins/triangulation/testdata/golden/s0_15_two_parse.json"]
}

vector "U24" {
  input  = "0.95, 1, 1; 0.949, 1, 1; 100, 104, 108"
  result = "triangulated; disputed; disputed"
  tests  = ["plugins/triangulation/testdata/golden/u24_groups.json", "plugins/triangulation.TestNumbersInAClusterAreTriangulatedDisputedOrNeither"]
}

vector "U26" {
  input  = "-0, 0, 0; 0, 0, 1e-9"
  result = "triangulated; disputed"
  tests  = ["plugins/triangulation/testdata/golden/u26_zero.json", "plugins/triangulation.TestNumbersInAClusterAreTriangulatedDisputedOrNeither"]
}

vector "S1-15, S1-16" {
  input  = "confidence 0.78; 0.7799; 0.78 with one type in all"
  result = "-0.08; 0; 0, waived"
  tests  = ["plugins/triangulation/testdata/golden/s1_15_single_source.json", "plugins/triangulation/testdata/golden/s1_15_under_the_threshold.json", "plugins/triangulation/testdata/golden/s1_16_waived.json", "plugins/triangulation.TestConfidentClaimsNeedSeveralTypesOfSources"]
}

vector "S3-08" {
  input  = "titles share an option's word: inhibits and activates; inhibits twice"
  result = "1; 0"
  tests = [
    "plugins/disagreement/testdata/golden/s3_08_agreement.json",
    "plugins/disagreement/testdata/golden/s3_08_conflict.json",
    "plugins/disagreement/testdata/golden/s3_08_no_shared_title.json",
  ]
}

vector "S3-09" {
  input  = "inhibits mTORC1 and activates autophagy; inhibits and does not inhibit mTORC1"
  result = "guarded 0, literal 1; guarded 1, literal 0"
  tests = [
    "plugins/disagreement/testdata/golden/s3_09_guarded.json",
    "plugins/disagreement/testdata/golden/s3_09_literal.json",
    "plugins/disagreement/testdata/golden/s3_09_negation_guarded.json",
    "plugins/disagreement/testdata/golden/s3_09_negation_literal.json",
  ]
}

vector "S3-07, U31" {
  input  = "7 of 11 trigrams shared; none"
  result = "one cluster; alone"
  tests  = ["plugins/disagreement/testdata/golden/s3_07_clusters.json"]
}

vector "S3-17" {
  input  = "1.2 USD remain, estimate 1.0, factor 1.0; 1.5"
  result = "upgrade; the mode stays, with a reason"
  tests  = ["host/policy/load.TestAffordableIsExactAtItsBorder", "host/internal/run.TestADisagreementIsReconciledAndTheModeRaisedIfThatCanBePaid"]
}

vector "S2-19" {
  input  = "the search about a contradiction finds a new work; none"
  result = "resolved; not"
  tests  = ["host/internal/run.TestAContradictionIsPutToOneMoreSearchWhoseFindsAreReadOnce"]
}

vector "S3-11" {
  input  = "99, 100, 101 characters apart"
  result = "hit, hit, none"
  tests = [
    "plugins/falsification/testdata/golden/s3_11_100_characters.json",
    "plugins/falsification/testdata/golden/s3_11_101_characters.json",
    "plugins/falsification/testdata/golden/s3_11_99_characters.json",
    "plugins/falsification/testdata/golden/s3_11_characters_not_bytes.json",
  ]
}

vector "S3-13" {
  input  = "1 hit; 2 hits"
  result = "stands; falsified"
  tests  = ["plugins/falsification/testdata/golden/s3_13_one_hit.json", "plugins/falsification/testdata/golden/s3_13_two_hits.json"]
}

vector "D7" {
  input  = "2 hits in 6 passages; in 4"
  result = "0.333333, stands; 0.5, falsified"
  tests  = ["plugins/falsification/testdata/golden/d7_per_passage.json", "plugins/falsification.TestAnOptionIsFalsifiedByEnoughHits"]
}

vector "U13" {
  input  = "none; 1 × 0.6 and 0.5 × 0.4; two of 0.5"
  result = "0; 0.68; 0.75"
  tests = [
    "plugins/falsification/testdata/golden/u13_noisy_or.json",
    "plugins/falsification/testdata/golden/u13_none.json",
    "plugins/falsification/testdata/golden/u13_top_five.json",
  ]
}

vector "D10" {
  input  = "42%, 12.5 nm, 1.2 ± 0.3 ms, p < 0.05, pKa of 4.76, 10 molecules"
  result = "as written yes, yes, yes, no, no, yes; corrected yes, yes, yes, yes, yes, no"
  tests  = ["host/evidence.TestHighSignalPatterns"]
}

vector "S0-18" {
  input  = "remaining 0.25; 0.26 USD; draft of confidence 0.35; 0.34"
  result = "skipped; run; run; skipped"
  tests  = ["policies/s0.policytest.hcl: 0.26 USD are enough", "policies/s0.policytest.hcl: a draft of 0.34", "policies/s0.policytest.hcl: a draft of 0.35"]
}

vector "S0-19" {
  input  = "score 0.70; 0.71"
  result = "the draft stands; made anew"
  tests  = ["policies/s0.policytest.hcl: a score of 0.70 lets", "policies/s0.policytest.hcl: a score of 0.71 has", "host/policy/load.TestShippedPoliciesPassTheirTestsWithFullCoverage"]
}

vector "S0-21, S0-23" {
  input  = "base 0.72, score 0.8, triangulated"
  result = "0.704"
  tests = [
    "plugins/calibration/testdata/golden/s0_21_s0_23_falsified_and_triangulated.json",
    "plugins/calibration/testdata/golden/s0_23_disputed.json",
  ]
}

vector "S0-22" {
  input  = "base 0.72, score 0.1; 0"
  result = "0.708; 0.72"
  tests = [
    "plugins/calibration/testdata/golden/s0_22_low_score.json",
    "plugins/calibration/testdata/golden/s0_22_never_above_base.json",
    "plugins/calibration/testdata/golden/s0_22_no_refutation.json",
  ]
}

vector "S2-20, S2-21" {
  input  = "base 0.72, 3 gaps filled, settled"
  result = "0.85"
  tests  = ["plugins/calibration/testdata/golden/s2_20_cap.json", "plugins/calibration/testdata/golden/s2_20_s2_21_gaps_and_pivot.json"]
}

vector "S2-20" {
  input  = "base 0.5, 9 gaps filled"
  result = "0.62"
  tests  = ["plugins/calibration/testdata/golden/s2_20_cap.json", "plugins/calibration.TestCalibrate"]
}

vector "B-15, U09" {
  input  = "base 0.72, 2 flags; 9 flags"
  result = "0.58; 0.37"
  tests  = ["plugins/calibration/testdata/golden/b_15_contradictions.json", "plugins/calibration/testdata/golden/b_15_cap.json", "plugins/calibration.TestCalibrate"]
}

vector "D5" {
  input  = "base 0.5, +0.15 and -0.40 at most: +0.2; -0.5; +0.3 - 0.2"
  result = "0.65; 0.1; 0.6"
  tests  = ["plugins/calibration/testdata/golden/d5_max_up.json", "plugins/calibration/testdata/golden/d5_max_down.json", "plugins/calibration.TestCalibrate"]
}

vector "U02" {
  input  = "base 0.2 - 0.5 + 0.25; 0.9 + 0.5"
  result = "0.01; 0.99"
  tests  = ["plugins/calibration/testdata/golden/u02_clamp.json", "plugins/calibration.TestCalibrate"]
}
