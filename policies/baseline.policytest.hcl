test "the baseline takes every round and is answered from sentences" {
  policy = baseline

  expect {
    path    = [primary, methods, adversarial]
    gates   = { covered = true }
    verdict = "answered"
    reasons = []
  }
}

test "few new documents end the baseline's retrieval after the second round" {
  policy = baseline

  given "methods" { new_documents = 1 }

  expect { path = [primary, methods] }
}

test "the baseline withholds what no sentence backs" {
  policy = baseline

  given "answer" { support_coverage = 0 }

  expect {
    gates   = { covered = false }
    verdict = "abstained"
    reasons = ["not_addressed"]
  }
}

test "the baseline says that the lead over the runner-up is small" {
  policy = baseline

  given "answer" { margin = 0.05 }

  expect { reasons = ["margin_below_minimum"] }
}

test "little quality ends the baseline's retrieval after the second round" {
  policy = baseline

  given "methods" { quality_gain = 0.02 }

  expect { path = [primary, methods] }
}

test "what hardly speaks of a claim does not leave it open" {
  policy = baseline

  given "question" { type = "claim" }
  given "reading" { addressed = 0.24 }
  given "answer" { undecided = true }

  expect {
    gates   = { spoken_of = false }
    verdict = "abstained"
  }
}

test "a verdict that no sentence backs takes sentences that address the question" {
  policy = baseline

  given "question" { type = "claim" }
  given "reading" { addressed = 0.15 }
  given "verify.stance" { backing = 0.05 }

  expect {
    gates   = { backed = false }
    verdict = "abstained"
  }
}

test "an answer from works none of which names what is asked about is withheld" {
  policy = baseline

  given "question" { type = "claim" }
  given "answer" { clarity = 0.1 }

  given "address.reading" {
    unnamed = 0.6
    terms   = 3
  }

  expect {
    gates   = { named = false }
    verdict = "abstained"
    reasons = ["not_addressed", "not_said_outright"]
  }
}

test "a sentence that says the verdict need not name all that is asked about" {
  policy = baseline

  given "question" { type = "claim" }
  given "answer" { clarity = 0.3 }

  given "address.reading" {
    unnamed = 0.6
    terms   = 3
  }

  expect {
    gates   = { named = true }
    verdict = "answered"
  }
}

test "what leaves a question open need not name what it is about" {
  policy = baseline

  given "question" { type = "claim" }
  given "answer" { undecided = true }
  given "reading" { addressed = 0.6 }

  given "address.reading" {
    unnamed = 0.6
    terms   = 3
  }

  expect { gates = { named = true } }
}

test "a verdict that no sentence says takes a work that holds half of the question's words" {
  policy = baseline

  given "question" { type = "claim" }
  given "answer" { clarity = 0.04 }

  given "address.reading" {
    held  = 0.45
    terms = 6
  }

  expect {
    gates   = { together = false }
    verdict = "abstained"
    reasons = ["not_addressed", "not_said_outright"]
  }
}

test "of three words one work must hold all but little" {
  policy = baseline

  given "question" { type = "claim" }
  given "answer" { clarity = 0.04 }

  given "address.reading" {
    held  = 0.6
    terms = 3
  }

  expect {
    gates   = { together = false }
    verdict = "abstained"
  }
}

test "of many words one may be missing" {
  policy = baseline

  given "question" { type = "claim" }
  given "answer" { clarity = 0.04 }

  given "address.reading" {
    held  = 0.6
    terms = 6
  }

  expect { gates = { together = true } }
}

test "a sentence that says the verdict needs no other words of the question" {
  policy = baseline

  given "question" { type = "claim" }
  given "answer" { clarity = 0.3 }

  given "address.reading" {
    held  = 0.3
    terms = 6
  }

  expect { gates = { together = true } }
}

test "a verdict that no sentence says outright stands, and says so" {
  policy = baseline

  given "question" { type = "claim" }
  given "answer" { clarity = 0.04 }

  given "address.reading" {
    held  = 0.8
    terms = 3
  }

  expect {
    gates   = { said = false }
    verdict = "answered"
    reasons = ["not_said_outright"]
  }
}

test "a verdict that no sentence says, of words that chance brings together, is withheld" {
  policy = baseline

  given "question" { type = "claim" }
  given "answer" { clarity = 0.04 }
  given "address.reading" {
    coincidence = 0.8
    held        = 0.8
    terms       = 3
  }

  expect {
    gates   = { specific = false }
    reasons = ["not_stated", "not_said_outright"]
  }
}

test "a no that no sentence says, of words that chance may bring together, is withheld" {
  policy = baseline

  given "question" {
    type  = "multiple_choice"
    polar = true
  }

  given "answer" {
    clarity = 0.1
    denied  = true
  }

  given "address.reading" {
    coincidence = 0.5
    held        = 0.8
    terms       = 3
  }

  expect {
    gates   = { denied = false }
    reasons = ["not_stated", "not_said_outright"]
  }
}

test "a yes of such words stands" {
  policy = baseline

  given "question" {
    type  = "multiple_choice"
    polar = true
  }

  given "answer" { clarity = 0.1 }
  given "address.reading" {
    coincidence = 0.5
    held        = 0.8
    terms       = 3
  }

  expect {
    gates   = { denied = true }
    reasons = ["not_said_outright"]
  }
}

test "a short answer of words that chance brings together must be said, or score well" {
  policy = baseline

  given "question" { type = "free_form" }
  given "address.reading" { coincidence = 0.8 }

  given "answer" {
    clarity = 0.1
    score   = 0.3
  }

  expect {
    gates   = { specific = false }
    reasons = ["not_stated"]
  }
}

test "options that nothing tells apart are withheld" {
  policy = baseline

  given "question" { type = "multiple_choice" }
  given "answer" { margin = 0 }

  expect {
    gates   = { told_apart = false }
    reasons = ["margin_below_minimum", "options_not_told_apart"]
  }
}

test "a verdict on what others are said to believe is withheld" {
  policy = baseline

  given "question" { type = "claim" }
  given "answer" { clarity = 0.04 }
  given "verify.stance" { hearsay = 0.9 }

  given "address.reading" {
    held  = 0.8
    terms = 3
  }

  expect {
    gates   = { own_words = false }
    reasons = ["not_stated", "not_said_outright"]
  }
}

test "a short answer out of a sentence that hardly addresses the question is withheld" {
  policy = baseline

  given "question" { type = "free_form" }
  given "answer" { addressed = 0.25 }

  expect {
    gates   = { quoted = false }
    reasons = ["not_stated"]
  }
}

test "a short answer of another type than is asked for is withheld" {
  policy = baseline

  given "question" { type = "free_form" }
  given "answer.extraction" { type_match = 0.2 }

  expect {
    gates   = { quoted = false }
    reasons = ["not_stated"]
  }
}

test "a claim that is a name alone is withheld" {
  policy = baseline

  given "question" { type = "claim" }
  given "address.reading" { terms = 1 }

  expect {
    gates   = { asks = false }
    reasons = ["not_addressed"]
  }
}
