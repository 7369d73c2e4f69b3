package policy

// fileSchema is the top level of a *.policy.hcl file.
func fileSchema() block {
	return block{
		Name: "file",
		Doc:  "What a *.policy.hcl file holds.",
		Blocks: []block{
			{
				Name: "sparkhost",
				Doc:  "Which language and which sparkhost a file is written for; read before anything else.",
				Attrs: []attr{
					{Name: "language", Kind: kindInt, Default: int64(Language), Min: 1, Max: 1000, Doc: "version of the policy language"},
					{Name: "required_version", Kind: kindText, Doc: `versions of sparkhost that may load the file, such as ">= 0.1.0, < 2.0.0"`},
				},
			},
			{
				Name: "variable", Label: "name",
				Doc: "An input of the policy: default, then environment, then *.policyvars.hcl file, then --var.",
				Attrs: []attr{
					{Name: "type", Kind: kindType, Required: true, OneOf: []string{"number", "string", "bool"}, Doc: "type of the value"},
					{Name: "default", Kind: kindAny, Doc: "the value if none is given; without it, one must be given"},
					{Name: "env", Kind: kindText, Doc: "environment variable that sets it, besides SPARKHOST_VAR_<NAME>"},
					{Name: "description", Kind: kindText, Doc: "for operators"},
					{Name: "sensitive", Kind: kindBool, Default: false, Doc: "may only be used in source and plugin settings, and is never shown"},
				},
				Blocks: []block{{
					Name: "validation", Many: true,
					Doc: "A condition on the value.",
					Attrs: []attr{
						{Name: "condition", Kind: kindCondition, Required: true, Doc: "reads this variable only"},
						{Name: "error_message", Kind: kindText, Required: true, Doc: "what to tell the operator"},
					},
				}},
			},
			{Name: "locals", Many: true, Free: true, Doc: "Constants computed from variables and other locals."},
			{Name: "source", Label: "name", Free: true, Doc: `Settings of a retrieval source. The source "local" (the corpora given to run) needs no block.`},
			pluginSchema(),
			policySchema(),
		},
	}
}

func pluginSchema() block {
	return block{
		Name: "plugin", Label: "name",
		Doc: "Binds a name to a WebAssembly module.",
		Attrs: []attr{
			{Name: "source", Kind: kindText, Required: true, Doc: `"builtin", or the module's path relative to this file`},
			{Name: "digest", Kind: kindText, Doc: "sha256 of the module in hex; required unless builtin"},
			{Name: "config", Kind: kindConfig, Doc: "settings, checked against the plugin's own schema when it is loaded"},
		},
		Blocks: []block{{
			Name: "limits",
			Doc:  "Bounds of one call; the smaller of these and the host's own hold.",
			Attrs: []attr{
				{Name: "memory", Kind: kindSize, Doc: "linear memory"},
				{Name: "wall", Kind: kindDuration, Doc: "time of one call"},
				{Name: "output", Kind: kindSize, Doc: "size of one answer"},
			},
		}},
	}
}
