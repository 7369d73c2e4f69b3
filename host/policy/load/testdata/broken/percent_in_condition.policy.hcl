policy "p" {
  order = [one, two]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  round "two" { intents = [all] }
  gate "g" { condition = answer.support_coverage >= 40 }
}
