section "Rounds" {
  row "B-06" {
    what   = "The adaptive gate ends retrieval when a round brought little"
    here   = "from `min_rounds` (2) on: new documents < `min_new_docs` (2), or gain of selected quality < `min_quality_gain` (0.03); at most `max_rounds` (5) counted rounds. With `ask_gaps` the queries for gaps that wait are asked before it ends, those that the last round leaves in a pass `gaps` after it, and `select.reserved` places are kept for what they and queries for the contrary find"
    policy = ["adaptive.min_rounds", "adaptive.max_rounds", "adaptive.min_new_docs", "adaptive.min_quality_gain"]
    code   = ["host/internal/run/rounds/rounds.go"]
    tests = [
      "host/internal/run.TestTheAdaptiveGateStopsOnFewDocumentsOrLittleGain",
      "host/internal/run.TestGapQueriesAreAskedBeforeRetrievalEnds",
      "host/internal/run.TestGapsOfTheLastRoundAreAskedForAfterIt",
      "host/internal/run.TestNoMoreRoundsRunThanTheMaximumExceptThoseThatDoNotCount",
    ]
    record = ["event round.stop_reason"]
    status = "works"
  }

  row "S1-21" {
    what   = "Retrieval ends when new documents tell little apart"
    here   = "`adaptive.stop`: mean score of a round's new documents by a stage with `each_round` under `below` (0.04 as proposed) in `rounds` (2) rounds running, and fewer new documents than `new_documents_below` (`min_new_docs`); asked before the other two reasons"
    policy = ["adaptive.stop"]
    code   = ["host/policy/course_plan.go"]
    tests  = ["host/policy/load.TestRetrievalStopsWhenNewDocumentsTellLittleApart", "host/policy/load.TestPolicyTestsSeeStopsAndConditionsOfTerms"]
    record = ["event round.stop_reason", "step select.discriminative"]
    status = "works"
  }

  row "U27" {
    what   = "The mean of a round without new documents"
    here   = "0, and low; where the stage gave no score the mean is unknown, and not low"
    policy = ["adaptive.stop"]
    code   = ["host/internal/run/rounds/eachround.go"]
    tests  = ["host/policy/load.TestRetrievalStopsWhenNewDocumentsTellLittleApart", "host/internal/run.TestDocumentsAreScoredWhenTheirRoundFoundThem"]
    record = ["step select.discriminative"]
    status = "works"
  }

  row "U04" {
    what   = "Quality of what would be read now"
    here   = "mean over the best `select.documents` of 2/3 title overlap + 1/3 abstract overlap; 0 without documents; a document without title counts its abstract for both"
    code   = ["host/internal/run/search/documents.go"]
    tests  = ["host/internal/run.TestTheGainOfARoundIsMeasuredAgainstTheLastRoundThatRan"]
    record = ["event round.selected_quality", "result rounds.selected_quality"]
    status = "works"
  }

  row "B-03" {
    what   = "The order of rounds in mode standard"
    here   = "`order` of `baseline`: primary, methods, adversarial; methods and reference queries share a round"
    policy = ["order"]
    code   = ["policies/as_written.policy.hcl"]
    tests  = ["host/policy/load.TestOrderStatesTheSequenceAndDropsInheritedRounds"]
    record = ["event round.name"]
    status = "works"
  }

  row "S4-27" {
    what   = "The bridge's queries in place of those for methods and references"
    here   = "`s4` gives up round `methods` where the bridge is built, unless `bridge_beside` is set; `combined` asks both, unless `combined_beside` is off"
    policy = ["round.when"]
    code   = ["policies/s4.policy.hcl", "policies/combined.policy.hcl"]
    tests  = ["policies/s4.policytest.hcl: bridge_beside", "policies/combined.policytest.hcl: combined_beside"]
    record = ["result rounds.name"]
    status = "works"
  }

  row "B-04" {
    what   = "The order of rounds in research_max"
    here   = "`research_max` extends `combined`: primary, gap_fill, methods, bridge, adversarial"
    policy = ["order"]
    code   = ["policies/research_max.policy.hcl"]
    tests  = ["host.TestEachMechanismThatAPolicyTurnsOnActsInSomeRecord"]
    record = ["result rounds.name"]
    status = "works"
  }

  row "S0-06" {
    what   = "One more pass of retrieval after the draft"
    here   = "round `falsify_draft`, after synthesis and before calibration; it counts as no round of the adaptive gate"
    policy = ["falsify.draft"]
    code   = ["host/internal/run/falsify/falsify.go"]
    tests = [
      "host/internal/run.TestADraftThatIsNotRefutedStands",
      "host/internal/run.TestADraftThatIsRefutedIsDraftedAnewWithWhatRefutedIt",
      "host.TestEachMechanismThatAPolicyTurnsOnActsInSomeRecord",
    ]
    record = ["result rounds.name"]
    status = "works"
  }

  row "S2-22" {
    what = "The budget is asked before each further round"
    here = "each search of a round, of a gap's sub-round and of a handler is reserved before it is sent; what the answer can cost at most is kept back"
    code = ["host/internal/run/search/search.go", "host/internal/run/state/reserve.go"]
    tests = [
      "host/internal/run.TestTheAnswerStaysPayableWhateverRetrievalSpends",
      "host/internal/run.TestAReactionThatTheBudgetRefusesLeavesTheRunComplete",
      "host.TestABudgetOfTwoSearchesRefusesTheThirdAndStillAnswers",
    ]
    record = ["event reservation.granted", "warning budget_refused"]
    status = "works"
  }

  row "C11" {
    what   = "Which number a round has"
    here   = "none: rounds have names, and their order is a list; a name twice or unknown is an error with its place"
    policy = ["order"]
    code   = ["host/policy/load/load.go"]
    tests  = ["host/policy/load.TestOrderStatesTheSequenceAndDropsInheritedRounds", "host/policy/load.TestBrokenPoliciesGetExactDiagnostics"]
    record = ["result rounds.name"]
    status = "works"
  }

  row "C13" {
    what   = "What is on in which mode"
    here   = "`enabled` and `modes` of blocks, and variables whose default reads `mode`"
    policy = ["round.enabled"]
    code   = ["host/policy/load/modes.go"]
    tests = [
      "host/policy/load.TestABlockIsThereInItsModesOnly",
      "host/policy/load.TestWhatIsSwitchedOffIsListedWithItsReason",
      "host/policy/load.TestEnvironmentNamesActOnThePoliciesOfTheProposals",
    ]
    record = ["event run.absent"]
    status = "works"
  }

  row "C17" {
    what   = "Gates ask different budgets"
    here   = "conditions read `budget.remaining_usd`, `budget.max_usd`, `budget.remaining_s`, `budget.max_s` and, in upgrades, the estimate"
    policy = ["gap.when", "falsify.when"]
    code   = ["host/policy/load/variables.go"]
    tests  = ["host/internal/run.TestAGapAnalysisWithAConditionLooksOnlyIfItHolds", "host/policy/load.TestAffordableIsExactAtItsBorder"]
    record = ["event condition.values"]
    status = "works"
  }

  row "U05" {
    what   = "When a round brought little"
    here   = "2 new documents, 0.03 of quality, from round 2 on"
    policy = ["adaptive.min_new_docs = 2", "adaptive.min_quality_gain", "adaptive.min_rounds"]
    code   = ["host/policy/course.go"]
    tests  = ["host/internal/run.TestTheAdaptiveGateStopsOnFewDocumentsOrLittleGain"]
    record = ["event round.stop_reason"]
    status = "works"
  }
}
