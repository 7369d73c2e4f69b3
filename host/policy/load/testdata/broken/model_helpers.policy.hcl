policy "p" {
  order = [primary]

  intent "primary" { queries = ["{question}"] }
  round "primary" { intents = [primary] }

  plan { sub_claims = 0 }

  claims {
    extract { role = reader }
  }
}
