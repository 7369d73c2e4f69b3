policy "p" {
  order = [one, two]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  round "two" { intents = [all] }
  gate "g" {
    level     = "soft"
    condition = answer.citations > 1
    waive { until = "2030-01-31" }
  }
}
