policy "p" {
  order   = [one]
  sources = [local]
  budget { max_cost = "1.00 USD" }
  intent "all" { queries = ["{question}"] }
  round "one" {
    intents = [all]
    when    = on.dispute.found == 0
  }
  verify {
    stage "judge" { plugin = plugin.judge }
  }
  on "contradiction" {
    when    = answer.margin > 0.1
    queries = ["{doc_a} versus {doc_b}"]
    upgrade { to = research_max }
  }
  on "disagreement" {
    when    = on.disagreement.estimate_usd < 1 && on.contradiction.resolved
    role    = planning
    sources = [arxiv]
    queries = ["{core_terms}"]
    upgrade { to = research_max }
  }
  on "dispute" { findings = 3 }
}

plugin "judge" { source = "builtin" }
source "arxiv" {}
