policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }

  select {
    stage "a" { plugin = plugin.authority }
    term "both" {
      feature = document.recency
      stage   = stage.a
      weight  = 1
    }
    term "part" {
      feature = document.recency
      part    = "hits"
      weight  = 1
    }
    term "upside_down" {
      feature = document.recency
      weight  = 1
      floor   = 0.5
      cap     = 0.1
    }
  }
}

plugin "authority" { source = "builtin" }
