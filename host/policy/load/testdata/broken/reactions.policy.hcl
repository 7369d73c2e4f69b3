policy "p" {
  order = [one]
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }

  on "quarrel" { queries = ["{core_terms}"] }
  on "contradiction" {
    queries = ["{doc_c} versus {doc_b}"]
    max     = 0
  }
  on "disagreement" {
    upgrade {
      to             = standards
      reserve_factor = -1
    }
  }
}
