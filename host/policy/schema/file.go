package schema

// File returns the top level of a *.policy.hcl file.
func File() Block {
	return Block{
		Name: "file",
		Doc:  "The top level of a *.policy.hcl file.",
		Blocks: []Block{
			{
				Name: "sparkhost",
				Doc:  "The language and sparkhost versions of the file; checked first.",
				Attrs: []Attr{
					{Name: "language", Kind: KindInt, Default: int64(Language), Min: 1, Max: 1000, Doc: "version of the policy language"},
					{Name: "required_version", Kind: KindText, Doc: `versions of sparkhost that may load the file, such as ">= 0.1.0, < 2.0.0"`},
				},
			},
			{
				Name: "variable", Label: "name",
				Doc: "An input of the policy: default, then environment, then *.policyvars.hcl file, then --var.",
				Attrs: []Attr{
					{Name: "type", Kind: KindType, Required: true, OneOf: []string{"number", "string", "bool"}, Doc: "type of the value"},
					{Name: "default", Kind: KindAny, Doc: "used if no value is given; without it, a value is required"},
					{Name: "env", Kind: KindText, Doc: "environment variable that sets it, besides SPARKHOST_VAR_<NAME>"},
					{Name: "description", Kind: KindText, Doc: "for operators"},
					{Name: "sensitive", Kind: KindBool, Default: false, Doc: "only allowed in source and plugin settings, and never shown"},
				},
				Blocks: []Block{{
					Name: "validation", Many: true,
					Doc: "A condition on the value.",
					Attrs: []Attr{
						{Name: "condition", Kind: KindCondition, Required: true, Doc: "reads this variable only"},
						{Name: "error_message", Kind: KindText, Required: true, Doc: "message for the operator"},
					},
				}},
			},
			{Name: "locals", Many: true, Free: true, Doc: "Constants computed from variables and other locals."},
			{Name: "source", Label: "name", Free: true, Blocks: []Block{httpSchema()}, Doc: `Settings of a retrieval source. The source "local" (the corpora of the run) needs no block.`},
			modelSchema(),
			pluginSchema(),
			policySchema(),
		},
	}
}

func pluginSchema() Block {
	return Block{
		Name: "plugin", Label: "name",
		Doc: "Binds a name to a WebAssembly module.",
		Attrs: []Attr{
			{Name: "source", Kind: KindText, Required: true, Doc: `"builtin", "builtin:NAME", a file or a plugin's folder relative to this file, "https://…" or "oci://REGISTRY/REPOSITORY:TAG"`},
			{Name: "digest", Kind: KindText, Doc: "sha256 of the module in hex; without it sparkhost.lock.hcl pins the module; required for https"},
			{Name: "config", Kind: KindConfig, Doc: "settings, checked against the plugin's own schema when it is loaded"},
			{Name: "deny", Kind: KindColumns, Doc: "columns that the plugin never receives, in every table (text) or in one (items.text); a plugin that requires one is refused when it is loaded"},
		},
		Blocks: []Block{limitsSchema()},
	}
}

// The host's defaults are named in the text: host/plugin fills them in.
func limitsSchema() Block {
	return Block{
		Name: "limits",
		Doc:  "Limits of the plugin. docs/sandbox.md says how each limit is enforced, and what happens when it is reached.",
		Attrs: append(callLimits(),
			Attr{Name: "memory", Kind: KindSize, Min: 64 << 10, Max: 4095 << 20, Doc: "linear memory of one instance; the host's default is 64MiB"},
			Attr{Name: "output", Kind: KindSize, Min: 1, Max: 1 << 30, Doc: "size of one answer; the host's default is 8MiB"},
			Attr{Name: "log", Kind: KindSize, Min: 1, Max: 16 << 20, Doc: "how much of the end of an instance's output to stdout and stderr is kept; the host's default is 16KiB"},
			Attr{Name: "instances", Kind: KindInt, Min: 1, Max: 1024, Doc: "parallel calls, others wait; the host's default is the number of CPUs"},
		),
	}
}

// callLimits returns the bounds of one call, which a stage may narrow.
func callLimits() []Attr {
	return []Attr{
		{Name: "fuel", Kind: KindCount, Min: 1000, Max: 1e15, Doc: "instructions of one call; the host's default is 5G, about two seconds"},
		{Name: "fuel_per_item", Kind: KindCount, Min: 1, Max: 1e12, Doc: "instructions per row of the largest table, up to fuel in total; by default only fuel limits a call"},
		{Name: "wall", Kind: KindDuration, Doc: "time of one call, a safety net, because time differs between machines and fuel does not; the host's default is 5s"},
	}
}

// Suffix ends the names of policy files.
const Suffix = ".policy.hcl"

// TestSuffix ends the names of policy test files.
const TestSuffix = ".policytest.hcl"
