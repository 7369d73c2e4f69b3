policy "p" {
  order = [first, second]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
    searches = 10
  }
  intent "all" { queries = ["{question}"] }
  round "first" {
    intents = [all]
    budget { searches = 8 }
  }
  round "second" {
    intents = [all]
    budget {
      searches = 8
      max_wall = "90s"
    }
  }
}
