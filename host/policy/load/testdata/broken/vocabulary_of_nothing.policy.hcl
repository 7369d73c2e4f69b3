policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question} {vocabulary}"] }
  round "one" { intents = [all] }
  select {
    term "title" {
      feature = document.title_overlap
      weight  = 1
      when    = rounds.one.mean_disc < 0.1
    }
  }
}
