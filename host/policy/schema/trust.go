package schema

func trustSchema() Block {
	return Block{
		Name: "trust",
		Doc: "Whose signatures plugins from outside of this program need; docs/signing.md. Does not change the digest: it decides whether a run " +
			"starts, not what it answers.",
		Attrs: []Attr{
			{Name: "require_signature", Kind: KindBool, Default: false, Doc: "true: a plugin without a signature is refused; a wrong signature always is"},
		},
		Blocks: []Block{{
			Name: "key", Label: "name",
			Doc: "A key whose signatures are accepted.",
			Attrs: []Attr{
				{Name: "file", Kind: KindText, Required: true, Doc: "PEM file of the public key, ECDSA P-256 or Ed25519: a .pub or .pem file in the folder of this file"},
				{Name: "until", Kind: KindText, Doc: "last day on which the key is accepted, such as \"2030-01-31\" (UTC)"},
			},
		}, {
			Name: "identity", Label: "name",
			Doc: "An identity whose signatures with a certificate (keyless) are accepted, by a program built with the tag keyless.",
			Attrs: []Attr{
				{Name: "issuer", Kind: KindText, Required: true, Doc: "URL of the issuer of its tokens, such as \"https://token.actions.githubusercontent.com\""},
				{Name: "subject", Kind: KindText, Required: true, Doc: "subject of the certificate, such as the URL of a workflow with its ref, or an address of mail; a * at the end stands for any rest"},
				{Name: "root", Kind: KindText, Required: true, Doc: "the trusted root of the Sigstore instance: a .json file in the folder of this file"},
				{Name: "until", Kind: KindText, Doc: "last day on which the identity is accepted, such as \"2030-01-31\" (UTC)"},
			},
		}},
	}
}
