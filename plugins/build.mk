# Builds the shipped plugins: every folder plugins/<name> with a main.go becomes
# plugins/dist/<name>.wasm, a reactor of the spark ABI. Include it from the Makefile.
#
# The bytes depend on the sources and the Go version alone, so digests in a lock stay true:
# no paths, no version control stamp, no build id, no environment switches.

PLUGIN_NAMES   := $(sort $(patsubst plugins/%/main.go,%,$(wildcard plugins/*/main.go)))
PLUGIN_MODULES := $(PLUGIN_NAMES:%=plugins/dist/%.wasm)
PLUGIN_SHARED  := go.mod go.sum $(filter-out %_test.go,$(wildcard sdk/*.go sdk/contract/*.go))
PLUGIN_BUILD    = GOOS=wasip1 GOARCH=wasm GOWASM= GOFLAGS= GOEXPERIMENT= CGO_ENABLED=0 \
	go build -buildmode=c-shared -trimpath -buildvcs=false -ldflags="-s -w -buildid="

.PHONY: plugins plugins-reproducible plugins-clean

plugins: $(PLUGIN_MODULES) ## build the shipped plugins into plugins/dist

# A module is rebuilt when its own folder, the SDK or the contract changes.
define plugin_rule
plugins/dist/$(1).wasm: $(filter-out %_test.go,$(wildcard plugins/$(1)/*.go)) $(PLUGIN_SHARED)
	@mkdir -p $$(@D)
	$$(PLUGIN_BUILD) -o $$@.new ./plugins/$(1)
	@mv -f $$@.new $$@
endef
$(foreach name,$(PLUGIN_NAMES),$(eval $(call plugin_rule,$(name))))

# Every module built a second time, with an empty build cache, has the same bytes.
plugins-reproducible: plugins
	@dir=$$(mktemp -d) && trap 'chmod -R u+w "$$dir"; rm -rf "$$dir"' EXIT && for name in $(PLUGIN_NAMES); do \
		GOCACHE=$$dir/cache $(PLUGIN_BUILD) -o $$dir/$$name.wasm ./plugins/$$name && \
		cmp $$dir/$$name.wasm plugins/dist/$$name.wasm || exit 1; \
	done && echo "$(words $(PLUGIN_NAMES)) plugins: same bytes from a second build"

plugins-clean:
	rm -f plugins/dist/*.wasm plugins/dist/*.wasm.new
