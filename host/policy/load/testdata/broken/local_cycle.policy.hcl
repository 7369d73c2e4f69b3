locals {
  a = local.b + 1
  b = local.c * 2
  c = local.a
  d = locl.a
}
