policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }

  claims { cluster_threshold = 0.3 }
  gap "coverage" {
    threshold = 0.12
    templates = ["{gap}"]
  }
}
