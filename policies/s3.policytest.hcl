test "an ordinary question" {
  policy = s3

  expect {
    path    = [primary, methods, adversarial]
    verdict = "answered"
    reasons = []
  }
}

test "disagreement in mode routed calls for the effort of research_max" {
  policy = s3
  mode   = routed

  given "on.disagreement" {
    found        = 1
    estimate_usd = 1.0
  }

  expect {
    reactions   = [disagreement]
    answered_in = research_max
    reasons     = ["source_disagreement_detected"]
  }
}

test "1.2 USD are not 1.5 times an estimate of 1.0" {
  policy = s3
  mode   = routed

  given "budget" { remaining_usd = 1.2 }
  given "on.disagreement" {
    found        = 1
    estimate_usd = 1.0
  }

  expect {
    answered_in = routed
    reasons     = ["source_disagreement_detected"]
  }
}

test "in mode standard disagreement is searched for and nothing more" {
  policy = s3

  given "on.disagreement" { found = 1 }

  expect {
    reactions   = [disagreement]
    answered_in = standard
    reasons     = []
  }
}

test "what a model calls unanswerable is withheld" {
  policy = s3

  given "answer" { answerable = false }

  expect {
    gates   = { answerable = false }
    verdict = "abstained"
    reasons = ["evidence_does_not_settle"]
  }
}
