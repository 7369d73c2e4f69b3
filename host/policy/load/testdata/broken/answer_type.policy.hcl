policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" {
    queries      = ["{question}"]
    answer_types = ["numeric_value"]
  }
  round "one" { intents = [all] }
}
