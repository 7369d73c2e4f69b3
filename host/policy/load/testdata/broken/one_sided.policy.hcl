policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  calibrate {
    base "coverage" {
      feature = answer.support_coverage
      weight  = 0.7
    }
    base "margin" {
      feature = answer.margin
      weight  = 0.5
      cap     = 0.3
      types   = ["multiple_choice"]
    }
  }
}
