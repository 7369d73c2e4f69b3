locals { x = local.y[*].z }
