policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }

  gap "coverage" {
    measure   = "containment"
    threshold = 0.1
    templates = ["{gap}"]
  }
  falsify "draft" {
    queries = ["evidence against {draft}"]
  }
  gate "percent" { condition = answer.support_coverage < 55 }
  gate "literal" { condition = true }
  gate "arithmetic" { condition = 1 > 2 || answer.answered }
  gate "negative" { condition = answer.answered && pool.documents < 0 }
}
