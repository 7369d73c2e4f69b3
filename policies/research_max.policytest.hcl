test "everything runs" {
  policy = research_max

  given "primary" { selected_quality = 0.3 }

  expect {
    path       = [primary, gap_fill, methods, bridge, adversarial]
    challenged = [draft]
    verdict    = "answered"
  }
}

test "in mode standard there is no bridge" {
  policy = research_max
  mode   = standard

  expect { skipped = { bridge = "off" } }
}

test "the gate ends only what comes after every round, so nothing" {
  policy = research_max

  given "primary" { selected_quality = 0.3 }
  given "adversarial" { new_documents = 0 }

  expect { path = [primary, gap_fill, methods, bridge, adversarial] }
}

test "nor does little quality" {
  policy = research_max

  given "primary" { selected_quality = 0.3 }
  given "adversarial" { quality_gain = 0 }

  expect { path = [primary, gap_fill, methods, bridge, adversarial] }
}

test "what a model calls unanswerable is withheld" {
  policy = research_max

  given "answer" { answerable = false }

  expect {
    gates   = { answerable = false }
    verdict = "abstained"
    reasons = ["evidence_does_not_settle"]
  }
}
