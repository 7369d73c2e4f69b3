section "Evaluation" {
  text = <<-EOT
    Later issue. Each row says what records and results hold for it today.
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
    here   = "the wording and intent of each query with what it found, so that it can be told which documents only a gap's query brought; coverage and confidence"
    record = ["event query.intent", "event query.hits", "result quality_gates.support_coverage", "result confidence"]
    status = "evaluation"
  }

  row "S0-27" {
    what   = "Wrong drafts are refuted"
    here   = "score and passages of each falsification"
    record = ["result quality_gates.falsification_score", "metric falsify.draft.score"]
    status = "evaluation"
  }

  row "S0-28" {
    what   = "Claims of a model against first sentences"
    here   = "each claim with type, number and qualifier, its place in the document, and how many a model and how many rules read"
    record = ["event claim.text", "event claim.quantitative_value", "step claims.extract"]
    status = "evaluation"
  }

  row "S0-29" {
    what   = "What triangulation is worth"
    here   = "clusters that agree and that dispute, and what the search for disputes found"
    record = ["result quality_gates.triangulated_clusters", "result quality_gates.disputed_clusters", "step on.dispute"]
    status = "evaluation"
  }

  row "S0-30" {
    what   = "Cost and time of each mechanism"
    here   = "cost and worst case of each model call, time of each step and call"
    record = ["event model_call.cost", "event timing.elapsed_us", "result budget.cost_usd"]
    status = "evaluation"
  }

  row "S0-31" {
    what   = "Calibration by falsification score"
    here   = "score and confidence of each question"
    record = ["result quality_gates.falsification_score", "result confidence"]
    status = "evaluation"
  }

  row "S1-25" {
    what   = "How well gaps are covered in the end"
    here   = "step `gap.KIND.filled`: saturation and, as overlap, the greatest share of a gap's terms in one document. Recorded; the rate is for evaluation"
    code   = ["host/internal/run/gap_fill.go"]
    tests  = ["host/internal/run.TestAProbeFindsWhatNothingElseSaysAndCountsWhatIsFilledLater"]
    record = ["step gap.epistemic.filled"]
    status = "evaluation"
  }

  row "S1-26" {
    what   = "Discriminative power against correctness"
    here   = "score of each document that was read, and the answer"
    record = ["event document.terms", "result answer"]
    status = "evaluation"
  }

  row "S1-27" {
    what   = "Gap mining on and off"
    here   = "answers and the policy's digest"
    record = ["result answer", "result policy.digest"]
    status = "evaluation"
  }

  row "S1-28" {
    what   = "The margin of the correct option"
    here   = "scores of all options"
    record = ["result options.score"]
    status = "evaluation"
  }

  row "S1-29" {
    what   = "Rounds and documents for each question"
    here   = "rounds that ran and why others did not"
    record = ["result rounds.ran", "result rounds.new_documents"]
    status = "evaluation"
  }

  row "S1-30" {
    what   = "Calibration error with and without"
    here   = "confidence and answer"
    record = ["result confidence"]
    status = "evaluation"
  }

  row "S1-31" {
    what   = "Multiple choice apart from the rest"
    here   = "type of the question"
    record = ["result type"]
    status = "evaluation"
  }

  row "S2-26" {
    what   = "Support coverage before and after"
    here   = "coverage at the analysis and in the end, number of claims without support"
    record = ["step gap.probe", "result quality_gates.support_coverage", "metric gaps.probe.found"]
    status = "evaluation"
  }

  row "S2-27" {
    what   = "How often a contradiction is settled"
    here   = "whether the search found a new work, and the contradictions in the end"
    record = ["result quality_gates.cap_resolved", "result quality_gates.contradictions"]
    status = "evaluation"
  }

  row "S2-28" {
    what   = "Authority against correctness"
    here   = "citation counts of the documents, authority of the best five before and after"
    record = ["event query.hits.document", "step select.authority"]
    status = "evaluation"
  }

  row "S2-29" {
    what   = "Correct options that were struck out"
    here   = "which options, and why"
    record = ["result options.eliminated", "event option.reason"]
    status = "evaluation"
  }

  row "S2-30" {
    what   = "Runs over budget"
    here   = "what was spent; the guard lets none"
    record = ["result budget.cost_usd", "result budget.elapsed_ms"]
    status = "evaluation"
  }

  row "S2-31" {
    what   = "Four variants of S2"
    here   = "environment names switch each part; coverage, contradictions, cost and time of each run"
    record = ["result policy.digest", "result quality_gates.support_coverage", "result quality_gates.contradictions"]
    status = "evaluation"
  }

  row "S3-22" {
    what   = "Questions whose options are alike"
    here   = "overlap of each pair of options over the threshold"
    record = ["step intent.contrast"]
    status = "evaluation"
  }

  row "S3-23" {
    what   = "Accuracy on those"
    here   = "answers, and hits against each option"
    record = ["result answer", "step options.refuted"]
    status = "evaluation"
  }

  row "S3-24" {
    what   = "Are correct options hit less"
    here   = "hits and passages of each option"
    record = ["step options.refuted"]
    status = "evaluation"
  }

  row "S3-25" {
    what   = "Do the best documents tell options apart"
    here   = "documents in order with their texts"
    record = ["event selection.documents", "step options.contrast"]
    status = "evaluation"
  }

  row "S3-26" {
    what   = "How often an upgrade triggers"
    here   = "each decision with its reason"
    record = ["step on.disagreement", "result quality_gates.upgraded"]
    status = "evaluation"
  }

  row "S3-27" {
    what   = "Calibration where sources disagree"
    here   = "reasons for doubt, disagreement and confidence"
    record = ["result uncertainty_reasons", "result quality_gates.source_disagreement_score", "result confidence"]
    status = "evaluation"
  }

  row "S3-28" {
    what   = "What S3 costs"
    here   = "cost of each run"
    record = ["result budget.cost_usd"]
    status = "evaluation"
  }

  row "S4-19" {
    what   = "The bridge on and off"
    here   = "answers, mode and coverage"
    record = ["result answer", "result mode", "result quality_gates.support_coverage"]
    status = "evaluation"
  }

  row "S4-20" {
    what   = "How often a bridge adds a document that is read"
    here   = "documents of the bridge, and the citations that are linked"
    record = ["result bridge_round_stats.bridge_docs_added", "event selection.documents", "event query.round"]
    status = "evaluation"
  }

  row "S4-21" {
    what   = "Questions that were withheld and are answered"
    here   = "coverage and verdict"
    record = ["result abstained", "result quality_gates.support_coverage"]
    status = "evaluation"
  }

  row "S4-22" {
    what   = "Citations of base and bridge side by side"
    here   = "citations in order, with place, quote and chain; of a model's free answer how many citations of linked evidence have one of other evidence at most 150 characters away, between the brackets"
    code   = ["host/model/prompt/chain.go"]
    tests  = ["host/model/prompt.TestCitationsThatJoinLinkedEvidenceToOtherEvidence", "host/internal/run.TestAFreeAnswersChainsAreCounted"]
    record = ["step synthesis.standard", "result citations.chain.provenance", "result citations.quote"]
    status = "evaluation"
  }

  row "S4-23" {
    what   = "The bonus of a link"
    here   = "variable `bridge_link_bonus` of `s4`; what it adds to each passage"
    record = ["event passage.terms"]
    status = "evaluation"
  }

  row "S4-24" {
    what   = "What a bridge costs, and how often it triggers"
    here   = "cost of calls and searches by stage"
    record = ["event model_call.cost", "event reservation.settled", "result bridge_round_stats.bridge_triggered"]
    status = "evaluation"
  }

  row "S4-25" {
    what   = "What data decides what"
    here   = "the digest of policy, question and corpus in each record"
    record = ["event run.policy.digest", "event run.sources.fingerprint"]
    status = "evaluation"
  }

  row "C32" {
    what   = "Five statistics"
    here   = "a later issue"
    status = "evaluation"
  }

  row "C33" {
    what   = "Data for tuning and data for the decision"
    here   = "a later issue; [benchmarks.md](benchmarks.md) names the halves it measures on"
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
    here   = "a later issue"
    record = ["result budget.cost_usd"]
    status = "evaluation"
  }

  row "C40" {
    what   = "One subset under many names"
    here   = "the digest of the content"
    record = ["event run.sources.fingerprint"]
    status = "evaluation"
  }

  row "U36" {
    what   = "\"At least 70 %\""
    here   = "a later issue; intervals are there (`host/eval`)"
    status = "evaluation"
  }

  row "D12" {
    what   = "Samples too small for what they shall show"
    here   = "a later issue"
    status = "evaluation"
  }
}
