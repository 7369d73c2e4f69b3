policy "p" {
  sources = [local, openalx]
  order   = [one, tow]
  budget {
    max_cost    = "1.00 USD"
    max_wall    = "60s"
    reserve_for = [synthesis]
  }
  intent "all" { queries = ["{question} {core_term}"] }
  round "one" {
    intents = [al]
    sources = [locl]
  }
  select {
    stage "authority" { plugin = plugin.authorty }
    term "title" {
      feature = document.titel_overlap
      weight  = 1
    }
    term "wrong_table" {
      feature = passage.recency
      weight  = 1
    }
    term "authority" {
      stage  = stage.autority
      weight = 1
    }
  }
}

plugin "authority" { source = "builtin" }
source "openalex" { limit = 1 }
