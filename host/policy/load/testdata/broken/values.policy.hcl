locals {
  huge  = 1e30
  zero  = 1 / 0
  mixed = [1, "a"]
  rest  = 5 % 0
}
