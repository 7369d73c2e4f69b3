section "Planning" {
  row "B-01" {
    what   = "Queries are planned before anything is searched, by intent"
    here   = "intents with query templates; `baseline` has primary, options, methods, reference, adversarial"
    policy = ["intent"]
    code   = ["host/internal/query/plan.go"]
    tests  = ["host/internal/query.TestAnUnfilledSlotIsDroppedWithItsWord", "host/internal/query.TestAnIntentOfOtherAnswerTypesAsksNothing"]
    record = ["event plan.queries"]
    status = "works"
  }

  row "B-02" {
    what   = "A question is taken apart into sub-claims, options and focus terms"
    here   = "rules: clauses, options, core terms. With `plan.role` a model's parts take the place of the clauses, and its domain comes before that of the documents; parts that come of options, and all intents, stay (S0-03). Without an answer the rules' plan stands"
    policy = ["plan.role"]
    code   = ["host/internal/query/plan.go", "host/internal/run/plan/model.go", "host/model/prompt/plan.go"]
    tests = [
      "host/evidence.TestSubClaims",
      "host/evidence.TestCoreTerms",
      "host/model/prompt.TestEachTaskHasAPromptAndEachSchemaIsOne",
      "host/internal/run.TestAModelTakesTheQuestionApart",
      "host/internal/run.TestWithoutAPlanOfAModelTheRulesPlan",
    ]
    record = ["event plan.sub_claims", "event plan.focus_terms", "step plan"]
    status = "works"
  }

  row "B-09" {
    what   = "Queries are relaxed and enriched"
    here   = "`relax`: quotes stripped, whole words replaced by the table `enrich`, at most `max_terms` (18 as proposed) words; the proposal does not give its table. Record: step `relax` with both wordings"
    policy = ["relax"]
    code   = ["host/evidence/relax.go"]
    tests = [
      "host/evidence.TestRelaxedQueriesKeepAnchorsWhole",
      "host/evidence.TestRelaxedQueriesReplaceWholeWordsOnce",
      "host/internal/run.TestWhatARoundFindsIsInTheQueriesOfTheNext",
    ]
    record = ["step relax"]
    status = "works"
  }

  row "S0-01" {
    what   = "What kind of answer is asked for"
    here   = "numerical_value, comparison, causal_mechanism, definition by wording, in this order; a number with a unit in the question: numerical_value; else other"
    policy = ["intent.answer_types"]
    code   = ["host/evidence/asking.go"]
    tests  = ["host/evidence.TestAnswerType", "host/internal/query.TestAnIntentOfOtherAnswerTypesAsksNothing"]
    record = ["event plan.answer_type", "metric question.answer_type"]
    status = "works"
  }

  row "S0-02" {
    what   = "Queries by answer type"
    here   = "templates of such intents with `{entity}`, `{subject}` and `{effect}` (of a causal wording, else `{entity}` and nothing), `{first}` and `{second}` (of a comparing one)"
    policy = ["intent.queries"]
    code   = ["host/evidence/relations.go"]
    tests = [
      "host/internal/query.TestAnIntentOfOtherAnswerTypesAsksNothing",
      "host/internal/query.TestTheSlotsOfS0AreFilledByTheWordingOfTheQuestion",
      "host/evidence.TestWhatAQuestionComparesIsReadFromItsWording",
    ]
    record = ["step intent.numerical", "event plan.queries"]
    status = "works"
  }

  row "S0-03" {
    what   = "The answer type may add queries and never removes one"
    here   = "`answer_types = [ … ]` of an intent: it is asked for those types only; intents without it are always asked. Also a metric, shown to plugins, and it favours sentences with quantities in free answers; record: step `intent.NAME`"
    policy = ["intent.answer_types"]
    code   = ["host/internal/query/queries.go"]
    tests  = ["host/internal/query.TestAnIntentOfOtherAnswerTypesAsksNothing", "host.TestEachMechanismThatAPolicyTurnsOnActsInSomeRecord"]
    record = ["step intent.numerical"]
    status = "works"
  }

  row "S2-01" {
    what   = "One query per angle of a question"
    here   = "four intents of a round (phenomenological, quantitative, comparative, temporal), switched by `enabled`. Off in `combined` (`combined_fan_out`): it won 3 of 659 answers and lost 7, for 4 more searches a question"
    policy = ["intent.enabled"]
    code   = ["policies/s2.policy.hcl"]
    tests  = ["host/policy/load.TestEnvironmentNamesActOnThePoliciesOfTheProposals", "policies/s2.policytest.hcl"]
    record = ["event plan.queries.intent"]
    status = "works"
  }

  row "S3-01" {
    what   = "A query for each pair of options that are hard to tell apart"
    here   = "`pairs` of an intent: Jaccard of lower-case words between white space, without stop words, strictly over `above` (0.40 as proposed); the `max` (3) pairs that overlap most; slots `{shared}` (in the order of the first) `{first}` `{second}`. `tokenizer = \"content\"` compares stems"
    policy = ["intent.pairs", "intent.pairs.above = 0.40", "intent.pairs.max"]
    code   = ["host/internal/query/pairs.go"]
    tests = [
      "host/internal/query.TestOptionsThatAreAlikeAreAskedForInPairs",
      "cmd/sparkhost/internal/cli/testdata/script/planning.txtar: versus",
      "host/evidence.TestGoldenVectorsOfTheCatalogue",
    ]
    record = ["step intent.contrast"]
    status = "works"
  }

  row "S3-02" {
    what   = "Without such a pair nothing is asked"
    here   = "step `intent.NAME` that had nothing to do, with the reason"
    policy = ["intent.pairs"]
    code   = ["host/internal/query/queries.go"]
    tests  = ["host/internal/run.TestWhatARoundFindsIsInTheQueriesOfTheNext"]
    record = ["step intent.contrast", "event step.reason"]
    status = "works"
  }

  row "S3-03" {
    what   = "Words of what was found seed later queries"
    here   = "slot `{vocabulary}`: the `top` (5) words that `documents` (2 to 4) abstracts found so far hold, most documents first, without words of question and options. *Differs:* words common to all sciences are left out too"
    policy = ["vocabulary", "vocabulary.top", "vocabulary.documents"]
    code   = ["host/evidence/seed.go"]
    tests = [
      "host/evidence.TestSeedWordsAreInSomeDocumentsButNotInMany",
      "host/internal/run.TestWhatARoundFindsIsInTheQueriesOfTheNext",
      "cmd/sparkhost/internal/cli/testdata/script/planning.txtar: vocabulary",
    ]
    record = ["step vocabulary"]
    status = "works"
  }

  row "S3-04" {
    what   = "Which words may"
    here   = "`length` 5 to 20 letters, no digit, not all capitals"
    policy = ["vocabulary.length"]
    code   = ["host/evidence/seed.go"]
    tests  = ["host/evidence.TestSeedWordsAreNoNamesAndNoNumbers"]
    record = ["step vocabulary"]
    status = "works"
  }

  row "C30" {
    what   = "In the second round only, or from it on"
    here   = "the round whose intents hold `{vocabulary}` asks; before it is gathered the word is dropped (U29). `after = every_round` gathers anew"
    policy = ["vocabulary.after"]
    code   = ["host/internal/run/rounds/afterround.go"]
    tests  = ["host/internal/run.TestWhatARoundFindsIsInTheQueriesOfTheNext"]
    record = ["event step.round"]
    status = "works"
  }

  row "C31" {
    what   = "Four lists of types: answers, gaps, angles, claims"
    here   = "each its own list, nothing is merged: `answer_types` of intents, types of gaps, intents by name, types of claims"
    policy = ["intent.answer_types", "gap.epistemic"]
    tests = [
      "host/internal/run.TestEpistemicGapsHaveTypesAndQueriesOfTheirType",
      "host/evidence.TestAnswerType",
      "host/evidence.TestClaimsAreTypedByTheirWords",
    ]
    record = ["event claim.claim_type"]
    status = "works"
  }

  row "S3-10" {
    what   = "Queries against single options"
    here   = "`{option} fail limitation does not exception negative result` in an intent with `against`"
    policy = ["intent.queries", "intent.against"]
    code   = ["host/internal/query/queries.go"]
    tests = [
      "host/internal/run.TestWhatARoundFindsIsInTheQueriesOfTheNext",
      "cmd/sparkhost/internal/cli/testdata/script/planning.txtar: intent.refute",
    ]
    record = ["step intent.refute_options"]
    status = "works"
  }

  row "S3-05" {
    what   = "They are asked for options that survive"
    here   = "`options = \"surviving\"` of that intent; the round after the one that struck options out asks it"
    policy = ["intent.options = surviving"]
    code   = ["host/internal/query/queries.go"]
    tests = [
      "host/internal/run.TestWhatARoundFindsIsInTheQueriesOfTheNext",
      "cmd/sparkhost/internal/cli/testdata/script/planning.txtar: options.eliminate_early",
    ]
    record = ["step intent.refute_options"]
    status = "works"
  }

  row "C35" {
    what   = "Elimination comes after retrieval, those queries before"
    here   = "`eliminate_early`: after a round, an option is struck out for queries if the greatest share of its own words in a document that would be read now is under the best option's less `below` (0.25); `keep_at_least` (2) stay. Scoring judges all. Without it all survive"
    policy = ["options.eliminate_early"]
    code   = ["host/internal/run/rounds/afterround.go"]
    tests = [
      "host/internal/run.TestWhatARoundFindsIsInTheQueriesOfTheNext",
      "cmd/sparkhost/internal/cli/testdata/script/planning.txtar: options.eliminate_early",
    ]
    record = ["step options.eliminate_early"]
    status = "works"
  }

  row "S4-01" {
    what   = "Lexical anchors survive relaxation"
    here   = "words of anchors are kept before others; slot `{anchors}`: those of the question verbatim"
    policy = ["relax.max_terms"]
    code   = ["host/evidence/relax.go", "host/internal/run/search/intents.go"]
    tests  = ["host/evidence.TestRelaxedQueriesKeepAnchorsWhole", "host/evidence.TestAnchorsComeInTextOrderAndOnce"]
    record = ["step relax", "event plan.anchors"]
    status = "works"
  }

  row "S4-02" {
    what   = "The domain before a query"
    here   = "`{domain}` in a template, and `relax.enrich`"
    policy = ["gap.bridge.templates"]
    code   = ["host/internal/query/wording.go"]
    tests  = ["host/internal/run.TestWhatARoundFindsIsInTheQueriesOfTheNext", "host/evidence.TestRelaxedQueriesReplaceWholeWordsOnce"]
    record = ["event query.text", "step relax"]
    status = "works"
  }

  row "U12" {
    what   = "The domain of a question, slot `{domain}`"
    here   = "the field of study of most of the documents that would be read now (`fields_of_study` of a document), after the first round that knows one; else its word is dropped (U29). A model that plans may say it first (`plan.role`)"
    code   = ["host/internal/run/rounds/afterround.go"]
    tests  = ["host/internal/run.TestWhatARoundFindsIsInTheQueriesOfTheNext"]
    record = ["event query.text"]
    status = "works"
  }

  row "U22" {
    what   = "Core terms of a question, slot `{core_terms}`"
    here   = "6: lexical anchors in text order, then content words, longer first, words common to all sciences last"
    code   = ["host/evidence/coreterms.go"]
    tests  = ["host/evidence.TestCoreTerms"]
    status = "works"
  }

  row "U29" {
    what   = "A template whose slot has no value"
    here   = "the word that holds the slot is dropped; a template without a value for what it is about ({entity}, {subject}, {effect}, {first}, {second}, {draft}, {alternative}, {gap}, …) is not asked. {entity} is the rarest name of the question that the literature holds, and no word of all sciences"
    code   = ["host/internal/query/templates.go"]
    tests = [
      "host/internal/query.TestAnUnfilledSlotIsDroppedWithItsWord",
      "host/internal/query.TestATemplateWithoutWhatItIsAboutIsNotAsked",
      "host/internal/query.TestWordsThatNameNothingFillNoSlot",
      "host/internal/query.TestTheEntityIsTheRarestNameThatTheLiteratureHolds",
    ]
    status = "works"
  }

  row "D11" {
    what   = "Queries such as \"why X is wrong\" put filler into keyword indexes"
    here   = "each source writes a query in its provider's way: the core terms of the subject, phrases first, and for queries against a claim one of contradict, refute, \"no effect\", fails. Terms: arXiv 4, Europe PMC, OpenAlex and Semantic Scholar 6, Crossref 8, Brave 12. As written with `relax.literal`: all words, filler too. *Differs:* Brave gets the subject as well; local literature always gets the text"
    policy = ["relax.literal = false"]
    code   = ["host/retrieval/web/dialect"]
    tests = [
      "host/retrieval/web/dialect.TestOf",
      "host/retrieval/web/dialect.TestTheWordsOfALiteralQueryStayAsTheyAre",
      "host/internal/run.TestSourcesAreAskedLiterallyWhereThePolicySaysSo",
      "host/retrieval/arxiv.TestRender",
      "host/retrieval/crossref.TestRender",
      "host/retrieval/semanticscholar.TestRender",
    ]
    record = ["event query.literal"]
    status = "works"
  }

  row "U33" {
    what   = "Sub-claims without a model"
    here   = "clauses of three content words or more; then the core terms with each option"
    code   = ["host/evidence/asking.go"]
    tests  = ["host/evidence.TestSubClaims"]
    record = ["event plan.sub_claims"]
    status = "works"
  }

  row "C18" {
    what   = "Which model makes the auxiliary calls"
    here   = "roles planning, synthesis, judge, extract, cheapest and fastest, which a policy binds to models; each block names the role that asks: the one that its proposal names last, or that costs least"
    policy = ["gap.role", "claims.extract.role", "plan.role"]
    code   = ["host/policy/model.go", "host/model/roles", "host/internal/run/state/ask.go", "host/internal/inquiry/ask.go"]
    tests  = ["host/policy/load.TestRolesBindModels", "host/internal/run.TestARoleWithoutModelGivesNoAnswerAndSaysSo"]
    record = ["event model_call.role"]
    status = "works"
  }
}
