policy "p" {
  order = [first, second]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "first" {
    intents = [all]
    when    = round.new_documents > 3
  }
  round "second" {
    intents = [all]
    when    = rounds.second.ran || answer.answered
  }
  falsify "draft" {
    when    = answer.confidence > 0.3 || falsify.draft.ran
    queries = ["{draft}"]
  }
  gap "coverage" {
    after     = second
    inject    = first
    measure   = "containment"
    threshold = 0.1
    templates = ["{gap}"]
  }
  calibrate {
    base "circular" {
      feature = answer.provisional_confidence
      weight  = 1
    }
    base "text" {
      feature = question.type
      weight  = 1
    }
    base "clock" {
      feature = run.elapsed_seconds
      weight  = 1
    }
    base "typo" {
      feature = answer.suport_coverage
      weight  = 1
    }
  }
}
