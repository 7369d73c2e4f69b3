policy "broken" {
  sources = [local]
  order   = [primary]

  budget {
    max_cost = "0 USD"
  }

  intent "primary" {
    queries = ["{question}"]
  }

  round "primary" {
    intents = [primary]

    budget {
      max_cost = "0.0000001 USD"
    }
  }
}
