policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  select {
    stage "disc" {
      plugin     = plugin.score
      each_round = true
    }
    term "title" {
      feature = document.title_overlap
      weight  = 1
      when    = rounds.one.mean_disc < 0.1
    }
    term "abstract" {
      feature = document.abstract_overlap
      weight  = 1
      when    = answer.margin > 0.1
    }
    term "disc" {
      stage  = stage.disc
      weight = 1
      when   = pool.contested > 20
    }
  }
}

plugin "score" { source = "builtin" }
