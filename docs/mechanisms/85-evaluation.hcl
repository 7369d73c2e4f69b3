section "Evaluation" {
  text = <<-EOT
    What the proposals want measured. `sparkhost eval proposals` computes the rows of S0 to S4 from results and records and says which are met,
    see [evaluation.md](evaluation.md); each row names the command and what records and results hold for it.
  EOT

  row "B-20" {
    what   = "Datasets, exact match, Brier score, calibration error"
    here   = "`host/eval` has Brier score, calibration error, AUC, Wilson and bootstrap intervals and macro-F1 by its own documented formulas, see [benchmarks.md](benchmarks.md)"
    code   = ["host/eval"]
    record = ["result answer", "result confidence"]
    status = "evaluation"
  }

  row "S0-26" {
    what   = "Gap bridging on and off"
    here   = "`eval proposals`: the wording and intent of each query with what it found, so that it can be told which documents only a gap's query brought; coverage and confidence"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["event query.intent", "event query.hits", "result quality_gates.support_coverage", "result confidence"]
    status = "evaluation"
  }

  row "S0-27" {
    what   = "Wrong drafts are refuted"
    here   = "`eval proposals`: score and passages of each falsification"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result quality_gates.falsification_score", "metric falsify.draft.score"]
    status = "evaluation"
  }

  row "S0-28" {
    what   = "Claims of a model against first sentences"
    here   = "asks for people who judge texts: each claim with type, number and qualifier, its place in the document, and how many a model and how many rules read"
    record = ["event claim.text", "event claim.quantitative_value", "step claims.extract"]
    status = "evaluation"
  }

  row "S0-29" {
    what   = "What triangulation is worth"
    here   = "`eval proposals`: clusters that agree and that dispute, and what the search for disputes found"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result quality_gates.triangulated_clusters", "result quality_gates.disputed_clusters", "step on.dispute"]
    status = "evaluation"
  }

  row "S0-30" {
    what   = "Cost and time of each mechanism"
    here   = "`eval proposals`: cost and worst case of each model call, time of each step and call"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["event model_call.cost", "event timing.elapsed_us", "result budget.cost_usd"]
    status = "evaluation"
  }

  row "S0-31" {
    what   = "Calibration by falsification score"
    here   = "`eval proposals`: score and confidence of each question"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result quality_gates.falsification_score", "result confidence"]
    status = "evaluation"
  }

  row "S1-25" {
    what   = "How well gaps are covered in the end"
    here   = "`eval proposals`: step `gap.KIND.filled`: saturation and, as overlap, the greatest share of a gap's terms in one document. Recorded; the rate is for evaluation"
    code   = ["host/internal/run/gap/fill.go", "host/eval/proposals"]
    tests  = ["host/internal/run.TestAProbeFindsWhatNothingElseSaysAndCountsWhatIsFilledLater", "host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["step gap.epistemic.filled"]
    status = "evaluation"
  }

  row "S1-26" {
    what   = "Discriminative power against correctness"
    here   = "`eval proposals`: score of each document that was read, and the answer"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["event document.terms", "result answer"]
    status = "evaluation"
  }

  row "S1-27" {
    what   = "Gap mining on and off"
    here   = "`eval proposals`: answers and the policy's digest"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result answer", "result policy.digest"]
    status = "evaluation"
  }

  row "S1-28" {
    what   = "The margin of the correct option"
    here   = "`eval proposals`: scores of all options"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result options.score"]
    status = "evaluation"
  }

  row "S1-29" {
    what   = "Rounds and documents for each question"
    here   = "`eval proposals`: rounds that ran and why others did not"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result rounds.ran", "result rounds.new_documents"]
    status = "evaluation"
  }

  row "S1-30" {
    what   = "Calibration error with and without"
    here   = "`eval proposals`: confidence and answer"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result confidence"]
    status = "evaluation"
  }

  row "S1-31" {
    what   = "Multiple choice apart from the rest"
    here   = "`eval proposals`: type of the question"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result type"]
    status = "evaluation"
  }

  row "S2-26" {
    what   = "Support coverage before and after"
    here   = "`eval proposals`: coverage at the analysis and in the end, number of claims without support"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["step gap.probe", "result quality_gates.support_coverage", "metric gaps.probe.found"]
    status = "evaluation"
  }

  row "S2-27" {
    what   = "How often a contradiction is settled"
    here   = "`eval proposals`: whether the search found a new work, and the contradictions in the end"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result quality_gates.cap_resolved", "result quality_gates.contradictions"]
    status = "evaluation"
  }

  row "S2-28" {
    what   = "Authority against correctness"
    here   = "`eval proposals` says that the packs have no citation counts: citation counts of the documents, authority of the best five before and after"
    record = ["event query.hits.document", "step select.authority"]
    status = "evaluation"
  }

  row "S2-29" {
    what   = "Correct options that were struck out"
    here   = "`eval proposals`: which options, and why"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result options.eliminated", "event option.reason"]
    status = "evaluation"
  }

  row "S2-30" {
    what   = "Runs over budget"
    here   = "`eval proposals`: what was spent; the guard lets none"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result budget.cost_usd", "result budget.elapsed_ms"]
    status = "evaluation"
  }

  row "S2-31" {
    what   = "Four variants of S2"
    here   = "`eval proposals`: environment names switch each part; coverage, contradictions, cost and time of each run"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result policy.digest", "result quality_gates.support_coverage", "result quality_gates.contradictions"]
    status = "evaluation"
  }

  row "S3-22" {
    what   = "Questions whose options are alike"
    here   = "`eval proposals`: overlap of each pair of options over the threshold"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["step intent.contrast"]
    status = "evaluation"
  }

  row "S3-23" {
    what   = "Accuracy on those"
    here   = "`eval proposals`: answers, and hits against each option"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result answer", "step options.refuted"]
    status = "evaluation"
  }

  row "S3-24" {
    what   = "Are correct options hit less"
    here   = "`eval proposals`: hits and passages of each option"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["step options.refuted"]
    status = "evaluation"
  }

  row "S3-25" {
    what   = "Do the best documents tell options apart"
    here   = "asks for people who judge documents: documents in order with their texts"
    record = ["event selection.documents", "step options.contrast"]
    status = "evaluation"
  }

  row "S3-26" {
    what   = "How often an upgrade triggers"
    here   = "`eval proposals`: each decision with its reason"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["step on.disagreement", "result quality_gates.upgraded"]
    status = "evaluation"
  }

  row "S3-27" {
    what   = "Calibration where sources disagree"
    here   = "`eval proposals`: reasons for doubt, disagreement and confidence"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result uncertainty_reasons", "result quality_gates.source_disagreement_score", "result confidence"]
    status = "evaluation"
  }

  row "S3-28" {
    what   = "What S3 costs"
    here   = "`eval proposals`: cost of each run"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result budget.cost_usd"]
    status = "evaluation"
  }

  row "S4-19" {
    what   = "The bridge on and off"
    here   = "`eval proposals`: answers, mode and coverage"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result answer", "result mode", "result quality_gates.support_coverage"]
    status = "evaluation"
  }

  row "S4-20" {
    what   = "How often a bridge adds a document that is read"
    here   = "`eval proposals`: documents of the bridge, and the citations that are linked"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result bridge_round_stats.bridge_docs_added", "event selection.documents", "event query.round"]
    status = "evaluation"
  }

  row "S4-21" {
    what   = "Questions that were withheld and are answered"
    here   = "`eval proposals`: coverage and verdict"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["result abstained", "result quality_gates.support_coverage"]
    status = "evaluation"
  }

  row "S4-22" {
    what   = "Citations of base and bridge side by side"
    here   = "`eval proposals`: citations in order, with place, quote and chain; of a model's free answer how many citations of linked evidence have one of other evidence at most 150 characters away, between the brackets"
    code   = ["host/model/prompt/chain.go", "host/eval/proposals"]
    tests  = ["host/model/prompt.TestCitationsThatJoinLinkedEvidenceToOtherEvidence", "host/internal/run.TestAFreeAnswersChainsAreCounted", "host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["step synthesis.standard", "result citations.chain.provenance", "result citations.quote"]
    status = "evaluation"
  }

  row "S4-23" {
    what   = "The bonus of a link"
    here   = "`eval run packs.hcl --policy s4 -- --var bridge_link_bonus=0.5` for each value, then `eval compare`: variable `bridge_link_bonus` of `s4`; what it adds to each passage"
    record = ["event passage.terms"]
    status = "evaluation"
  }

  row "S4-24" {
    what   = "What a bridge costs, and how often it triggers"
    here   = "`eval proposals`: cost of calls and searches by stage"
    code   = ["host/eval/proposals"]
    tests  = ["host/eval/proposals.TestRowsAreComputedAsTheProposalsWriteThem"]
    record = ["event model_call.cost", "event reservation.settled", "result bridge_round_stats.bridge_triggered"]
    status = "evaluation"
  }

  row "S4-25" {
    what   = "What data decides what"
    here   = "roles of packs, dev or withheld, in the file of `eval run`; figures of dev packs are printed as development figures"
    code   = ["host/eval/suite"]
    tests  = ["host/eval/suite.TestPathsOfPacksStartFromTheirFile"]
    record = ["event run.policy.digest", "event run.sources.fingerprint"]
    status = "evaluation"
  }

  row "C32" {
    what   = "Five statistics"
    here   = "mid-p McNemar, BCa bootstrap and sign-flip permutation, Holm and Benjamini-Hochberg, two one-sided tests, a bet for looks on the way: [evaluation.md](evaluation.md)"
    code   = ["host/eval/stats"]
    tests  = ["host/eval/stats.TestMcNemarOfKnownTables"]
    status = "evaluation"
  }

  row "C33" {
    what   = "Data for tuning and data for the decision"
    here   = "roles of packs in the file of `eval run`: dev or withheld; [benchmarks.md](benchmarks.md) names the halves it measures on"
    code   = ["host/eval/suite"]
    status = "evaluation"
  }

  row "C36" {
    what   = "Which mode a comparison was made in"
    here   = "`mode` of each result"
    record = ["result mode"]
    status = "evaluation"
  }

  row "C39" {
    what   = "Five bounds of cost"
    here   = "`eval gate` bounds cost_usd, searches and model_tokens, by themselves or against a baseline"
    code   = ["host/eval/gate"]
    tests  = ["host/eval/gate.TestGatesHoldMeasuresToTheirBounds"]
    record = ["result budget.cost_usd"]
    status = "evaluation"
  }

  row "C40" {
    what   = "One subset under many names"
    here   = "the manifest of `eval run` has the digest of every file of a pack"
    code   = ["host/eval/suite"]
    record = ["event run.sources.fingerprint"]
    status = "evaluation"
  }

  row "U36" {
    what   = "\"At least 70 %\""
    here   = "`eval gate` with by = \"interval\": all of the 95 % interval must keep the bound; `eval proposals`: met, not met or inconclusive by the interval"
    code   = ["host/eval/gate"]
    tests  = ["host/eval/gate.TestGatesHoldMeasuresToTheirBounds"]
    status = "evaluation"
  }

  row "D12" {
    what   = "Samples too small for what they shall show"
    here   = "`eval power` says how many questions it takes, `eval compare` what so many can show"
    code   = ["host/eval/stats"]
    tests  = ["host/eval/stats.TestQuestionsThatTheProposalsWouldNeed"]
    status = "evaluation"
  }
}
