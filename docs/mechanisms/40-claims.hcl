section "Claims" {
  row "B-14" {
    what   = "Claims are sentences of passages; claims that overlap form a cluster"
    here   = "`pick` lead (`standard`: best, the one nearest the question), 1 per document; Jaccard ≥ 0.35, single linkage"
    policy = ["claims.pick", "claims.per_document"]
    code   = ["host/internal/run/claims/claims.go"]
    tests  = ["host/evidence.TestClusterClaims", "host/internal/run.TestADocumentMakesNoMoreClaimsThanThePolicyAllows"]
    record = ["event claim.cluster"]
    status = "works"
  }

  row "U14" {
    what   = "A claim's own confidence"
    here   = "share that it holds of the question's and all options' words, with `confidence_over = \"own_option\"` (in standard) of the question's and those of the option that it supports, × its passage's score over the best one. *Differs:* no verifier takes part"
    policy = ["claims.confidence_over"]
    code   = ["host/internal/run/claims/claims.go"]
    tests = [
      "host/internal/run.TestTriangulationLowersTheConfidenceOfClaimsThatRestOnOneTypeOfSource",
      "host/internal/run.TestAClaimForOneOptionCanBeSureOfItselfAmongFour",
    ]
    record = ["event claim.confidence"]
    status = "works"
  }

  row "U16" {
    what   = "The key phrase of an option or a draft"
    here   = "all of it up to four words, else its longest run of words without a stop word or a mark; with `match` = noun_phrase of plugin falsification the noun phrase without the verb"
    code   = ["host/evidence/phrase.go"]
    tests  = ["plugins/falsification.TestTheNounPhraseLeavesTheVerbOut", "host/evidence.TestKeyNounPhrase"]
    status = "works"
  }

  row "S0-12" {
    what   = "A model takes claims out of a document"
    here   = "`claims.extract`: text, type, value, qualifier of at most 8 claims of a document; 256 tokens. A value whose number is not in the document is dropped, the claim stays, and its place is that of the sentence it is nearest to. What no model reads, the rules do, and they add what it leaves out: type comparison, causal, numerical or mechanism by words, in that order; the first quantity with a unit; the strongest words that say how sure it is"
    policy = ["claims.extract", "claims.extract.max_output = 256"]
    code   = ["host/internal/run/claims/model.go", "host/model/prompt/claims.go", "host/evidence/structure.go"]
    tests = [
      "host/internal/run.TestAModelReadsClaimsAndTheRulesReadWhatItDoesNot",
      "host/internal/run.TestWithoutAModelTheRulesReadAllClaims",
      "host/model/prompt.TestAClaimsNumberStandsInItsDocument",
      "host/evidence.TestClaimsAreTypedByTheirWords",
      "host/internal/run.TestClaimsAreRecordedWithWhatTheirWordsTell",
    ]
    record = ["step claims.extract", "event claim.claim_type", "event claim.quantitative_value", "event claim.confidence_qualifier"]
    status = "works"
  }

  row "S0-13" {
    what   = "How many claims are extracted"
    here   = "a model reads the `documents` (5 as proposed) best, one call each, side by side; of the others, and by rules alone, one for each passage, `per_document` (1) of a document"
    policy = ["claims.extract.documents = 5", "claims.per_document"]
    code   = ["host/internal/run/claims/model.go", "host/internal/run/claims/claims.go"]
    tests = [
      "host/internal/run.TestAModelReadsClaimsAndTheRulesReadWhatItDoesNot",
      "host/internal/run.TestClaimsAreReadSideBySideAndRecordedInTheOrderOfDocuments",
    ]
    record = ["step claims.extract"]
    status = "works"
  }

  row "S4-14" {
    what   = "A bridge claim is shown with the entity of the first round that it links to"
    here   = "`chain.entity` and `chain.antecedent` (the claim that stood before) of claims and citations; a line of the chain-linked evidence"
    policy = ["gap.bridge"]
    code   = ["host/internal/run/gap/bridge_build.go", "host/model/prompt/input.go"]
    tests = [
      "host/internal/run.TestLinkedPassagesNameTheirEntityAndTheClaimBefore",
      "host/internal/run.TestLinkedClaimsAreShownWhereThePolicyWantsThem",
    ]
    record = ["event claim.chain.entity", "result citations.chain.entity"]
    status = "works"
  }

  row "S0-24" {
    what   = "Claims are read by the cheapest model, side by side"
    here   = "role cheapest; the calls of one question run side by side, are reserved and settled in their order, and leave what the answer costs"
    policy = ["claims.extract.role = cheapest"]
    code   = ["host/internal/run/claims/model.go"]
    tests = [
      "host/internal/run.TestClaimsAreReadSideBySideAndRecordedInTheOrderOfDocuments",
      "host/internal/run.TestWhatIsKeptForTheAnswerIsNotSpentOnClaims",
    ]
    record = ["event model_call.role", "event reservation.stage"]
    status = "works"
  }

  row "C24" {
    what   = "Claims of every document or of five, and whose cost they are"
    here   = "`documents` (5) of `extract`; reserved under their own stage, never out of what is kept for synthesis"
    policy = ["claims.extract.documents"]
    code   = ["host/internal/run/claims/model.go"]
    tests  = ["host/internal/run.TestAModelReadsClaimsAndTheRulesReadWhatItDoesNot", "host/internal/run.TestWhatIsKeptForTheAnswerIsNotSpentOnClaims"]
    record = ["event reservation.stage"]
    status = "works"
  }
}
