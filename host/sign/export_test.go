package sign

// Parts returns the payload and the signature of a bundle's envelope, for tests that damage them.
func (b *Bundle) Parts() (payload, sig *[]byte) {
	return &b.Envelope.Payload, &b.Envelope.Signatures[0].Sig
}
