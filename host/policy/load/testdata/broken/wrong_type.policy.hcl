policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }

  select {
    documents            = 10
    one_per_source_first = "yes"
    max_source_share     = "half"
  }
  read { max_chars = 10000.5 }
  answer { max_sentences = true }
}
