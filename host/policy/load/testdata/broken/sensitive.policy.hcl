variable "key" {
  type      = string
  default   = "hunter2"
  sensitive = true
}

locals { copy = "${var.key}!" }

policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }

  gate "leak" {
    condition = var.key == "hunter2"
    message   = "The key is ${local.copy}"
  }
}
