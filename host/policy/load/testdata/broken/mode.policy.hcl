variable "deep" {
  type    = bool
  default = mode == "reserch_max"
}

policy "p" {
  mode  = deep
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" {
    intents = [all]
    modes   = [research]
    enabled = var.deep
  }
}
