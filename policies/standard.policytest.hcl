test "an ordinary question survives the search against its draft" {
  policy = standard

  expect {
    path       = [primary, methods, adversarial]
    challenged = [draft]
    gates      = { covered = true, confident = true }
    verdict    = "answered"
    reasons    = []
  }
}

test "a draft that is refuted is made anew, and that is said" {
  policy = standard

  given "falsify.draft" { score = 0.71 }

  expect {
    challenged = [draft]
    reasons    = ["high_falsification_risk"]
  }
}

test "a draft that is not worth it is not challenged" {
  policy = standard

  given "answer" { provisional_confidence = 0.34 }

  expect { challenged = [] }
}

test "without money left no draft is challenged" {
  policy = standard

  given "budget" { remaining_usd = 0.25 }

  expect {
    challenged = []
    verdict    = "answered"
  }
}

test "an operator may challenge every draft" {
  policy    = standard
  variables = { min_draft_confidence = 0 }

  given "answer" { provisional_confidence = 0.01 }

  expect { challenged = [draft] }
}

test "an answer that no sentence backs is withheld" {
  policy = standard

  given "answer" { support_coverage = 0 }

  expect {
    gates   = { covered = false, confident = true }
    verdict = "abstained"
    reasons = ["not_addressed"]
  }
}

test "a claim that no sentence speaks of is not answered either" {
  policy = standard

  given "question" { type = "claim" }
  given "answer" { support_coverage = 0 }

  expect {
    gates   = { covered = false }
    verdict = "abstained"
  }
}

test "an unsure answer is withheld" {
  policy = standard

  given "answer" { confidence = 0.29 }

  expect {
    gates   = { covered = true, confident = false }
    verdict = "abstained"
    reasons = ["confidence_below_minimum"]
  }
}

test "an answer in free form may be less sure than an option" {
  policy = standard

  given "question" { type = "free_form" }
  given "answer.extraction" { type_match = 1 }

  given "answer" {
    addressed  = 0.6
    confidence = 0.22
  }

  expect {
    gates   = { covered = true, confident = true }
    verdict = "answered"
  }
}

test "but not much" {
  policy = standard

  given "question" { type = "free_form" }
  given "answer" { confidence = 0.21 }

  expect {
    gates   = { covered = true, confident = false }
    verdict = "abstained"
  }
}

test "an operator may want surer answers" {
  policy    = standard
  variables = { min_confidence = 0.8 }

  given "answer" { confidence = 0.79 }

  expect { verdict = "abstained" }
}

test "gaps after the second round do not keep retrieval going" {
  policy = standard

  given "methods" {
    open_gaps     = 3
    new_documents = 0
  }

  expect {
    path    = [primary, methods]
    skipped = { adversarial = "adaptive: new_documents_low" }
  }

  assert {
    condition     = rounds.methods.open_gaps == 3 && run.rounds == 2
    error_message = "the gaps of the second round are found, and no third round runs"
  }
}
