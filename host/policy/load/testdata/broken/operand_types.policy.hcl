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
  gate "text" { condition = question.type == 3 }
  gate "order" { condition = question.type < 3 }
  gate "flag" { condition = answer.answered > 0 }
  gate "and" { condition = answer.score && answer.answered }
  gate "number" { condition = answer.score + 1 }
  gate "not" { condition = !answer.citations }
  gate "word" { condition = question.type == "multiple-choice" }
  gate "list" { condition = contains("free_form", question.type) }
}
