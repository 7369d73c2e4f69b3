package state

import (
	"time"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/bind"
	"github.com/sparkhost/sparkhost/host/internal/documents"
	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// Parts are the parts of an engine. The engine closes none of them.
type Parts struct {
	Policy  *policy.Policy
	Sources map[string]retrieval.Source    // by name; every source that the policy names
	Plugins map[string]bind.Plugin         // by the policy's plugin name
	Cache   *cache.Cache                   // search results and documents
	Records record.Sink                    // where runs are recorded
	Prices  budget.Prices                  // what a search costs
	Models  map[model.Role]model.Model     // by role; a role without one is answered by rules
	Clock   func() time.Time               // for budgets and timings; never in a result
	Seed    uint64                         // part of every run's identity
	Year    int                            // reference year of recency; 0: newest year of the run's pool (U03)
	Version string                         // of the host
	Warn    func(question, message string) // told each run's warnings as they happen; nil: none

	// OwnPrices are the prices of models that an operator's file decides, as [model.Prices.Own] writes them; part of every
	// run's identity, and of the key under which a reply, which carries what it cost, is kept.
	OwnPrices map[model.Role]string

	// Fallbacks are asked, in their order, where the model of a role gives no answer (B-17).
	Fallbacks map[model.Role][]inquiry.Bound

	Text     *record.PolicyText // how the policy was written, for records; nil: not carried
	NoText   string             // why not
	Contents [][]byte           // the texts that Text names by digest

	Live  map[string]retrieval.Source // replays: asked for what records do not hold; nil: replays stop there
	Whole bool                        // replays: decide everything anew, checkpoints notwithstanding

	Shared *Shared // what the engine shares with those of other policies; nil: nothing

	// Tap is told every request that a stage makes of its plugin, of questions side by side too; nil: nobody is.
	Tap func(question, stage string, req *contract.Request)
}

// An Engine answers questions under one policy. It is safe for concurrent use.
type Engine struct {
	Parts
	settings   map[*policy.Stage][]contract.Setting // complete config of every stage
	Measures   measures
	RunSources []record.RunSource // as every record lists them
	RunPlugins []record.Named
	RunModels  []record.RunModel
	Content    *evidence.Analyzer
	// plainWords compares options as they are written (S3-01); nil where no intent does.
	PlainWords  *evidence.Analyzer
	Relaxing    *evidence.Relaxation // nil: queries are asked as they are
	Texts       *analysis.Cache
	Library     *documents.Store
	Against     map[string]bool    // intents that look for the contrary
	Contestable bool               // the policy reads pool.contested
	Venues      map[string]float64 // what select.venues says, by normalised name
	Key         string             // see draftKey
	Material    record.Material    // of every record
	Kept        []content          // blobs that material names
}

// A content is data by its digest.
type content struct {
	Digest string
	Data   []byte
}

// NewEngine checks that the parts fit the policy: every source and plugin is
// there, and every stage's config and contract suit its plugin. All misfits are
// reported at once, each with its place in the policy.
func NewEngine(parts Parts) (*Engine, error) {
	e := &Engine{
		Parts:   parts,
		Content: evidence.NewAnalyzer(evidence.Content),
	}
	e.PlainWords, e.Relaxing = query.PlainWords(parts.Policy), relaxation(&parts.Policy.Relax)
	err := e.share()
	if err != nil {
		return nil, err
	}
	if e.Measures, err = resolveMeasures(parts.Policy); err != nil {
		return nil, err
	}
	e.Against, e.Contestable = againstIntents(parts.Policy), parts.Policy.Reads("pool.contested")
	e.Venues = VenueTable(parts.Policy.Select.Venues)
	if e.settings, err = e.Loaded().Settings(); err != nil {
		return nil, err
	}
	e.RunSources, e.RunPlugins, e.RunModels = e.recordSources(), e.recordPlugins(), e.recordModels()
	e.gatherMaterial()
	if e.Key, err = e.DraftKey(); err != nil {
		return nil, err
	}
	return e, nil
}

// gatherMaterial prepares what every record says of policy and plugins.
func (e *Engine) gatherMaterial() {
	e.Material = record.Material{Policy: e.Text, NoPolicy: e.NoText, Manifests: []record.Named{}}
	for _, text := range e.Contents {
		e.Kept = append(e.Kept, content{record.Digest(text), text})
	}
	for _, p := range e.RunPlugins {
		data := e.Plugins[p.Name].Manifest().Marshal(nil)
		e.Kept = append(e.Kept, content{record.Digest(data), data})
		e.Material.Manifests = append(e.Material.Manifests, record.Named{Name: p.Name, Digest: record.Digest(data)})
	}
}

// An Asking says on what terms a question is asked. It is an input of the run, as the question is: part of its id and of
// its record.
type Asking struct {
	WithholdUpgrade bool // where the policy names a cap for a batch, and only there (S3-19)
}

// Withholds says whether a run of those terms has its upgrade withheld.
func (e *Engine) Withholds(how Asking) bool {
	return how.WithholdUpgrade && e.Policy.UpgradesPerBatch() > 0
}

// Withhold has the run keep to the policy's mode.
func (r *Run) Withhold(withheld bool) {
	r.Withheld = withheld
	if withheld {
		r.Course.Withhold()
	}
}

// Loaded returns the policy with the plugins and sources that were loaded for it.
func (e *Engine) Loaded() bind.Loaded {
	return bind.Loaded{Policy: e.Policy, Plugins: e.Plugins, Sources: e.Sources}
}

// againstIntents returns the intents whose queries look for the contrary.
func againstIntents(p *policy.Policy) map[string]bool {
	out := map[string]bool{Falsifying: true}
	for _, in := range p.Intents {
		out[in.Name] = in.Against
	}
	return out
}
