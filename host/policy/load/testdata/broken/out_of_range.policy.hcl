policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }

  select {
    documents        = [14, 10]
    max_source_share = 50
  }
  adaptive {
    min_rounds = 6
    max_rounds = 5
  }
  claims {
    measure           = "jaccard"
    cluster_threshold = 1.5
  }
  read { max_chars = 1 }
}
