# research_max: `combined` with everything on and room for it. Name models with roles in a policy of
# your own that extends this one; without any, all steps go by rules.

sparkhost {
  language         = 1
  required_version = ">= 0.1.0"
}

policy "research_max" {
  description = "Everything that there is, for questions that are worth it."
  extends     = [combined]
  mode        = research_max

  budget {
    max_cost = "10.00 USD"
    max_wall = "900s"
  }

  # Every round runs once. Gaps are looked for from the third round on, as in combined, so that later ones ask.
  adaptive {
    enabled    = false
    max_rounds = 8
  }

  select { documents = [14, 24] }
}
