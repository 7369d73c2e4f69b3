policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  intent "contrary" {
    against = true
    queries = ["limitations of {question}"]
  }
  round "one" { intents = [all, contrary] }
  calibrate {
    base "coverage" {
      feature = answer.support_coverage
      weight  = 0.4
    }
    base "margin" {
      feature = answer.margin
      weight  = 0.5
      cap     = 0.3
      types   = ["multiple_choice"]
    }
    clamp = [0.01, 0.9]
  }
}
