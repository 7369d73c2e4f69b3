section "Passages" {
  row "B-12" {
    what   = "How much of a document is read"
    here   = "the first `max_chars` (10000) bytes, in passages of whole sentences of about 600. *Differs:* passages in place of summaries"
    policy = ["read.max_chars"]
    code   = ["host/evidence/passage.go"]
    tests  = ["host/evidence.TestPassagesHoldWholeSentencesUpToTheirSize", "host/evidence.TestNothingOverMaxCharsIsRead", "host/internal/run.TestARunSaysOnceHowManyDocumentsAreLongerThanIsRead"]
    record = ["event passage.end", "warning text_unread"]
    status = "works"
  }

  row "S2-14" {
    what   = "More of a document is read"
    here   = "`max_chars` = 15000 in place of 10000"
    policy = ["read.max_chars"]
    code   = ["host/evidence/passage.go"]
    tests  = ["host/evidence.TestNothingOverMaxCharsIsRead", "host/policy/load.TestEnvironmentNamesActOnThePoliciesOfTheProposals"]
    record = ["event passage.end"]
    status = "works"
  }

  row "B-13" {
    what   = "Score of a passage"
    here   = "1.4 question overlap + 1.9 focus overlap; `passage.recency` can be weighed too, by default it is not"
    policy = ["read.term"]
    code   = ["host/internal/run/read/read.go"]
    tests  = ["host/internal/score.TestLinearScoresAgreeWithTheGoldenVectors", "host/internal/run.TestGroupsOfTermsAreScaledTogether"]
    record = ["event passage.terms"]
    status = "works"
  }

  row "S1-14" {
    what   = "Discriminative power and recency join a passage's score"
    here   = "0.55 (1.4 question + 1.9 focus) + 0.30 disc + 0.15 recency: a `group` with `scale`, and a term with `document = stage.NAME`, the score of its document"
    policy = ["read.group.scale = 0.55", "read.term.document"]
    code   = ["host/policy/load/build_plan.go", "host/internal/score/terms.go"]
    tests  = ["host/internal/run.TestGroupsOfTermsAreScaledTogether", "host/policy/load.TestGroupsScaleTheirTermsAndThoseRelativeToThem"]
    record = ["event passage.terms"]
    status = "works"
  }

  row "D4" {
    what   = "That sum is called normalised and is not"
    here   = "`normalise = true` of the group divides by the sum of its positive weights (3.3)"
    policy = ["read.group.normalise = true"]
    code   = ["host/policy/load/build_plan.go"]
    tests  = ["host/internal/run.TestGroupsOfTermsAreScaledTogether"]
    record = ["event passage.terms"]
    status = "works"
  }

  row "C7" {
    what   = "A bonus tuned for one scale is added to another"
    here   = "`relative_to` a group: its factor scales the term too"
    policy = ["read.term.relative_to"]
    code   = ["host/policy/load/build_plan.go"]
    tests  = ["host/internal/run.TestGroupsOfTermsAreScaledTogether", "host/policy/load.TestGroupsScaleTheirTermsAndThoseRelativeToThem"]
    record = ["event passage.terms"]
    status = "works"
  }

  row "S4-12" {
    what   = "A passage that links a bridge to what was found before is worth more"
    here   = "feature `passage.bridge_linked`: it has a name of the bridge, and besides it a word of an antecedent claim; +0.5 in `s4`; plugins see it as `bridge_linked`"
    policy = ["read.term"]
    code   = ["host/internal/run/gap/bridge_build.go"]
    tests = [
      "host/internal/run.TestTheBonusOfALinkAddsToThePassagesScore",
      "host/internal/run.TestLinkedPassagesNameTheirEntityAndTheClaimBefore",
      "host/internal/run.TestGroupsOfTermsAreScaledTogether",
      "host/internal/run.TestAPluginSeesWhatABridgeNames",
    ]
    record = ["event passage.terms"]
    status = "works"
  }

  row "S4-13" {
    what   = "Where a linked claim comes from is told"
    here   = "`chain` of claims in the record and of citations in the result, with `provenance` bridge_linked; none otherwise"
    policy = ["gap.bridge"]
    code   = ["host/internal/run/gap/bridge_build.go", "host/record/events.go"]
    tests = [
      "host/internal/run.TestLinkedPassagesNameTheirEntityAndTheClaimBefore",
      "cmd/sparkhost/internal/cli/testdata/script/gaps.txtar: bridge_linked",
    ]
    record = ["event claim.chain.provenance", "result citations.chain.provenance"]
    status = "works"
  }

  row "C27" {
    what   = "Which claims are antecedents"
    here   = "`antecedent` = top_claim (of what would be read when the bridge was built) or confident_claim (own confidence at least `min_confidence`)"
    policy = ["gap.antecedent"]
    code   = ["host/internal/run/gap/bridge_build.go"]
    tests  = ["host/internal/run.TestAnAntecedentIsTheTopClaimOrEveryConfidentOne"]
    record = ["event claim.chain.antecedent"]
    status = "works"
  }

  row "S2-15" {
    what   = "First sentences and those that report a measurement are read"
    here   = "`summary`: `lead_sentences` of each section, and sentences that match; `signals` corrected (default), as_written or none; sentences that follow each other are a passage. *Differs:* `s2` reads abstracts whole (`abstracts = false`), as they are summaries already: of 175 questions of sample world and exam it answers 104 rightly, 87 with their beginnings alone (26 won, 9 lost); `summarise_abstracts` turns it round. Off in `combined`"
    policy = ["read.summary.lead_sentences = 2", "read.summary.signals = as_written", "read.summary.abstracts"]
    code   = ["host/internal/analysis/summary.go"]
    tests  = ["host/internal/analysis.TestASummaryReadsFirstSentencesAndMeasurements", "host/evidence.TestHighSignalPatterns"]
    record = ["event passage.start"]
    status = "works"
  }

  row "D10" {
    what   = "The pattern of S2-15 takes \"10 molecules\" and misses \"p < 0.05\", \"pKa of 4.76\" and \"300 K\""
    here   = "a corrected pattern: p-values, pKa and pH, more units, units as whole words; `signals = \"as_written\"` keeps the other"
    policy = ["read.summary.signals = corrected"]
    code   = ["host/evidence/signal.go"]
    tests  = ["host/evidence.TestHighSignalPatterns", "host/internal/analysis.TestASummaryReadsFirstSentencesAndMeasurements"]
    record = ["event passage.start"]
    status = "works"
  }

  row "U32" {
    what   = "Class of a section"
    here   = "by words of its heading: results, discussion, conclusion, methods, introduction, abstract, other; the first of these that is named"
    code   = ["host/evidence/section.go"]
    tests  = ["host/evidence.TestSectionClass"]
    record = ["event passage.section"]
    status = "works"
  }
}
