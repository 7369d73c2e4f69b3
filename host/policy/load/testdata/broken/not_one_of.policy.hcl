policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }

  claims {
    measure           = "cosine"
    cluster_threshold = 0.3
    pick              = "frist"
  }
  gate "covered" {
    level     = "firm"
    condition = answer.answered
    otherwise = "abstein"
  }
}
