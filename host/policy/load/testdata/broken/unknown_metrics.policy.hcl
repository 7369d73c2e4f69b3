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
  gate "typo" { condition = answer.suport_coverage >= 0.4 }
  gate "half_hidden" { condition = answer.answered && answer.suport_coverage >= 0.4 || rounds.one.selectd_quality < 1 }
  gate "root" { condition = anser.answered }
  gate "bare" { condition = support_coverage > 0.1 }
  gate "round" { condition = rounds.won.ran }
  gate "signal" { condition = verify.stance.supports > 1 }
  gate "arm" { condition = answer.answered ? answer.mrgin > 1 : answer.score > "high" }
  gate "variable" { condition = var.flor > 1 }
}
