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
  gate "for" { condition = length([for x in [1, 2] : x.typo]) > 0 }
  gate "index" { condition = rounds["one"].ran }
  gate "null" { condition = answer.margin == null }
  gate "function" { condition = rand() > 0.5 }
  gate "try" { condition = try(answer.typo, true) }
  gate "arguments" { condition = clamp(answer.score, 1) > 0 }
  gate "expansion" { condition = min([1, 2]...) > 0 }
}
