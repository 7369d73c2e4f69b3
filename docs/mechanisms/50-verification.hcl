section "Verification" {
  row "B-15" {
    what   = "Refutations in what adversarial queries found lower the confidence"
    here   = "in baseline, works that refute the answer, however they were found and each once: those that clearly take the other side of a verdict, those with a refuting phrase within 100 characters of two of the question's terms in a sentence with the answer's own words, and those by which falsification refutes the draft; -0.07 each, at most -0.35. *As written* (as_written): refuting phrases in works that only queries with `against` found"
    policy = ["verify", "calibrate.term"]
    code   = ["host/internal/run/answer/contradictions.go", "plugins/falsification/verifier.go"]
    tests = [
      "host/internal/run.TestWorksThatRefuteAVerdictCountOnceHoweverTheyWereFound",
      "host/internal/run.TestARefutationAgreesWithAVerdictThatDenies",
      "host/internal/run.TestAWorkRefutesAnOptionOnlyWhereItSpeaksOfIt",
      "plugins/falsification/testdata/golden/b_15_contradictions.json",
      "plugins/calibration/testdata/golden/b_15_cap.json",
      "plugins/falsification.TestTheVerifierCountsRefutationsNearTerms",
      "host/internal/run.TestPassagesOfWorksThatOnlySearchesForTheContraryFoundAreMarked",
    ]
    record = ["result quality_gates.contradictions", "result calibration.terms.delta"]
    status = "works"
  }

  row "U17" {
    what   = "Words that negate"
    here   = "no, not, never, without, fail\\*, lack\\*, absence, unable, neither, nor, contrary, refut\\*, n't, cannot; a setting of falsification, lists of their own in evidence (adds none) and stance"
    code   = ["plugins/falsification/words.go", "host/evidence/negation.go", "plugins/internal/text/lexicon.go"]
    tests  = ["plugins/falsification.TestWildcardsMatchEndingsAndContractions", "host/evidence.TestNegations"]
    status = "works"
  }

  row "U18" {
    what   = "Words of opposite direction"
    here   = "stance: two lists, each word of one against each of the other, such as increase and inhibit. disagreement: the three pairs of the proposal and seventeen more, as data in its config"
    policy = ["verify.stage.config"]
    code   = ["plugins/internal/text/lexicon.go", "plugins/disagreement/table.go"]
    tests  = ["plugins/disagreement.TestThereAreTwentyPairsAndEachSideExcludesTheOther"]
    status = "works"
  }

  row "S3-07" {
    what   = "Works clustered by the n-grams of their abstracts"
    here   = "trigrams of words, Jaccard ≥ 0.10, single linkage (U31); `pairs = \"cluster\"` compares works of one cluster only, and no shipped policy does: `s3` compares all (`pairs = \"all\"`)"
    policy = ["verify.stage.config.pairs = cluster"]
    code   = ["plugins/disagreement/cluster.go"]
    tests  = ["plugins/disagreement/testdata/golden/s3_07_clusters.json", "plugins/disagreement.TestClustersNeedTheThresholdAndAreLinkedSingly"]
    record = ["signal disagreement.clusters"]
    status = "setting"
  }

  row "S3-08" {
    what   = "Works whose first sentences say opposite things"
    here   = "pairs of works whose titles share a word that an option names, with words of one of U18's pairs in their first sentences; score = such pairs; `form = \"literal\"`"
    policy = ["verify.stage.config.form"]
    code   = ["plugins/disagreement/kernel.go"]
    tests = [
      "plugins/disagreement/testdata/golden/s3_08_conflict.json",
      "plugins/disagreement/testdata/golden/s3_08_agreement.json",
      "plugins/disagreement/testdata/golden/s3_08_no_shared_title.json",
      "cmd/sparkhost/internal/cli/testdata/script/reactions.txtar: source_disagreement_score",
    ]
    record = ["result quality_gates.source_disagreement_score"]
    status = "works"
  }

  row "S3-09" {
    what   = "A conflict counts only if both speak of the same thing"
    here   = "`form = \"guarded\"` (default): the predicates' objects share a word, and a negation within three words before one turns it round"
    policy = ["verify.stage.config.form = guarded"]
    code   = ["plugins/disagreement/kernel.go"]
    tests = [
      "plugins/disagreement/testdata/golden/s3_09_guarded.json",
      "plugins/disagreement/testdata/golden/s3_09_literal.json",
      "plugins/disagreement/testdata/golden/s3_09_negation_guarded.json",
      "plugins/disagreement/testdata/golden/s3_09_negation_literal.json",
    ]
    record = ["result quality_gates.source_disagreement_score"]
    status = "works"
  }

  row "U31" {
    what   = "How abstracts are clustered"
    here   = "`n` 3, `cluster_threshold` 0.10 Jaccard, single linkage"
    code   = ["plugins/disagreement/cluster.go"]
    tests  = ["plugins/disagreement.TestClustersNeedTheThresholdAndAreLinkedSingly"]
    status = "works"
  }

  row "S2-17" {
    what   = "A query that settles a contradiction"
    here   = "with `role`, \"meta-analysis comparing X vs Y\" and its like, written by a model from the pair; at most 18 words, at least 3. Else templates with `{doc_a}` `{doc_b}` (titles), `{hypothesis_a}` `{hypothesis_b}` (their core terms), `{phrase}`, `{claim}`"
    policy = ["on.queries"]
    code   = ["host/model/prompt/queries.go", "host/internal/run/react/react.go"]
    tests  = ["host/internal/run.TestAModelWordsTheQueryOfAContradictionAndTemplatesStandIn"]
    record = ["step on.contradiction"]
    status = "works"
  }
}
