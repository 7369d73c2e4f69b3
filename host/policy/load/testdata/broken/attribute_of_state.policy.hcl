policy "p" {
  order = [one, two]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  round "two" { intents = [all] }
  gate "g" { condition = rounds.one.selectd_quality > 0.4 && answer.suport_coverage > 0.4 }
}
