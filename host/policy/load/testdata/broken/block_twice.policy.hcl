policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }

  select {
    term "title" {
      feature = document.title_overlap
      weight  = 2
    }
    term "title" {
      feature = document.recency
      weight  = 1
    }
  }
  select { documents = [1, 2] }
}
