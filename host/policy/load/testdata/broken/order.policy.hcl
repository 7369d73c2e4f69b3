policy "p" {
  order = [first, second]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "first" { intents = [all] }
  round "second" { intents = [all] }
  round "third" { intents = [all] }
}

policy "q" {
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
}
