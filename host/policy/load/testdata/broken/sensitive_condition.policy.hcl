variable "secret_word" {
  type      = string
  default   = "hunter2"
  sensitive = true
}

policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  gap "coverage" {
    measure   = "containment"
    threshold = 0.1
    templates = ["{gap}"]
  }
  falsify "draft" {
    queries = ["evidence against {draft}"]
  }
  gate "leak" { condition = var.secret_word == question.type }
}
