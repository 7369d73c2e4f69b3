policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }

  select {
    documnets = [10, 14]
    term "title" {
      feature = document.title_overlap
      wieght  = 2.0
    }
  }
}
