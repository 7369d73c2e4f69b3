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
    waive {
      reason = "ticket 41"
      until  = "31.01.2030"
    }
  }
}
