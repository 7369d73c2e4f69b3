policy "p" {
  order = [primary]

  intent "primary" { queries = ["{question}"] }
  round "primary" { intents = [primary] }

  synthesise "standard" {
    solvers = [synthesis]
    judge   = judge
  }

  synthesise "routed" {
    solvers = []
  }

  synthesise "research_max" {
    solvers  = [synthesis, synthesis, planning]
    }

  gate "sure" {
    condition = answer.model_confidence > 0.5
  }
}
