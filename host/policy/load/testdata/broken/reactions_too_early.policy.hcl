policy "p" {
  order = [one, two]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }

  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  round "two" { intents = [all] }

  gap "coverage" {
    after     = one
    when      = on.dispute.found > 0
    measure   = "containment"
    threshold = 0.2
    templates = ["{gap}"]
  }

  select {
    term "recent" {
      feature = document.recency
      weight  = 1
      when    = on.dispute.found > 0
    }
  }

  triangulate {
    stage "numbers" { plugin = plugin.triangulation }
  }

  on "dispute" { queries = ["{core_terms} review"] }
}

plugin "triangulation" { source = "builtin" }
