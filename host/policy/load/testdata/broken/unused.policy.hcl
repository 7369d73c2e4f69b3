variable "forgotten" {
  type    = number
  default = 1
}

locals { alone = 2 }

plugin "idle" { source = "builtin" }

source "nowhere" { limit = 3 }

policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  select {
    stage "quiet" { plugin = plugin.other }
  }
}

plugin "other" { source = "builtin" }
