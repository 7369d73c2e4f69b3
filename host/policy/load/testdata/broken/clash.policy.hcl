policy "base" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  select {
    term "title" {
      feature = document.title_overlap
      weight  = 2.0
    }
    term "abstract" {
      feature = document.abstract_overlap
      weight  = 1.0
    }
  }
}

policy "left" {
  extends = [base]
  select {
    term "title" { weight = 1.8 }
    term "abstract" { weight = 0.9 }
  }
}

policy "right" {
  extends = [base]
  select {
    term "title" { weight = 1.5 }
  }
  budget { max_wall = "90s" }
}

policy "undecided" { extends = [left, right] }

policy "decided" {
  extends = [left, right]
  select {
    term "title" { weight = 1.6 }
  }
}
