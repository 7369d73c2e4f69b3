section "Selection of documents" {
  row "B-11" {
    what   = "Which documents are read"
    here   = "2.0 title + 1.0 abstract + 0.25 recency; best of each source first, no source over `max_source_share` (0.5), `documents` (10 to 14). *Differs:* \"abstract\" counts title, abstract and text; beyond the lower number, and first of a source, only documents with `min_share_of_best` (0.5) of the best score; the share is waived with one source"
    policy = ["select.documents", "select.max_source_share", "select.term"]
    code   = ["host/internal/run/search/select.go", "host/internal/run/search/documents.go"]
    tests = [
      "host/internal/run.TestDocumentsAreChosenByScoreSourceAndShare",
      "host/internal/run.TestNoSourceGivesMoreThanItsShareOfTheDocuments",
      "host/internal/score.TestLinearScoresAgreeWithTheGoldenVectors",
    ]
    record = ["event document.terms", "event selection.documents"]
    status = "works"
  }

  row "S4-11" {
    what   = "A work that has a name of a bridge is worth more"
    here   = "feature `document.bridge_entity`: 1 if title or abstract has one, whatever its case; +0.4 in `s4`; plugins see it as `items.bridge_entity`"
    policy = ["select.term"]
    code   = ["host/internal/run/gap/bridge_build.go"]
    tests = [
      "host/internal/run.TestTheBonusesAreForAllWorksOrForThoseOfTheBridge",
      "host/internal/run.TestAModelsNamesMustStandInTheAbstracts",
      "host/internal/run.TestAPluginSeesWhatABridgeNames",
    ]
    record = ["event document.terms"]
    status = "works"
  }

  row "C26" {
    what   = "Any such work, or those that the bridge found"
    here   = "`scope` = all or bridge_round: its queries found it first"
    policy = ["gap.scope"]
    code   = ["host/internal/run/gap/bridge_build.go"]
    tests  = ["host/internal/run.TestTheBonusesAreForAllWorksOrForThoseOfTheBridge"]
    record = ["event document.terms"]
    status = "works"
  }

  row "U03" {
    what   = "Recency"
    here   = "max(0, 1 - age/10) in years, at most 1; age to `--year`, else to the newest document found. *Differs:* an unknown year adds nothing and stays unknown"
    code   = ["host/internal/run/search/documents.go"]
    tests  = ["host/internal/run.TestRecencyFallsToZeroInTenYears"]
    record = ["event document.terms"]
    status = "works"
  }

  row "S1-10" {
    what   = "How clearly a document speaks for one option"
    here   = "best less second Jaccard overlap of document and options; `measure = \"as_written\"`"
    policy = ["select.stage.config.measure = as_written"]
    code   = ["plugins/discriminative/kernel.go"]
    tests = [
      "plugins/discriminative/testdata/golden/s1_10_as_written.json",
      "host/evidence.TestGoldenVectorsOfTheCatalogue",
      "plugins/discriminative.TestGoldenAnswers",
    ]
    record = ["step select.discriminative", "event document.terms"]
    status = "works"
  }

  row "D2" {
    what   = "S1-10 hardly leaves 0, as a short option can fill little of an abstract"
    here   = "`relative` (default): (best - second)/best, 0 if best is 0; `containment`: best less second share of an option's words in the document"
    policy = ["select.stage.config.measure"]
    code   = ["plugins/discriminative/kernel.go"]
    tests = [
      "plugins/discriminative/testdata/golden/d2_relative.json",
      "plugins/discriminative/testdata/golden/d2_containment.json",
      "plugins/discriminative.TestGoldenAnswers",
    ]
    record = ["step select.discriminative"]
    status = "works"
  }

  row "S1-11" {
    what   = "How new a document is, where there are no options"
    here   = "1 - Jaccard(document, all that is known); `without_options = \"novelty_as_written\"`"
    policy = ["select.stage.config.without_options = novelty_as_written"]
    code   = ["plugins/discriminative/kernel.go"]
    tests  = ["plugins/discriminative/testdata/golden/s1_11_as_written.json", "plugins/discriminative.TestNoveltyOfADocumentInsideWhatIsKnown"]
    record = ["step select.discriminative"]
    status = "works"
  }

  row "D1" {
    what   = "S1-11 calls an echo new once much is known"
    here   = "`novelty` (default): share of the document's words that are not known yet. Known, with `each_round`: the words of what would have been read before the round; at selection nothing"
    policy = ["select.stage.config.without_options = novelty"]
    code   = ["plugins/discriminative/kernel.go", "host/internal/run/rounds/eachround.go"]
    tests  = ["plugins/discriminative/testdata/golden/d1_novelty.json", "plugins/discriminative.TestNoveltyOfADocumentInsideWhatIsKnown"]
    record = ["step select.discriminative"]
    status = "works"
  }

  row "S1-12" {
    what   = "Documents that say what is known already come later"
    here   = "a term over part `novelty` of a stage with `each_round`; documents of the first round are wholly new"
    policy = ["select.term.part = novelty"]
    code   = ["host/internal/run/rounds/eachround.go"]
    tests  = ["host/internal/run.TestDocumentsAreScoredWhenTheirRoundFoundThem"]
    record = ["event document.terms"]
    status = "works"
  }

  row "U28" {
    what   = "What novelty weighs"
    here   = "+0.3 as proposed, in `s1`"
    policy = ["select.term.weight = 0.3"]
    tests  = ["host/internal/run.TestDocumentsAreScoredWhenTheirRoundFoundThem"]
    record = ["event document.terms"]
    status = "works"
  }

  row "S1-13" {
    what   = "Documents are scored as rounds find them"
    here   = "`each_round = true` of a stage of select"
    policy = ["select.stage.each_round = true"]
    code   = ["host/internal/run/rounds/eachround.go"]
    tests = [
      "host/internal/run.TestDocumentsAreScoredWhenTheirRoundFoundThem",
      "cmd/sparkhost/internal/cli/testdata/script/planning.txtar: select.apart",
    ]
    record = ["step select.discriminative"]
    status = "works"
  }

  row "C38" {
    what   = "From the second round on, or all"
    here   = "`from_round` (1); documents of earlier rounds have no score, which is not 0"
    policy = ["select.stage.from_round = 2"]
    code   = ["host/internal/run/rounds/eachround.go"]
    tests  = ["host/internal/run.TestAStageMayStartWithALaterRound"]
    record = ["event step.reason"]
    status = "setting"
  }

  row "S2-09" {
    what   = "Authority by citations"
    here   = "log1p(citations)/log1p(`log_cap` 10000), held to 0..1"
    policy = ["select.stage.config.log_cap = 10000"]
    code   = ["plugins/authority/kernel.go"]
    tests  = ["plugins/authority/testdata/golden/s2_09_log_scale.json", "plugins/authority.TestGoldenAnswers"]
    record = ["step select.authority", "event document.terms"]
    status = "works"
  }

  row "S2-10" {
    what   = "Authority as part of the selection score"
    here   = "1.8 title + 0.9 abstract + 0.2 recency + 0.5 authority in `s2`; off, B-11's weights. `standard` keeps those and adds 0.1 authority"
    policy = ["select.term.weight"]
    code   = ["policies/s2.policy.hcl", "host/internal/score/terms.go"]
    tests = [
      "host/internal/score.TestLinearScoresAgreeWithTheGoldenVectors",
      "host/policy/load.TestEnvironmentNamesActOnThePoliciesOfTheProposals",
      "host/policy/load.TestTurningATermOffRestoresTheOtherWeights",
    ]
    record = ["event document.terms"]
    status = "works"
  }

  row "S2-11" {
    what   = "Adjustment by venue"
    here   = "+0.15 five general journals, +0.10 twenty computer science venues, -0.05 preprint servers, from a list that an operator replaces (`select.venues`); `combined` weighs it as a term beside authority: it moved 4 confidences of the sample world there. Off in `standard`, where it moved none (`select.term.venue`). The plugin keeps lists as settings, for the sum before the clamp (C21)"
    policy = ["select.stage.config.clamp = after_venue"]
    code   = ["policies/venues.csv", "host/policy/load/venues.go", "host/evidence/venue.go", "plugins/authority/manifest.go"]
    tests = [
      "plugins/authority/testdata/golden/s2_11_nature.json",
      "plugins/authority/testdata/golden/s2_11_clamp_after.json",
      "plugins/authority.TestTheFirstTierThatHasAVenueDecides",
      "plugins/authority.TestTheShippedListsAreWhatTheCatalogueAsksFor",
    ]
    record = ["event document.terms"]
    status = "works"
  }

  row "S2-12" {
    what   = "Citations per year in place of the total"
    here   = "citations / max(age, `min_years` 1), then as S2-09; `citations = \"per_year\"`, needs `reference_year`"
    policy = ["select.stage.config.citations = per_year"]
    code   = ["plugins/authority/kernel.go"]
    tests  = ["plugins/authority/testdata/golden/s2_12_per_year.json", "plugins/authority/testdata/golden/per_year_without_reference_year.json"]
    record = ["event document.terms"]
    status = "setting"
  }

  row "S2-13" {
    what   = "Authority for contested questions only"
    here   = "`when = pool.contested >= …` of the term; pool.contested: of the documents that would be read now, the smaller share, of those whose abstract denies something within 100 characters of two core terms, or of the others"
    policy = ["select.term.when"]
    code   = ["host/internal/run/rounds/afterround.go"]
    tests = [
      "host/internal/run.TestDocumentsAreScoredWhenTheirRoundFoundThem",
      "cmd/sparkhost/internal/cli/testdata/script/planning.txtar: pool.contested",
    ]
    record = ["event condition.where", "metric pool.contested"]
    status = "setting"
  }

  row "C23" {
    what   = "For contested questions, or for all"
    here   = "with `when`, or without"
    policy = ["select.term.when"]
    code   = ["host/policy/course_plan.go"]
    tests  = ["host/internal/run.TestDocumentsAreScoredWhenTheirRoundFoundThem"]
    record = ["event condition.where"]
    status = "setting"
  }

  row "C21" {
    what   = "Whether authority is held to 0..1 before or after the venue's adjustment"
    here   = "`clamp = \"after_venue\"` (default) or `\"before_venue\"`; other venues: 0"
    policy = ["select.stage.config.clamp"]
    code   = ["plugins/authority/manifest.go"]
    tests  = ["plugins/authority/testdata/golden/s2_11_clamp_after.json", "plugins/authority/testdata/golden/s2_11_clamp_before.json"]
    record = ["event document.terms"]
    status = "works"
  }

  row "D9" {
    what   = "Per year, hardly a work comes near 10000 citations"
    here   = "`log_cap` is a setting; 1000 suits `per_year`"
    policy = ["select.stage.config.log_cap = 1000"]
    code   = ["plugins/authority/manifest.go"]
    tests  = ["plugins/authority/testdata/golden/d9_per_year_cap.json"]
    status = "setting"
  }

  row "U20" {
    what   = "A document without a citation count"
    here   = "score 0, and part `citations_known` = 0; unknown is not \"no citations\""
    code   = ["plugins/authority/main.go"]
    tests  = ["plugins/authority/testdata/golden/u20_no_count.json"]
    record = ["signal authority.citations_known"]
    status = "works"
  }

  row "C6" {
    what   = "Four formulas of selection"
    here   = "one list of named terms; a child sets single weights of what it inherits"
    policy = ["select.term.weight"]
    code   = ["host/policy/load/merge.go"]
    tests  = ["host/policy/load.TestTurningATermOffRestoresTheOtherWeights", "host/internal/score.TestLinearScoresAgreeWithTheGoldenVectors"]
    record = ["event document.terms"]
    status = "works"
  }

  row "C22" {
    what   = "Citations in all, or per year"
    here   = "`citations = \"total\"` (default) or `\"per_year\"` of the stage"
    policy = ["select.stage.config.citations"]
    code   = ["plugins/authority/kernel.go"]
    tests  = ["plugins/authority/testdata/golden/s2_09_log_scale.json", "plugins/authority/testdata/golden/s2_12_per_year.json"]
    record = ["event document.terms"]
    status = "works"
  }

  row "U06" {
    what   = "How text is cut into words"
    here   = "NFKC, lower case, letters and digits, English stop words left out, Porter stems; a hyphenated word counts whole and in its parts; names and formulas stay as they are. `whitespace` where a proposal asks for it"
    policy = ["intent.pairs.tokenizer"]
    code   = ["host/evidence/analyzer.go"]
    tests  = ["host/evidence.TestContentTokens", "host/evidence.TestWhitespaceTokens"]
    status = "works"
  }

  row "U19" {
    what   = "Twenty computer science venues"
    here   = "a list that operators replace"
    code   = ["policies/venues.csv"]
    tests  = ["plugins/authority.TestTheShippedListsAreWhatTheCatalogueAsksFor"]
    status = "works"
  }

  row "D8" {
    what   = "With +0.15 authority is full at about 2511 citations"
    here   = "as it is: the clamp holds it at 1"
    code   = ["plugins/authority/kernel.go"]
    tests  = ["plugins/authority/testdata/golden/s2_11_nature.json", "plugins/authority/testdata/golden/s2_09_log_scale.json"]
    status = "works"
  }
}
