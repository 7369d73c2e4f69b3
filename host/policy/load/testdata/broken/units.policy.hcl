plugin "mine" {
  source = "builtin"
  limits {
    memory = "32MB"
    wall   = "500"
    output = 1000
  }
}

policy "p" {
  order = [one]
  budget {
    max_cost = 3
    max_wall = 300
  }
  intent "all" { queries = ["{question}"] }
  round "one" {
    intents = [all]
    budget { max_cost = "3.00 EUR" }
  }
}
