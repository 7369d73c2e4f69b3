policy "p" {
  order   = [primary, primary, methodz, again]
  sources = [local]

  round "primary" {
    results = 10
  }

  round "methods" {
    results = 10
  }
}
