# sparkit: the baseline as the five proposals (s0 to s4) know it, with the names of environment
# variables that they use. They act on the policies of the proposals only: `standard` does not
# read them.

sparkhost {
  language         = 1
  required_version = ">= 0.1.0"
}

variable "adaptive_retrieval" {
  type        = bool
  default     = true
  env         = "SPARKIT_ADAPTIVE_RETRIEVAL"
  description = "Whether retrieval ends early when a round brought little."
}

variable "adaptive_max_rounds" {
  type        = number
  default     = 5
  env         = "SPARKIT_ADAPTIVE_MAX_ROUNDS"
  description = "Rounds that may run."

  validation {
    condition     = var.adaptive_max_rounds >= 2 && var.adaptive_max_rounds <= 100
    error_message = "adaptive_max_rounds lies within 2 and 100."
  }
}

variable "ingestion_max_chars" {
  type        = number
  default     = 10000
  env         = "SPARKIT_INGESTION_MAX_CHARS"
  description = "How much of a document is read."

  validation {
    condition     = var.ingestion_max_chars >= 100 && var.ingestion_max_chars <= 10000000
    error_message = "ingestion_max_chars lies within 100 and 10000000."
  }
}

policy "sparkit" {
  description = "The baseline with the environment names of the proposals."
  extends     = [baseline]

  # Retrieval goes on unless a round makes the selection worse. A gain of 0.03, as in baseline (U05), would end
  # it after the second round of each question that we tried, and nothing planned for later ones would act.
  adaptive {
    enabled          = var.adaptive_retrieval
    max_rounds       = var.adaptive_max_rounds
    min_quality_gain = 0
  }

  # Queries have at most 18 words, quotes are stripped, names and numbers are kept before
  # other words (B-09, S4-01).
  relax {
    max_terms = 18
  }

  read { max_chars = var.ingestion_max_chars }

  # B-02: a model takes the question apart, if there is one; rules do it else.
  plan { role = planning }

  # B-05, B-17: one model answers; in research_max two do, and a third decides where they differ. A
  # policy that binds no model to these roles answers by rules.
  synthesise "standard" { solvers = [synthesis] }

  synthesise "research_max" {
    solvers = [synthesis, planning]
    judge   = judge
  }

  # B-16, C8: 0.70 model + 0.30 lexical; the lexical score alone where no model answered.
  options {
    missing = "renormalise"

    term "model" {
      feature = option.model
      weight  = 0.70
    }

    term "lexical" { weight = 0.30 }
  }

  # B-18: what a model that answered calls unanswerable is withheld. Without a model everything is answerable.
  gate "answerable" {
    level     = "soft"
    condition = answer.answerable
    otherwise = "abstain"
    reason    = "evidence_does_not_settle"
    message   = "The model that answered says that the documents do not settle the question."
  }
}
