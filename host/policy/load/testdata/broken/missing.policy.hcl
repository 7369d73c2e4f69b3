policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }

  select {
    term "title" { weight = 2 }
    term "abstract" { feature = document.abstract_overlap }
  }
  calibrate {
    stage "confidence" { on_error = "skip" }
  }
}
