# reader: policy as_written with an answer that is read out of sentences. A sentence counts only if it
# addresses the question; verdicts, options and short answers come from those that count. Its
# confidence has no fitted weights: "confidence" has them, and "baseline" extends that.

sparkhost {
  language         = 1
  required_version = ">= 0.1.0"
}

variable "min_addressed" {
  type        = number
  default     = 0.2
  description = "A sentence that addresses the question less than this does not count; without one that counts, the answer is withheld."

  validation {
    condition     = var.min_addressed >= 0 && var.min_addressed <= 1
    error_message = "min_addressed is a fraction from 0 to 1."
  }
}

variable "min_undecided_addressed" {
  type        = number
  default     = 0.3
  description = "How well a sentence must address a question for the verdict that the literature leaves it open; else it does not speak of it."

  validation {
    condition     = var.min_undecided_addressed >= 0 && var.min_undecided_addressed <= 1
    error_message = "min_undecided_addressed is a fraction from 0 to 1."
  }
}

variable "min_backing" {
  type        = number
  default     = 0.1
  description = "How clearly one sentence must say what a verdict says, where nothing addresses the question well and the sides lie close."

  validation {
    condition     = var.min_backing >= 0 && var.min_backing <= 1
    error_message = "min_backing is a fraction from 0 to 1."
  }
}

variable "min_clarity" {
  type        = number
  default     = 0.15
  description = "How clearly one sentence must say what a verdict says, by its stance and by how it meets the question, for the verdict to bear no mark."

  validation {
    condition     = var.min_clarity >= 0 && var.min_clarity <= 1
    error_message = "min_clarity is a fraction from 0 to 1."
  }
}

variable "max_coincidence" {
  type        = number
  default     = 0.7
  description = "How far chance may explain that a work holds the question's words together; beyond, a sentence must say what the answer says."

  validation {
    condition     = var.max_coincidence >= 0 && var.max_coincidence <= 1
    error_message = "max_coincidence is a fraction from 0 to 1."
  }
}

variable "min_specific_verdict" {
  type        = number
  default     = 0.15
  description = "How clearly one sentence must say what a verdict says, where chance may bring the question's words together."

  validation {
    condition     = var.min_specific_verdict >= 0 && var.min_specific_verdict <= 1
    error_message = "min_specific_verdict is a fraction from 0 to 1."
  }
}

variable "max_denied_coincidence" {
  type        = number
  default     = 0.35
  description = "The same as max_coincidence for a no, beyond which a sentence must say it: works that speak of two things together mostly do so because the one has to do with the other."

  validation {
    condition     = var.max_denied_coincidence >= 0 && var.max_denied_coincidence <= 1
    error_message = "max_denied_coincidence is a fraction from 0 to 1."
  }
}

variable "min_denied" {
  type        = number
  default     = 0.3
  description = "How clearly one sentence must say no there."

  validation {
    condition     = var.min_denied >= 0 && var.min_denied <= 1
    error_message = "min_denied is a fraction from 0 to 1."
  }
}

variable "min_specific_span" {
  type        = number
  default     = 0.25
  description = "The same for an answer in free form, of which its quote must meet the question so well, unless it scores min_specific_score."

  validation {
    condition     = var.min_specific_span >= 0 && var.min_specific_span <= 1
    error_message = "min_specific_span is a fraction from 0 to 1."
  }
}

variable "min_specific_score" {
  type        = number
  default     = 0.4
  description = "How well an answer in free form must score to stand where chance may bring the question's words together."

  validation {
    condition     = var.min_specific_score >= 0 && var.min_specific_score <= 1
    error_message = "min_specific_score is a fraction from 0 to 1."
  }
}

variable "max_hearsay" {
  type        = number
  default     = 0.5
  description = "How far the sentence that meets a question best may only tell what others believe, for a verdict that no sentence says to stand."

  validation {
    condition     = var.max_hearsay >= 0 && var.max_hearsay <= 1
    error_message = "max_hearsay is a fraction from 0 to 1."
  }
}

variable "max_unnamed" {
  type        = number
  default     = 0.5
  description = "An answer is withheld if at least this share of the question's names, such as those of drugs, genes and places, stands in nothing that was read; over 1 turns it off."

  validation {
    condition     = var.max_unnamed > 0 && var.max_unnamed <= 2
    error_message = "max_unnamed is from 0 to 1, or 2 for none."
  }
}

variable "min_held" {
  type        = number
  default     = 0.5
  description = "Share of a question's words, rare ones weighing more, that one work must hold for a verdict that no sentence says outright."

  validation {
    condition     = var.min_held >= 0 && var.min_held <= 1
    error_message = "min_held is a fraction from 0 to 1."
  }
}

variable "min_short_held" {
  type        = number
  default     = 0.75
  description = "The same for a question of three words with content or fewer, where one that is missing changes what is asked."

  validation {
    condition     = var.min_short_held >= 0 && var.min_short_held <= 1
    error_message = "min_short_held is a fraction from 0 to 1."
  }
}

variable "min_quote_addressed" {
  type        = number
  default     = 0.3
  description = "How well the sentence that an answer in free form is taken from must address the question."

  validation {
    condition     = var.min_quote_addressed >= 0 && var.min_quote_addressed <= 1
    error_message = "min_quote_addressed is a fraction from 0 to 1."
  }
}

variable "min_type_match" {
  type        = number
  default     = 0.35
  description = "How well an answer in free form must be of the type that is asked for: a share does not tell a number of seeds."

  validation {
    condition     = var.min_type_match >= 0 && var.min_type_match <= 1
    error_message = "min_type_match is a fraction from 0 to 1."
  }
}

variable "min_unbacked_addressed" {
  type        = number
  default     = 0.2
  description = "How well a sentence must address a question for a verdict that no single sentence backs."

  validation {
    condition     = var.min_unbacked_addressed >= 0 && var.min_unbacked_addressed <= 1
    error_message = "min_unbacked_addressed is a fraction from 0 to 1."
  }
}

variable "min_unbacked_span_addressed" {
  type        = number
  default     = 0.4
  description = "The same for an answer in free form, where no option limits what may be said."

  validation {
    condition     = var.min_unbacked_span_addressed >= 0 && var.min_unbacked_span_addressed <= 1
    error_message = "min_unbacked_span_addressed is a fraction from 0 to 1."
  }
}

# Fuel bounds what these do, the same on every machine; time only catches what hangs, so that a busy machine answers, too.
plugin "reading" {
  source = "builtin"

  limits {
    wall = "30s"
  }
}

plugin "stance" {
  source = "builtin"

  limits {
    wall = "30s"
  }
}

plugin "extraction" {
  source = "builtin"

  limits {
    wall = "30s"
  }
}

policy "reader" {
  description = "The baseline, answering from sentences that address the question."
  extends     = [as_written]

  # Documents are read whole: what is found stands at the end of an abstract, in words that need not be
  # the question's. A title that states something, as many do, is a sentence like others.
  read {
    passages_per_document = 9
    titles                = true
  }

  # Does a sentence speak of what is asked: of the subject, and of what is asked of it?
  address {
    counts_from = var.min_addressed
    labels_from = 0.3

    stage "reading" {
      plugin = plugin.reading
    }
  }

  # What the sentences that count say of a claim or yes/no question.
  verify {
    stage "stance" {
      plugin = plugin.stance
    }
  }

  # Options are compared by what tells them apart, beside the question's own words.
  options {
    stage "extraction" {
      plugin = plugin.extraction
      config = { mode = "options" }
    }

    # Words anywhere in a passage say less than a sentence does.
    term "lexical" {
      weight = 0.05
    }

    # The probability of yes, no or maybe, and of a claim's verdicts.
    term "stance" {
      feature = option.stance
      weight  = 1.0
    }

    term "support" {
      stage  = stage.extraction
      part   = "support"
      weight = 1.0
    }

    term "contradict" {
      stage  = stage.extraction
      part   = "contradict"
      weight = -0.5
    }
  }

  # The words of a sentence that answer a free question.
  answer {
    stage "extraction" {
      plugin = plugin.extraction
      config = { mode = "answer" }
    }
  }

  # A question that only describes what it asks about: the name that a sentence gives it is searched for.
  follow_up {
    max_queries = 2
    documents   = 3
  }

  # The probability that the answer is right, by features that every literature has. Weights are log-odds; those
  # of policy "confidence" are fitted to several packs.
  calibrate {
    link  = "logistic"
    clamp = [0.02, 0.98]

    base "coverage" { enabled = false }
    base "margin" { enabled = false }
    base "diversity" { enabled = false }

    base "verdict" {
      feature = answer.answered
      weight  = -1
      types   = ["polar"]
    }

    base "claim" {
      feature = answer.answered
      weight  = 0
      types   = ["claim"]
    }

    base "option" {
      feature = answer.answered
      weight  = -1
      types   = ["multiple_choice"]
    }

    base "span" {
      feature = answer.answered
      weight  = -1
      types   = ["free_form"]
    }

    base "undecided" {
      feature = answer.undecided
      weight  = 0
    }

    # Claims are left open for other reasons than questions that are answered "maybe".
    base "undecided_claim" {
      feature = answer.undecided
      weight  = 0.5
      types   = ["claim"]
    }

    # How much the stance stage leaves open.
    base "open" {
      feature = verify.stance.undecided
      weight  = 0
      types   = ["polar"]
    }

    # How clearly one sentence says what the verdict says, by its stance and by how it meets the question.
    base "clarity" {
      feature = answer.clarity
      weight  = 0.5
      types   = ["polar"]
    }

    # And how clearly one says the contrary.
    base "counter_clarity" {
      feature = answer.counter_clarity
      weight  = -0.5
      types   = ["polar"]
    }

    # Where chance could bring the question's words together, works need not be about what was asked.
    base "coincidence" {
      feature = address.reading.coincidence
      weight  = -0.5
      types   = ["polar"]
    }

    base "verdict_score" {
      feature = answer.score
      weight  = 2
      types   = ["polar"]
    }

    base "verdict_margin" {
      feature = answer.margin
      weight  = 1
      types   = ["polar"]
    }

    # Of options, what the best one is ahead tells right from wrong. Their scores, works that agree or disagree, and how well the quote
    # addresses the question told it worse on packs that were left out.
    base "option_margin" {
      feature = answer.margin
      weight  = 1
      types   = ["multiple_choice"]
    }

    base "span_score" {
      feature = answer.score
      weight  = 1
      types   = ["free_form"]
    }

    base "span_margin" {
      feature = answer.extraction.margin
      weight  = 1
      types   = ["free_form"]
    }

    base "span_type" {
      feature = answer.extraction.type_match
      weight  = 1
      types   = ["free_form"]
    }

    # Many works that address a question are many that may be mistaken for the one that answers it.
    base "breadth" {
      feature = reading.breadth
      weight  = -2
      types   = ["free_form"]
    }

    # Words of the question, rare ones counting more, that nothing read holds.
    base "unknown_words" {
      feature = address.reading.unknown_words
      weight  = -1
    }

    # A question unlike those that the weights were fitted to.
    base "familiar" {
      feature = address.reading.familiarity
      weight  = 0.5
    }
  }

  # A sentence must count; what backs an answer is that sentence.
  gate "covered" {
    condition = answer.support_coverage > 0
    reason    = "not_addressed"
    message   = "No sentence of the literature that was read addresses the question."
  }

  # What leaves a question open must speak of it; what hardly does says nothing.
  gate "spoken_of" {
    condition = !answer.undecided || reading.addressed >= var.min_undecided_addressed
    reason    = "not_addressed"
    message   = "No sentence of the literature that was read addresses the question well enough to leave it open."
  }

  # A verdict that no sentence backs rests on all of them together, which takes sentences that address the question: the better, the
  # more of its words the literature lacks.
  gate "backed" {
    condition = answer.undecided || coalesce(verify.stance.backing, 1) >= var.min_backing || reading.addressed >= (question.type == "free_form" ? var.min_unbacked_span_addressed : var.min_unbacked_addressed + coalesce(address.reading.unknown_words, 0) / 4)
    reason    = "not_addressed"
    message   = "No sentence of the literature that was read says what the verdict says, and none addresses the question well."
  }

  # What is said of another drug, gene or place says nothing of the one that is asked about, unless a sentence says the verdict: that
  # printing began in Mainz denies that it began in Strasbourg.
  gate "named" {
    condition = answer.undecided || coalesce(address.reading.unnamed, 0) < var.max_unnamed || question.polar && answer.clarity >= var.min_specific_verdict
    reason    = "not_addressed"
    message   = "Nothing that was read names what the question is about."
  }

  # That one work speaks of olmesartan and another of baldness does not tell whether the one cures the other.
  gate "together" {
    condition = !question.polar || answer.undecided || answer.clarity >= var.min_clarity || coalesce(address.reading.held, 1) >= (coalesce(address.reading.terms, 4) <= 3 ? var.min_short_held : var.min_held)
    reason    = "not_addressed"
    message   = "No sentence that was read says what the verdict says, and no work speaks of enough of what the question names."
  }

  # Of a name alone, or a number, nothing is asked.
  gate "asks" {
    condition = !question.polar || coalesce(address.reading.terms, 2) >= 2
    reason    = "not_addressed"
    message   = "The question names one thing and asks nothing of it."
  }

  # Where chance may bring the question's words together, works are on other things that share its words, and unless a sentence says it
  # an answer is right no more often than a coin (docs/benchmarks.md).
  gate "specific" {
    condition = question.type == "multiple_choice" && !question.polar || answer.undecided || coalesce(address.reading.coincidence, 0) <= var.max_coincidence || answer.clarity >= (question.polar ? var.min_specific_verdict : var.min_specific_span) || !question.polar && answer.score >= var.min_specific_score
    reason    = "not_stated"
    message   = "No sentence of the literature that was read says what the answer says, and no work is about what was asked."
  }

  # Nor do such works deny anything by what they leave out: where no sentence says it clearly, a no to a plain question was right less often than a coin.
  gate "denied" {
    condition = question.type != "multiple_choice" || !answer.denied || coalesce(address.reading.coincidence, 0) <= var.max_denied_coincidence || answer.clarity >= var.min_denied
    reason    = "not_stated"
    message   = "No sentence of the literature that was read clearly says no, and works that share the question's words need not be about what was asked."
  }

  # What others are said to believe tells neither that it is so nor that it is not.
  gate "own_words" {
    condition = !question.polar || answer.undecided || answer.clarity >= var.min_clarity || coalesce(verify.stance.hearsay, 0) <= var.max_hearsay
    reason    = "not_stated"
    message   = "What speaks of the question only tells what others believe, and no sentence that was read says whether it is so."
  }

  # Of options that nothing tells apart the first would be the answer, which says nothing for it.
  gate "told_apart" {
    condition = question.type != "multiple_choice" || question.polar || coalesce(answer.margin, 1) > 0
    reason    = "options_not_told_apart"
    message   = "Nothing that was read tells the best options apart: as much speaks for each of them."
  }

  # An answer is read out of one sentence, so that sentence must address the question, not another one of what was read, and hold
  # something of the type that is asked for.
  gate "quoted" {
    condition = question.type != "free_form" || coalesce(answer.addressed, 1) >= var.min_quote_addressed && coalesce(answer.extraction.type_match, 1) >= var.min_type_match
    reason    = "not_stated"
    message   = "The sentence that an answer could be taken from hardly addresses the question, or holds nothing of the type that is asked for."
  }

  # Below it, verdicts on plain questions were right as often as a coin; they keep their low confidence and say so.
  gate "said" {
    level     = "advisory"
    condition = !question.polar || answer.undecided || answer.clarity >= var.min_clarity
    reason    = "not_said_outright"
    message   = "No single sentence says what the verdict says; it rests on what all of them say together."
  }
}
