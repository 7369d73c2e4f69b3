//go:build !keyless

package keyless

import "context"

func (s *Signer) bundle(context.Context, []byte, bool) ([]byte, error) { return nil, ErrNotBuilt }
