# s4: SPARKIT-P001, a bridge round read out of what the first round found, and evidence
# linked in chains. The round runs in mode research_max, or with SPARKIT_ENABLE_BRIDGE_ROUND=1.

sparkhost {
  language         = 1
  required_version = ">= 0.1.0"
}

variable "bridge_round" {
  type        = bool
  default     = mode == "research_max"
  env         = "SPARKIT_ENABLE_BRIDGE_ROUND"
  description = "Whether names in the best abstracts are asked for in a round of their own."
}

variable "bridge_quality" {
  type        = number
  default     = 0.55
  description = "The bridge is built if the first round's quality is less than this."

  validation {
    condition     = var.bridge_quality >= 0 && var.bridge_quality <= 1
    error_message = "bridge_quality is a fraction from 0 to 1."
  }
}

variable "bridge_link_bonus" {
  type        = number
  default     = 0.5
  description = "What a passage is worth more that links a bridge to what was found before."

  validation {
    condition     = var.bridge_link_bonus >= 0 && var.bridge_link_bonus <= 10
    error_message = "bridge_link_bonus lies within 0 and 10."
  }
}

variable "bridge_beside" {
  type        = bool
  default     = false
  description = "Whether the planned queries of round methods are asked beside the bridge's, and not given up for them."
}

policy "s4" {
  description = "SPARKIT-P001: a bridge round read out of what was found, and chains of evidence."
  extends     = [sparkit]
  order       = [primary, methods, bridge, adversarial]

  # S4-02: names that mean several things are asked for in their field's words.
  relax {
    enrich = { TEMPO = "TEMPO nitroxyl radical oxidation" }
  }

  # S4-07 to S4-10: names and missing facts out of the five best abstracts; a failing model gives
  # none (S4-17). The first query may leave a source's list of sites (S4-06).
  gap "bridge" {
    enabled       = var.bridge_round
    after         = primary
    from          = scored
    role          = planning
    on_failure    = nothing
    abstracts     = 5
    max           = 4
    verbatim_case = "fold"
    scope         = "all"
    antecedent    = "top_claim"
    open_web      = ["cas", "uspto", "nist"]
    inject        = bridge
    templates     = ["{domain} {entities} {gap_terms}"]

    queries {
      per_gap   = [1, 1]
      per_round = 4
    }
  }

  # S4-03 to S4-05.
  round "bridge" {
    enabled     = var.bridge_round
    when        = rounds.primary.selected_quality < var.bridge_quality
    max_queries = 4
  }

  # S4-27: the bridge's queries are asked in place of those for methods and references.
  round "methods" {
    when = var.bridge_beside || !var.bridge_round || rounds.primary.selected_quality >= var.bridge_quality
  }

  # S4-14 to S4-16: models are shown what the bridge links to what was found, and asked for the chain.
  synthesise "standard" { chain_section = true }
  synthesise "research_max" { chain_section = true }

  # S4-11.
  select {
    term "bridge" {
      feature = document.bridge_entity
      weight  = 0.4
    }
  }

  # S4-12, S4-13.
  read {
    term "bridge" {
      feature = passage.bridge_linked
      weight  = var.bridge_link_bonus
    }
  }
}
