variable "floor" {
  type    = number
  default = "half"
}

variable "needed" { type = string }
