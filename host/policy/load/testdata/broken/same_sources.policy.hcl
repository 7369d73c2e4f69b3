policy "p" {
  sources = [papers, trials, press]
  order   = [one, contrary]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  intent "contrary" {
    against = true
    queries = ["limitations of {question}"]
  }
  round "one" {
    sources = [papers, trials]
    intents = [all]
  }
  round "contrary" {
    sources = [trials, papers]
    intents = [contrary]
  }
}

source "papers" {}
source "trials" {}
source "press" {}
