policy "p" {
  order = [one, two]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  round "two" {
    intents = [all]
    repeat { until = round.new_documents < 2 }
  }

}
