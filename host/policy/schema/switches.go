package schema

// switches returns the attributes that turn a block on and off before a run.
func switches() []Attr {
	return []Attr{
		{Name: "modes", Kind: KindNames, OneOf: ModeNames(), Switch: true, Doc: "the block applies in these modes only; default: all"},
		{Name: "enabled", Kind: KindBool, Default: true, Switch: true, Doc: "false: as if the block were not written, such as enabled = var.NAME"},
	}
}
