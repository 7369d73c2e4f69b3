test "an ordinary question in mode standard" {
  policy = combined

  expect {
    path       = [primary, gap_fill, methods, adversarial]
    skipped    = { bridge = "off" }
    challenged = [draft]
    gates      = { covered = true, confident = true }
    verdict    = "answered"
  }
}

test "thin evidence is bridged in research_max" {
  policy = combined
  mode   = research_max

  given "primary" { selected_quality = 0.3 }

  expect { path = [primary, gap_fill, methods, bridge, adversarial] }
}

test "without money left no draft is challenged" {
  policy = combined

  given "budget" { remaining_usd = 0.25 }

  expect { challenged = [] }
}

test "few new documents end retrieval once the methods are known" {
  policy = combined

  given "gap_fill" { new_documents = 0 }
  given "methods" { new_documents = 0 }

  expect {
    path    = [primary, gap_fill, methods]
    skipped = { adversarial = "adaptive: new_documents_low" }
  }
}

test "a selection that got worse does, too" {
  policy = combined

  given "methods" { quality_gain = -0.02 }

  expect { path = [primary, gap_fill, methods] }
}

test "a refuted draft is made anew" {
  policy = combined

  given "falsify.draft" { score = 0.71 }

  expect { reasons = ["high_falsification_risk"] }
}

test "what a model calls unanswerable is withheld" {
  policy = combined

  given "answer" { answerable = false }

  expect {
    gates   = { answerable = false }
    verdict = "abstained"
    reasons = ["evidence_does_not_settle"]
  }
}

test "the bridge may take the place of the methods" {
  policy    = combined
  mode      = research_max
  variables = { combined_beside = false }

  given "primary" { selected_quality = 0.3 }

  expect { path = [primary, gap_fill, bridge, adversarial] }
}
