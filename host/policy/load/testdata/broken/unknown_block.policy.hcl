policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }

  selct { documents = [10, 14] }
  budget = { max_cost = "1 USD" }
  order {}
}
