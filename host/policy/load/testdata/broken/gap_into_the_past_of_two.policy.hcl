policy "p" {
  order = [one, two, three]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  round "two" { intents = [all] }
  round "three" { intents = [all] }
  gap "bridge" {
    after  = two
    inject = [three, one]
  }
}
