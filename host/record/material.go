package record

// Material holds what a replay needs beside what happened: the policy as it was written, and what
// each plugin said of itself. Secrets are not in it.
type Material struct {
	Policy    *PolicyText `json:"policy"`              // null: the record does not carry it
	NoPolicy  string      `json:"no_policy,omitempty"` // why not
	Manifests []Named     `json:"manifests"`           // by plugin name: digest of the manifest's encoding, a blob
}

// A PolicyText is a policy with the files that it was made of.
type PolicyText struct {
	Name  string   `json:"name"`            // of the policy
	Mode  string   `json:"mode,omitempty"`  // that the run was given; empty: the policy's own
	Named []string `json:"named,omitempty"` // of Files, those of the operator; the others are shipped
	Files []Named  `json:"files"`           // by file name: digest of the text, a blob
	// Sources are the sources that the run was told to search in place of the policy's; none: the policy's.
	Sources []string `json:"sources,omitempty"`
	// Models are the models that the run was told to bind roles to, as package binding reads them.
	Models []string          `json:"models,omitempty"`
	Vars   map[string]string `json:"vars,omitempty"` // what was given for variables; never a sensitive one
}

// A Checkpoint is the state of a run after the last search, before the final confidence. A
// replay whose policy agrees with the run's in everything that was read until then goes on from here.
type Checkpoint struct {
	// Key is a digest of everything that made the draft: sources, plugins, and those parts of the
	// policy which the steps until here read. Empty: nothing can be promised.
	Key           string         `json:"key"`
	Calibrator    string         `json:"calibrator"`         // the policy's name for the plugin of its calibrate block
	State         map[string]any `json:"state"`              // what conditions and calibration terms may read
	Answer        *AnswerText    `json:"answer"`             // the draft; null: there is none
	Margin        *float64       `json:"margin"`             // between the best option and the next
	Reasons       int            `json:"reasons"`            // so many of the result's uncertainty reasons are known
	Warnings      int            `json:"warnings"`           // so many of its warnings
	Resynthesised bool           `json:"resynthesised"`      // the draft was made anew
	WhyNone       string         `json:"why_none,omitempty"` // why the draft is missing
	Nearest       []Nearest      `json:"nearest,omitempty"`  // for a result that does not answer
}
